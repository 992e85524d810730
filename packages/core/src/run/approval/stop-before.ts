import { needsApprovalFor } from '../../call/approval.ts'
import type { CallError } from '../../call/call-error.ts'
import type { ProposedCall } from '../../call/judged-call.ts'
import { TRIAL_MODEL } from '../../model/trial-model.ts'
import { isQuestion } from '../../request/ask-person.ts'
import { answered } from '../record/call-events.ts'
import { isGiven, wasDecided } from '../record/kept-call.ts'
import type { AttendedLoop } from './attended-loop.ts'
import type { Performed, ReadyCall } from '../record/ready-call.ts'
import { decide } from '../record/step.ts'
import type { Gate } from './confirm.ts'
import type { Why } from './open-approvals.ts'

/** The reason to ask a person, and the text for them. */
export interface Stop {
  readonly why: Why
  readonly reason?: string
}

const MADE_UP: Stop = {
  why: 'approval',
  reason:
    'The simulated model made this Call up, and the Call changes something outside this run. Approve it, choose a real model, or allow effects when you start a run.',
}

/**
 * Why a person is asked before this Call: its Activity, its Tool, a breakpoint or the simulated model. Recorded reasons
 * win.
 */
export function stopBefore(loop: AttendedLoop, call: ReadyCall): Stop | undefined | Promise<Stop | undefined> {
  const { deps } = loop.run
  const { place, proposed } = call
  const { asked, mayAsk, mayStop } = place.beginning
  if (asked) return asked
  const activity = proposed.tool.activity === '' ? undefined : deps.activity(proposed.tool.activity)
  const reason = activity?.options.approval
  return reason && mayAsk ? stopForActivity(loop, call, reason) : stopForTool(loop, call, mayStop)
}

/** An Activity that wants each Call confirmed (`approval` of its options) asks before it begins, where it will run. */
const stopForActivity = async (loop: AttendedLoop, call: ReadyCall, reason: string): Promise<Stop | undefined> =>
  (await isGiven(loop.run, call, loop.address)) ? await stopForTool(loop, call, true) : { why: 'activity', reason }

function stopForTool(
  loop: AttendedLoop,
  call: ReadyCall,
  mayStop: boolean,
): Stop | undefined | Promise<Stop | undefined> {
  const { people, deps } = loop.run
  const { tool } = call.proposed
  if (isQuestion(tool)) return { why: 'question' }
  if (needsApprovalFor(tool.tool, call.resolved, deps.validator)) return { why: 'approval' }
  if (!mayStop) return undefined
  if (people.breakpoints.stops(stoppable(loop, call))) return { why: 'breakpoint' }
  return loop.model.simulated ? stopSimulated(loop, call) : undefined
}

/**
 * A simulated Call with effects waits for a person (docs/contract/protocol.md#the-simulated-model), with two
 * exceptions.
 */
function stopSimulated(loop: AttendedLoop, call: ReadyCall): Promise<Stop | undefined> | undefined {
  const { run, model, address } = loop
  if (run.created.allowEffects || model.name === TRIAL_MODEL || !changesSomething(loop, call.proposed)) return undefined
  if (wasDecided(run, call)) return Promise.resolve(MADE_UP)
  return isGiven(run, call, address).then((given) => (given ? undefined : MADE_UP))
}

const changesSomething = ({ run }: AttendedLoop, { tool: { tool, activity } }: ProposedCall): boolean => {
  if (activity === '') return false
  const { changes, idempotent } = run.deps.activity(activity)?.options ?? {}
  return tool.approval !== undefined || !tool.idempotent || changes === true || idempotent === false
}

/** With a breakpoint on errors a person may answer in the place of a Call that failed; else the error is its end. */
export async function stopAtError(
  loop: AttendedLoop,
  call: ReadyCall,
  gate: Gate,
  error: CallError,
): Promise<Performed> {
  const { run } = loop
  const recorded = call.place.wasAsked(gate.next, 'breakpoint') || undefined
  if (!decide(run.history, recorded, () => run.people.breakpoints.stopsAtError(stoppable(loop, call))))
    return { type: 'error', error }
  const decision = await gate.ask('breakpoint', call.resolved, error.message)
  if (decision.type !== 'result') return { type: 'error', error }
  await answered(run, call, decision.result)
  return decision
}

const stoppable = ({ address }: AttendedLoop, { place, proposed }: ReadyCall) => ({
  span: place.span,
  tool: proposed.tool.name,
  idea: address,
})
