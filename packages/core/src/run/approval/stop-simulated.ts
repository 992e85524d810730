import { argumentsHash } from '../../call/approval.ts'
import { TRIAL_MODEL } from '../../model/trial-model.ts'
import type { EffectiveTool } from '../../request/composition.ts'
import { inputsOf } from '../record/call-inputs.ts'
import { keptOf } from '../record/kept-call.ts'
import type { LoopScope } from '../record/loop-scope.ts'
import { pinnedResult } from '../record/pinned.ts'
import type { ReadyCall } from '../record/ready-call.ts'
import type { RunScope } from '../record/run-scope.ts'
import type { Stop } from './stop-for-person.ts'

const STOP: Stop = {
  why: 'approval',
  reason:
    'The simulated model made this Call up, and the Call changes something outside this run. Approve it, choose a real model, or allow effects when you start a run.',
}

/**
 * A Call of the simulated model that would change something waits for a person (docs/contract/protocol.md#the-simulated-model), unless the Run was
 * allowed effects. A replay asks nothing of its own: what was asked is on the record.
 */
export function stopSimulated(loop: LoopScope, call: ReadyCall): Promise<Stop | undefined> | undefined {
  const { history, created } = loop.run
  if (created.allowEffects || history.replaying || !changesSomething(loop.run, call.proposed.tool)) return undefined
  // A person made the one Call of a trial.
  if (loop.model.name === TRIAL_MODEL) return undefined
  if (history.recorded('call.started', call.place.span, 1)) return undefined
  return stopUnlessGiven(loop, call)
}

const stopUnlessGiven = async (loop: LoopScope, call: ReadyCall): Promise<Stop | undefined> =>
  wasDecided(loop.run, call) || !(await isGiven(loop, call)) ? STOP : undefined

const changesSomething = ({ deps }: RunScope, { tool, activity }: EffectiveTool): boolean => {
  if (activity === '') return false
  const { changes, idempotent } = deps.activity(activity)?.options ?? {}
  return tool.approval !== undefined || !tool.idempotent || changes === true || idempotent === false
}

/** In the Run that a fork was made from: its decision is kept with the Call. */
const wasDecided = ({ reuse }: RunScope, call: ReadyCall): boolean => {
  const hash = argumentsHash(call.proposed.tool.name, call.resolved)
  const inputs = (resolved = call.resolved) => inputsOf({ ...call, resolved })
  return reuse.decision(call.place.span, 1, hash, inputs) !== undefined
}

/** A fork keeps its result, a person wrote it or the workspace pinned it: nothing runs. */
const isGiven = async (loop: LoopScope, call: ReadyCall): Promise<boolean> =>
  loop.run.reuse.result(call.place.span) !== undefined ||
  keptOf(loop, call) !== undefined ||
  (await pinnedResult(loop, call)) !== undefined
