import { amend, copyOf, end, openedSpan } from './span-draft.ts'
import type { Span } from './span.ts'
import type { TraceEvent } from './trace-event.ts'
import { grown } from './history.ts'

/** One Span after each event. Keeps the newest; folds an earlier one again on demand and caches it. */
export class SpanHistory {
  /** After the newest event. */
  latest: Span
  #events: TraceEvent[]
  /** The event that ended the Run while the span was still open. */
  #cancel: TraceEvent | undefined
  /** How many events `#past` is folded from. */
  #count = 0
  #past: Span | undefined

  constructor(latest: Span, event: TraceEvent) {
    this.latest = latest
    this.#events = [event]
  }

  /** `latest` is what it is after `event`. */
  set(latest: Span, event: TraceEvent): void {
    this.latest = latest
    this.#events = grown(this.#events, event)
  }

  /** The Run ended before the span did. */
  cancel(event: TraceEvent, at: number): Span {
    const after = copyOf(this.latest)
    end(after, 'cancelled', at)
    this.#cancel = event
    this.latest = after
    return after
  }

  /** The Span after event `seq`, undefined before its first. */
  at(seq: number): Span | undefined {
    const events = this.#events
    let count = events.length
    while (count > 0 && (events[count - 1]?.seq ?? 0) > seq) count--
    if (count === 0) return undefined
    if (count === events.length && (this.#cancel === undefined || this.#cancel.seq <= seq)) return this.latest
    if (count !== this.#count || this.#past === undefined) {
      this.#past = this.#fold(count)
      this.#count = count
    }
    return this.#past
  }

  #fold(count: number): Span {
    const span = openedSpan(this.latest)
    for (const event of this.#events.slice(0, count)) amend(span, event, Date.parse(event.at))
    return span
  }
}
