import type { EventData } from '../../journal/events.ts'
import { checkOutput } from '../../call/check-parameters.ts'
import type { Json } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import type { Recording } from './recording.ts'
import { completed, started } from './call-events.ts'
import type { History } from './history.ts'
import type { Performed, ReadyCall } from './ready-call.ts'

export interface PinnedResult {
  readonly result: Json
  readonly artifacts: readonly Omit<EventData['artifact.created'], 'call'>[]
}

/**
 * The replacement for this Call's result, by the Journal: pins may have changed. Bad pins are skipped; a fork keeps its
 * source's.
 */
export async function pinnedResult(
  { history, deps, created }: Recording,
  call: ReadyCall,
  caller: string,
): Promise<PinnedResult | undefined> {
  const began = history.recorded('call.started', call.place.span, 1)
  const ended = history.recorded('call.completed', call.place.span)
  if (began && ended) {
    const artifacts = history.all('artifact.created', call.place.span).map(({ data }) => data)
    return { result: ended.data.result as Json, artifacts } // hydrated
  }
  if (!history.decides) return await history.missing(`${call.place.span}#call.completed`)
  if (created.fork) return undefined
  const { tool } = call.proposed.tool
  const question = { profile: created.profile, idea: caller, tool: tool.name, parameters: call.resolved }
  const pin = deps.pinned?.(question)
  if (pin === undefined || checkOutput(tool, pin.result, deps.validator)) return undefined
  const artifacts = artifactsIn(pin.result)
  for (const { sha256 } of artifacts) if ((await deps.artifacts.get(sha256)) === undefined) return undefined
  return { result: pin.result, artifacts }
}

/**
 * A pinned result: nothing runs. Start and end are durable together, as the pin may be gone after a crash. `caller`:
 * the calling Idea's address.
 */
export function performPinned(
  run: Recording,
  call: ReadyCall,
  caller: string,
): Promise<Performed | undefined> | undefined {
  const began = run.history.recorded('call.started', call.place.span, 1)
  // Most Runs have no pins, and what a record shows to have run was not pinned.
  const mayBe = began ? began.data.pinned === true : run.deps.pinned !== undefined && !run.history.replaying
  return mayBe ? standIn(run, call, caller) : undefined
}

async function standIn(run: Recording, call: ReadyCall, caller: string): Promise<Performed | undefined> {
  const pinned = await pinnedResult(run, call, caller)
  if (pinned === undefined) return undefined
  const { result, artifacts } = pinned
  const began = [started(run, call, 1, { pinned: true }), ...emitArtifacts(run.history, call, artifacts)]
  return (await Promise.all([completed(run, call, result, 0), ...began]))[0]
}

/** Files of a result: each is reported once, however often its Run resumes. */
export const emitArtifacts = (
  history: History,
  { place: { id, span } }: ReadyCall,
  artifacts: PinnedResult['artifacts'],
): readonly Promise<void>[] =>
  artifacts.map((artifact, index) => history.emit('artifact.created', span, { ...artifact, call: id }, index + 1))

/** The files that a result names, wherever in it. */
function artifactsIn(value: Json): readonly Omit<EventData['artifact.created'], 'call'>[] {
  if (Array.isArray(value)) return value.flatMap(artifactsIn)
  if (!isObject(value)) return []
  const { $artifact: name, type, bytes, sha256 } = value
  if (typeof name === 'string' && typeof type === 'string' && typeof bytes === 'number' && typeof sha256 === 'string')
    return [{ name, type, bytes, sha256 }]
  return Object.values(value).flatMap(artifactsIn)
}
