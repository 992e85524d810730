import { argumentsHash } from '../../call/approval.ts'
import { checkOutput } from '../../call/check-parameters.ts'
import type { Json } from '../../schema/json.ts'
import { inputsOf } from './call-inputs.ts'
import type { KeptCall } from './reuse.ts'
import type { Recording } from './recording.ts'
import { emitArtifacts, pinnedResult } from './pinned.ts'
import type { Performed, ReadyCall } from './ready-call.ts'

/** How this Call ended in the Run that the fork was made from, where that still holds. */
export const keptOf = (run: Recording, call: ReadyCall): KeptCall | undefined =>
  run.history.reuse.call(call.place.span, () => inputsOf(call))

/** A person's replacement for the Call's own end, on this Run's record. */
export function editedEnd({ history }: Recording, { place: { span } }: ReadyCall): KeptCall | undefined {
  const completed = history.recorded('call.completed', span)
  if (completed?.data.edited) return { artifacts: [], end: { type: 'completed', data: completed.data } }
  const failed = history.recorded('call.failed', span, 1)
  return failed?.data.edited ? { artifacts: [], end: { type: 'failed', data: failed.data } } : undefined
}

/** The same in this fork's edit, or in the Run that it was made from. */
export function keptEdit(run: Recording, call: ReadyCall): KeptCall | undefined {
  const { history, deps } = run
  const { reuse } = history
  const { span } = call.place
  const result = reuse.result(span)
  // An unedited kept end is looked up where an Activity would run: other modes are made of kept facts.
  if (result === undefined) return reuse.isEdited(span) ? keptOf(run, call) : undefined
  const error = checkOutput(call.proposed.tool.tool, result, deps.validator)
  const how = { call: call.place.id, ms: 0, edited: true } as const
  if (error) return { artifacts: [], end: { type: 'failed', data: { ...how, error, attempt: 1 } } }
  return { artifacts: [], end: { type: 'completed', data: { ...how, result } } }
}

/** Whether nothing runs for the Call: a fork keeps its result, a person wrote it, or the workspace pinned it. */
export const isGiven = async (run: Recording, call: ReadyCall, caller: string): Promise<boolean> =>
  run.history.reuse.result(call.place.span) !== undefined ||
  keptOf(run, call) !== undefined ||
  (await pinnedResult(run, call, caller)) !== undefined

/** Whether a person decided on it in the Run that a fork was made from: that decision is kept with the Call. */
export const wasDecided = ({ history: { reuse } }: Recording, call: ReadyCall): boolean => {
  const hash = argumentsHash(call.proposed.tool.name, call.resolved)
  return (
    reuse.decision(call.place.span, 1, hash, (resolved = call.resolved) => inputsOf({ ...call, resolved })) !==
    undefined
  )
}

/** The source's result remains, with the files it made. */
export async function keep(
  { history }: Recording,
  call: ReadyCall,
  attempt: number,
  { artifacts, end }: KeptCall,
): Promise<Performed> {
  await Promise.all(emitArtifacts(history, call, artifacts))
  if (end.type === 'completed') {
    await history.emit('call.completed', call.place.span, { ...end.data, call: call.place.id })
    return { type: 'result', result: end.data.result as Json } // hydrated
  }
  await history.emit('call.failed', call.place.span, { ...end.data, call: call.place.id, attempt }, attempt)
  return { type: 'error', error: end.data.error }
}
