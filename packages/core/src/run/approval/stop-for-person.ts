import { needsApprovalFor } from '../../call/approval.ts'
import type { CallError } from '../../call/call-error.ts'
import type { ProposedCall } from '../../call/judged-call.ts'
import { isQuestion } from '../../request/ask-person.ts'
import type { JsonObject } from '../../schema/json.ts'
import type { Gate } from './confirm.ts'
import type { Why } from './open-approvals.ts'
import type { CallPlace } from '../record/call-place.ts'
import type { LoopScope } from '../record/loop-scope.ts'
import type { Performed } from '../record/ready-call.ts'

/** Why a person is asked, and what they are told about it. */
export interface Stop {
  readonly why: Why
  readonly reason?: string
}

/** Why a person is asked before this Call. What is recorded is not decided again: breakpoints may have changed since. */
export function mustConfirm(
  loop: LoopScope,
  span: string,
  gate: Gate,
  call: ProposedCall,
  resolved: JsonObject,
): Stop | undefined {
  const { history, breakpoints, deps } = loop.run
  const asked = gate.next()
  const started = history.recorded('call.started', span, 1)
  // What was asked after the start concerns the Activity or its error.
  if (asked && (!started || asked.seq < started.seq)) return asked.data
  if (isQuestion(call.tool)) return { why: 'question' }
  if (needsApprovalFor(call.tool.tool, resolved, deps.validator)) return { why: 'approval' }
  if (history.replaying || started) return undefined
  return breakpoints.stops(stoppable(loop, span, call)) ? { why: 'breakpoint' } : undefined
}

/** With a breakpoint on errors a person may answer in the place of a Call that failed; else the error stands. */
export async function stopAtError(
  loop: LoopScope,
  place: CallPlace,
  gate: Gate,
  call: ProposedCall,
  resolved: JsonObject,
  error: CallError,
): Promise<Performed> {
  const { history, breakpoints } = loop.run
  const isAsked =
    gate.pending() === 'breakpoint' ||
    (!history.replaying && breakpoints.stopsAtError(stoppable(loop, place.span, call)))
  if (!isAsked) return { type: 'error', error }
  const decision = await gate.ask('breakpoint', resolved, error.message)
  if (decision.type !== 'result') return { type: 'error', error }
  await history.emit('call.completed', place.span, { call: place.id, result: decision.result, ms: 0 })
  return decision
}

const stoppable = ({ address }: LoopScope, span: string, { tool }: ProposedCall) => ({
  span,
  tool: tool.name,
  idea: address,
})
