import { callError } from '../../call/call-errors.ts'
import type { CallError } from '../../call/call-error.ts'
import type { ProposedCall } from '../../call/judged-call.ts'
import type { RawCall } from '../../model/wire.ts'
import type { LimitedLoop } from './limited-loop.ts'
import { reach } from './reach.ts'

/** A Call refused by a limit; both facts are on their way to the Journal. */
export interface Refused {
  readonly error: CallError
  readonly recorded: Promise<void>
}

/** More Calls in one turn than the limit allows (docs/contract/protocol.md#config): `before` of them were there already. */
export function refuseByCount(loop: LimitedLoop, span: string, raw: RawCall, before: number): Refused | undefined {
  const most = loop.limits.callsPerTurn
  const reached = reach(loop.run, span, 'callsPerTurn', before + 1, most)
  if (!reached) return undefined
  const message = `This is Call ${raw.index + 1} of one turn; at most ${most} are executed. Make it in the next turn.`
  return { error: callError('limit.callsPerTurn', message), recorded: reached.recorded }
}

/** The same Tool with the same arguments turn after turn is a loop without progress, unless the Tool polls. */
export function refuseRepeated(loop: LimitedLoop, span: string, turn: number, call: ProposedCall): Refused | undefined {
  if (call.tool.tool.polls) return undefined
  const streak = loop.repeats.streakOf(turn, call)
  const reached = reach(loop.run, span, 'repeatedCalls', streak, loop.limits.repeatedCalls)
  if (!reached) return undefined
  const message = `The same Call was made in ${streak} turns in a row. Its result will not change: use what is there, or answer.`
  return { error: callError('limit.repeatedCalls', message), recorded: reached.recorded }
}
