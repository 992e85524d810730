import type { EventData } from '../../journal/events.ts'
import { checkOutput } from '../../call/check-parameters.ts'
import type { Json } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import type { LoopScope } from './loop-scope.ts'
import type { ReadyCall } from './ready-call.ts'

export interface PinnedResult {
  readonly result: Json
  readonly artifacts: readonly Omit<EventData['artifact.created'], 'call'>[]
}

/** Whether there is anything to ask: most Runs have no pins, and what a record shows to have run was not pinned. */
export function mayBePinned({ run }: LoopScope, { place: { span } }: ReadyCall): boolean {
  const began = run.history.recorded('call.started', span, 1)
  return began ? began.data.pinned === true : run.deps.pinned !== undefined && !run.history.replaying
}

/**
 * What stands in the place of this Call's result. Whether one did is a fact of the Journal: pins may have changed since.
 * A pin that does not fit the Tool's `_output` any more, or whose files are gone, is passed over; a fork keeps its
 * source's results instead.
 */
export async function pinnedResult(loop: LoopScope, call: ReadyCall): Promise<PinnedResult | undefined> {
  const { history, deps, created } = loop.run
  const began = history.recorded('call.started', call.place.span, 1)
  const ended = history.recorded('call.completed', call.place.span)
  if (began && ended) {
    const artifacts = history.all('artifact.created', call.place.span).map(({ data }) => data)
    return { result: ended.data.result as Json, artifacts } // hydrated
  }
  if (history.replaying) return await history.missing(`${call.place.span}#call.completed`)
  if (created.fork) return undefined
  const { tool } = call.proposed.tool
  const question = { profile: created.profile, idea: loop.address, tool: tool.name, parameters: call.resolved }
  const pin = deps.pinned?.(question)
  if (pin === undefined || checkOutput(tool, pin.result, deps.validator)) return undefined
  const artifacts = artifactsIn(pin.result)
  for (const { sha256 } of artifacts) if ((await deps.artifacts.get(sha256)) === undefined) return undefined
  return { result: pin.result, artifacts }
}

/** The files that a result names, wherever in it. */
function artifactsIn(value: Json): readonly Omit<EventData['artifact.created'], 'call'>[] {
  if (Array.isArray(value)) return value.flatMap(artifactsIn)
  if (!isObject(value)) return []
  const { $artifact: name, type, bytes, sha256 } = value
  if (typeof name === 'string' && typeof type === 'string' && typeof bytes === 'number' && typeof sha256 === 'string')
    return [{ name, type, bytes, sha256 }]
  return Object.values(value).flatMap(artifactsIn)
}
