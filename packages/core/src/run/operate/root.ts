import { fromInput } from '../../idea/from-input.ts'
import { withInput } from '../../idea/input.ts'
import type { Message } from '../../idea/message.ts'
import type { Json } from '../../schema/json.ts'
import { runLoop } from '../loop/loop.ts'
import { readContinued } from './fork/continued.ts'
import type { RunScope } from '../perform/run-scope.ts'

/** The Run's outermost Loop: its Idea with its input, after the messages of the Run it continues. */
export async function runRoot(
  run: RunScope,
): Promise<{ readonly output: Json; readonly messages: readonly Message[] }> {
  const loaded = await run.pin(run.created.idea, undefined)
  const input = run.created.input as Json // hydrated
  const earlier = await readContinued(run)
  const context = earlier
    ? [
        ...earlier,
        { type: 'text', role: 'user', text: typeof input === 'string' ? input : JSON.stringify(input) } as const,
      ]
    : input === null
      ? fromInput(loaded.idea.context, null)
      : withInput(loaded.idea, input)
  return await runLoop({ run, span: '', loaded: { ...loaded, idea: { ...loaded.idea, context } } })
}
