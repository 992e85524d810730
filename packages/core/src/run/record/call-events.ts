import type { RegisteredActivity } from '../../activity/activity.ts'
import type { CallError } from '../../call/call-error.ts'
import type { ProposedCall } from '../../call/judged-call.ts'
import { Deferred } from '../../journal/deferred.ts'
import type { EventData } from '../../journal/events.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { weigh, weighText } from '../../schema/weigh.ts'
import { inputsOf, type CallInputs } from './call-inputs.ts'
import type { CallPlace } from './call-place.ts'
import type { Recording } from './recording.ts'
import type { Performed, ReadyCall } from './ready-call.ts'

class Proposed extends Deferred<EventData['call.proposed']> {
  readonly #place: CallPlace
  readonly #call: ProposedCall
  readonly #raw: string
  readonly #isEdited: boolean
  readonly #host: JsonObject | undefined

  constructor(place: CallPlace, call: ProposedCall, raw: string, isEdited: boolean, host: JsonObject | undefined) {
    super()
    this.#place = place
    this.#call = call
    this.#raw = raw
    this.#isEdited = isEdited
    this.#host = host
  }

  make(): EventData['call.proposed'] {
    const { tool, parameters, meta, reasoning, written } = this.#call
    return {
      call: this.#place.id,
      tool: tool.name,
      parameters,
      meta: { ...meta } as JsonObject, // strings and lists of strings
      host: this.#host,
      raw: this.#raw,
      reasoning,
      prediction: tool.mode === 'latent' ? undefined : written,
      edited: this.#isEdited ? true : undefined,
    }
  }

  override weight(): number {
    return weighText(this.#raw.length)
  }
}

/** Journals a Call that was judged; `raw`: its text as the model wrote it. */
export const proposed = (
  run: Recording,
  place: CallPlace,
  call: ProposedCall,
  raw: string,
  isEdited: boolean,
  host: JsonObject | undefined,
): Promise<void> => run.history.gather('call.proposed', place.span, new Proposed(place, call, raw, isEdited, host))

interface How {
  readonly activity?: RegisteredActivity
  readonly pinned?: true
}

class Started extends Deferred<EventData['call.started']> {
  readonly #place: CallPlace
  readonly #inputs: CallInputs
  readonly #attempt: number
  readonly #how: How

  constructor({ place, proposed, resolved, imports, view }: ReadyCall, attempt: number, how: How) {
    super()
    this.#place = place
    this.#inputs = { proposed, resolved, imports, view }
    this.#attempt = attempt
    this.#how = how
  }

  make(): EventData['call.started'] {
    const { proposed, resolved } = this.#inputs
    const { mode, activity } = proposed.tool
    return {
      call: this.#place.id,
      mode,
      activity: activity === '' ? undefined : activity,
      activityHash: this.#how.activity?.hash,
      pinned: this.#how.pinned,
      attempt: this.#attempt,
      inputs: inputsOf(this.#inputs),
      resolved,
    }
  }
}

/** Journals that a Call starts; how, once its mode, Activity or pin is known. */
export function started(run: Recording, call: ReadyCall, attempt: number, how: How = {}): Promise<void> {
  const { history } = run
  const data = new Started(call, attempt, how)
  const { span } = call.place
  // Only code outside depends on it: a latent Call or a Module begins nothing that its own facts don't come before.
  const written =
    how.activity === undefined
      ? history.gather('call.started', span, data, attempt)
      : history.emit('call.started', span, data, attempt)
  const { rest } = run.deps
  // Several that refer to one large value begin together.
  return call.isLarge && rest ? written.then(rest) : written
}

class Completed extends Deferred<EventData['call.completed']> {
  readonly #place: CallPlace
  readonly #result: Json
  readonly #ms: number

  constructor(place: CallPlace, result: Json, ms: number) {
    super()
    this.#place = place
    this.#result = result
    this.#ms = ms
  }

  make(): EventData['call.completed'] {
    return { call: this.#place.id, result: this.#result, ms: this.#ms }
  }

  override weight(most: number): number {
    return weigh(this.#result, most)
  }
}

/** `isOnce`: what gave the result must not run twice, so a crash may not take it away any more. */
export function completed(
  { history }: Recording,
  { place }: ReadyCall,
  result: Json,
  ms: number,
  isOnce = false,
): Promise<Performed> {
  const data = new Completed(place, result, ms)
  const written = isOnce
    ? history.emit('call.completed', place.span, data)
    : history.gather('call.completed', place.span, data)
  return written.then(() => ({ type: 'result', result }))
}

export async function failed(
  run: Recording,
  call: ReadyCall,
  error: CallError,
  attempt: number,
  ms: number,
): Promise<Performed> {
  await run.history.emit('call.failed', call.place.span, { call: call.place.id, error, attempt, ms }, attempt)
  return { type: 'error', error }
}

/** A result that nothing was run for. */
export async function answered(
  { history }: Recording,
  { place }: Pick<ReadyCall, 'place'>,
  result: Json,
): Promise<void> {
  await history.emit('call.completed', place.span, { call: place.id, result, ms: 0 })
}

/** Journals that a Call is refused; gives the error that its model sees. */
export async function rejected(
  { history }: Recording,
  { id, span }: CallPlace,
  error: CallError,
  told: { readonly tool?: string; readonly raw?: string } = {},
): Promise<CallError> {
  const known = history.recorded('call.rejected', span)
  await history.gather('call.rejected', span, { call: id, error, ...told })
  // The model keeps seeing the same sentence: removing a secret moves the place of a fault.
  return known?.data.error ?? error
}
