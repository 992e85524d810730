import type { EventData, EventType, JournalEvent } from '../../journal/events.ts'
import type { CallError } from '../../call/call-error.ts'
import type { JsonObject } from '../../schema/json.ts'
import type { Recording } from './recording.ts'

/** The record of one attempt of an Activity. */
export interface PastAttempt {
  readonly started: boolean
  readonly failed: EventData['call.failed'] | undefined
  /** Another attempt was started after it. */
  readonly goesOn: boolean
  /** The Call's end, where this attempt is the last. */
  readonly completed: EventData['call.completed'] | undefined
  /** A question to a person that belongs to it: its Activity asked, or the process ended in the middle of it. */
  readonly asked: Asked | undefined
}

const OF_ATTEMPTS: ReadonlySet<string> = new Set(['activity', 'decision'])

type Asked = EventData['approval.requested']

/** The record of one Call: earlier decisions, which aren't made again. */
export class PastCall {
  readonly #run: Recording
  readonly #span: string

  constructor(run: Recording, span: string) {
    this.#run = run
    this.#span = span
  }

  get wasProposed(): boolean {
    return this.#event('call.proposed') !== undefined
  }

  get wasStarted(): boolean {
    return this.#event('call.started', 1) !== undefined
  }

  get wasRefused(): boolean {
    return this.#event('call.rejected') !== undefined
  }

  /** Started, or a person was asked about it. */
  get hasBegun(): boolean {
    return this.wasStarted || this.#event('approval.requested', 1) !== undefined
  }

  /** Whether an Activity did its work, where it was started. */
  get ranActivity(): boolean | undefined {
    const started = this.#event('call.started', 1)
    return started && started.data.activity !== undefined
  }

  /** How its Module was entered. */
  get entered(): EventData['module.entered'] | undefined {
    return this.#event('module.entered')?.data
  }

  /** Question `n` to a person. */
  asked(n: number): Asked | undefined {
    return this.#event('approval.requested', n)?.data
  }

  /** The first question, where it was asked before the Call was started: later ones are about its Activity or its error. */
  get askedFirst(): Asked | undefined {
    const asked = this.#event('approval.requested', 1)
    const started = this.#event('call.started', 1)
    return asked && (!started || asked.seq < started.seq) ? asked.data : undefined
  }

  /** `question`: the number of the one that may have been asked in it. */
  attempt(n: number, question?: number): PastAttempt {
    const failed = this.#event('call.failed', n)
    const next = this.#event('call.started', n + 1)
    const end = failed ?? next
    const asked = question === undefined ? undefined : this.#event('approval.requested', question)
    return {
      started: this.#event('call.started', n) !== undefined,
      failed: failed?.data,
      goesOn: next !== undefined,
      completed: end ? undefined : this.#event('call.completed')?.data,
      // One that came after the attempt's end belongs to a later attempt.
      asked: asked && OF_ATTEMPTS.has(asked.data.why) && !(end && end.seq < asked.seq) ? asked.data : undefined,
    }
  }

  /** Whether the attempt before `n` ran other code than this, where `n` is not recorded yet. */
  otherCode(n: number, hash: string | undefined): boolean {
    if (this.#run.history.replaying || n < 2) return false
    const before = this.#event('call.started', n - 1)?.data.activityHash
    return before !== undefined && before !== hash && this.#event('call.started', n) === undefined
  }

  /** Parameters that a fork, or one that it comes from, put in the place of those of the model's text `raw`. */
  editedParameters(raw: string): JsonObject | undefined {
    const proposed = this.#event('call.proposed')
    const { reuse } = this.#run
    return proposed?.data.edited ? (proposed.data.parameters as JsonObject) : reuse.parameters(this.#span, raw) // hydrated
  }

  /** The host's result or error for it; undefined if it was not asked. */
  hosted(raw: string): PastHost | undefined {
    const proposed = this.#event('call.proposed')
    if (proposed) return { type: 'said', host: proposed.data.host }
    const refused = this.#event('call.rejected')?.data.error
    if (refused?.code === 'call.refused') return { type: 'refused', error: refused }
    const ended = this.#run.history.recorded('run.failed', '')?.data.error
    if (ended?.code === 'host.invalid' && ended.key === this.#span) return { type: 'ended', error: ended }
    const kept = this.#run.reuse.host(this.#span, raw)
    return kept && { type: 'said', host: kept.host }
  }

  #event<T extends EventType>(type: T, n?: number): (JournalEvent & { readonly type: T }) | undefined {
    return this.#run.history.recorded(type, this.#span, n)
  }
}

type PastHost =
  | { readonly type: 'said'; readonly host: JsonObject | undefined }
  | { readonly type: 'refused'; readonly error: CallError }
  | { readonly type: 'ended'; readonly error: EventData['run.failed']['error'] }
