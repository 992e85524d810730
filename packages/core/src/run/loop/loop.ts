import type { Limits } from '../../idea/idea.ts'
import { endAtLimit } from '../limits/reach.ts'
import type { LoopScope, LoopStart, RunLoop } from '../perform/loop-scope.ts'
import { afterTurn, finalMessage, refusal } from './after-turn.ts'
import { createLoop, worldOf } from './create-loop.ts'
import { prepare } from './prepare.ts'
import { Requests } from './requests.ts'
import { Turn } from './turn.ts'

/** Repeats Requests and their Calls until an output or a limit (docs/one-turn.md). Throws LoopFailed or RunEnd. */
export async function runLoop(start: LoopStart): ReturnType<RunLoop> {
  const { run, span, enclosing } = start
  run.watch.onLoop?.(start)
  const loop = createLoop(start, runLoop)
  const release = enclosing && run.limits.wall?.limit(span, loop.limits.wallMs)
  try {
    return await repeat(loop, start)
  } finally {
    release?.()
  }
}

/**
 * Turn by turn: limits, a question, its Calls while the answer streams, their results. A failed question isn't a turn.
 */
async function repeat(loop: LoopScope, { run, loaded }: LoopStart): ReturnType<RunLoop> {
  const requests = new Requests(loop, await prepare(loaded, worldOf(loop)))
  let turn = 0
  let invalid = 0
  for (;;) {
    const over =
      endAt(loop, requests.span, 'turns', turn + 1) ?? endAt(loop, requests.span, 'invalidTurns', invalid + 1)
    if (over) await over

    const question = await requests.compose(turn)
    const calls = new Turn(loop, question)
    const answered = await requests.ask(question, calls)
    const output = await requests.read(question, answered, calls)
    if (answered.type === 'failed' && answered.answer.calls.length === 0) {
      requests.askOtherwise(question, answered)
      continue
    }
    const settled = await calls.settle(answered.type === 'complete' ? answered.reasoned : undefined)
    if (output.type === 'output' && settled.failures === 0) {
      const messages = [...loop.memory.context(), ...settled.messages, finalMessage(output.value)]
      return { output: output.value, messages }
    }
    const refused = answered.type === 'complete' ? refusal(output, settled.calls) : undefined
    if (refused) await run.history.gather('answer.rejected', question.span, { error: { ...refused, retryable: true } })
    invalid = settled.calls > settled.failures ? 0 : invalid + 1
    loop.memory.append([...settled.messages, ...afterTurn(answered, output, settled.calls)])
    turn++
  }
}

/** Ends the Run where the Loop's own limit is reached. */
const endAt = (loop: LoopScope, span: string, limit: keyof Limits, value: number): Promise<void> | undefined =>
  endAtLimit(loop.run, span, limit, value, loop.limits[limit])
