import type { RegisteredActivity } from '../activity/activity.ts'
import type { CallError } from '../call/call-error.ts'
import { Deferred } from '../journal/deferred.ts'
import type { EventData } from '../journal/events.ts'
import { canonicalJson, sha256Text } from '../schema/hash.ts'
import type { Json, JsonObject, Sha256 } from '../schema/json.ts'
import { isLarge } from '../schema/rest.ts'
import { weigh } from '../schema/weigh.ts'
import type { LoopScope } from './loop-scope.ts'
import type { Performed, ReadyCall } from './ready-call.ts'

type CallInputs = Pick<ReadyCall, 'proposed' | 'resolved' | 'imports' | 'view'>
/** What a Call runs with, as a fork compares it. */
export function inputsOf(call: CallInputs): Sha256 {
  const { tool, meta } = call.proposed
  const { resolved: parameters, imports, view } = call
  // The canonical text of the five, put together so that a large state is not written again for each Call.
  const texts = [
    `{"imports":${canonicalJson(imports)}`,
    `"module":${canonicalJson(meta._module ?? null)}`,
    `"parameters":${canonicalJson(parameters)}`,
    `"state":${stateText(view.state)}`,
    `"tool":${canonicalJson(tool.name)}}`,
  ]
  return sha256Text(texts.join(','))
}

const stateTexts = new WeakMap<JsonObject, string>()
function stateText(state: JsonObject): string {
  const known = stateTexts.get(state)
  if (known !== undefined) return known
  const text = canonicalJson(state)
  if (isLarge(text.length)) stateTexts.set(state, text)
  return text
}

/** Journals that a Call starts; how, once its mode, Activity or pin is known. */
export function started(
  loop: LoopScope,
  call: ReadyCall,
  attempt: number,
  how: { readonly activity?: RegisteredActivity; readonly pinned?: true } = {},
): Promise<void> {
  const { activity, pinned } = how
  const { tool } = call.proposed
  const make = (): EventData['call.started'] => ({
    call: call.place.id,
    mode: tool.mode,
    activity: tool.activity === '' ? undefined : tool.activity,
    activityHash: activity?.hash,
    pinned,
    attempt,
    inputs: inputsOf(call),
    resolved: call.resolved,
  })
  const written = loop.run.history.emit('call.started', call.place.span, new Deferred(make), attempt)
  const { rest } = loop.run.deps
  // Several that refer to one large value begin together.
  return call.isLarge && rest ? written.then(rest) : written
}

export function completed(loop: LoopScope, call: ReadyCall, result: Json, ms: number): Promise<Performed> {
  const make = (): EventData['call.completed'] => ({ call: call.place.id, result, ms })
  const written = loop.run.history.emit(
    'call.completed',
    call.place.span,
    new Deferred(make, (most) => weigh(result, most)),
  )
  return written.then(() => ({ type: 'result', result }))
}

export async function failed(
  loop: LoopScope,
  call: ReadyCall,
  error: CallError,
  attempt: number,
  ms: number,
): Promise<Performed> {
  await loop.run.history.emit('call.failed', call.place.span, { call: call.place.id, error, attempt, ms }, attempt)
  return { type: 'error', error }
}
