import { checkGiven, checkOutput } from '../../call/check-parameters.ts'
import { completed, failed, started } from '../record/call-events.ts'
import type { KeptCall } from '../record/reuse.ts'
import { emitArtifacts, keep, keptOf } from '../record/kept-call.ts'
import type { LoopScope } from '../record/loop-scope.ts'
import { runModule } from './module.ts'
import { performExplicit } from './perform-explicit.ts'
import { mayBePinned, pinnedResult, type PinnedResult } from '../record/pinned.ts'
import type { Performed, ReadyCall } from '../record/ready-call.ts'

/** Executes a Call in its mode and journals start and end (docs/contract/protocol.md#activities, docs/contract/protocol.md#modules). */
export function performCall(loop: LoopScope, call: ReadyCall): Promise<Performed> {
  const edited = editedEnd(loop, call)
  if (edited !== undefined) return performEdited(loop, call, edited)
  return mayBePinned(loop, call) ? performPinnable(loop, call) : performInMode(loop, call)
}

async function performPinnable(loop: LoopScope, call: ReadyCall): Promise<Performed> {
  const pinned = await pinnedResult(loop, call)
  return await (pinned === undefined ? performInMode(loop, call) : performPinned(loop, call, pinned))
}

function performInMode(loop: LoopScope, call: ReadyCall): Promise<Performed> {
  switch (call.proposed.tool.mode) {
    case 'latent':
      return performLatent(loop, call)
    case 'module':
      // A binding that names an Activity runs it in the Module's place, with the imported context alone.
      return runsActivity(loop, call) ? performExplicit(loop, call) : performModule(loop, call)
    case 'explicit':
      return performExplicit(loop, call)
  }
}

const runsActivity = (loop: LoopScope, { place, proposed }: ReadyCall): boolean => {
  const recorded = loop.run.history.recorded('call.started', place.span, 1)
  return recorded ? recorded.data.activity !== undefined : proposed.tool.activity !== ''
}

/** What a person wrote in the place of the Call's own end: on the record, in this fork, or in the Run that it was made from. */
function editedEnd(loop: LoopScope, call: ReadyCall): KeptCall | undefined {
  const { history, reuse, deps } = loop.run
  const { span } = call.place
  const completed = history.recorded('call.completed', span)
  if (completed?.data.edited) return { artifacts: [], end: { type: 'completed', data: completed.data } }
  const failed = history.recorded('call.failed', span, 1)
  if (failed?.data.edited) return { artifacts: [], end: { type: 'failed', data: failed.data } }
  const result = reuse.result(span)
  if (result !== undefined) {
    const error = checkOutput(call.proposed.tool.tool, result, deps.validator)
    const how = { call: call.place.id, ms: 0, edited: true } as const
    if (error) return { artifacts: [], end: { type: 'failed', data: { ...how, error, attempt: 1 } } }
    return { artifacts: [], end: { type: 'completed', data: { ...how, result } } }
  }
  // One of the source that nobody edited is kept where an Activity would run: the others are made of what is kept.
  return reuse.isEdited(span) ? keptOf(loop, call) : undefined
}

/** Nothing runs. */
async function performEdited(loop: LoopScope, call: ReadyCall, kept: KeptCall): Promise<Performed> {
  await started(loop, call, 1)
  return await keep(loop, call, 1, kept)
}

/**
 * The workspace pinned a result for it: nothing runs, whatever the mode. Start and end become durable together: after a
 * crash between them the pin may be gone, and the record would begin with one that nobody can give again.
 */
async function performPinned(
  loop: LoopScope,
  call: ReadyCall,
  { result, artifacts }: PinnedResult,
): Promise<Performed> {
  const began = [started(loop, call, 1, { pinned: true }), ...emitArtifacts(loop.run.history, call, artifacts)]
  return (await Promise.all([completed(loop, call, result, 0), ...began]))[0]
}

/** The model already filled the result; without a declared output the Call is its own result (docs/contract/protocol.md#composition). */
async function performLatent(loop: LoopScope, call: ReadyCall): Promise<Performed> {
  const { tool } = call.proposed.tool
  await started(loop, call, 1)
  return await completed(loop, call, tool.output === undefined ? call.resolved : (call.proposed.written ?? null), 0)
}

async function performModule(loop: LoopScope, call: ReadyCall): Promise<Performed> {
  const { run } = loop
  const began = run.deps.clock.elapsed()
  await started(loop, call, 1)
  const outcome = await runModule(loop, call)
  const ms = run.deps.clock.elapsed() - began
  if (outcome.type === 'error') return await failed(loop, call, outcome.error, 1, ms)
  const error = checkGiven(call.proposed.tool.tool, outcome.output, run.deps.validator)
  return error ? await failed(loop, call, error, 1, ms) : await completed(loop, call, outcome.output, ms)
}
