import { made, type Deferred } from '../../journal/deferred.ts'
import type { EventData, EventType, NewEvent } from '../../journal/events.ts'
import { isEnd } from '../../journal/fold-run.ts'
import { isoTime } from '../../journal/iso-time.ts'
import type { Journal, Lease } from '../../journal/journal.ts'
import { parentOf } from '../../journal/parent-of.ts'

export interface WriterOptions {
  readonly journal: Journal
  readonly now: () => number
  /** The Journal cannot be written: the Run must stop where it is. */
  readonly onBroken: (error: unknown) => void
}

/** Events that are appended together. */
interface Batch {
  readonly events: NewEvent[]
  readonly written: Promise<void>
  readonly done: () => void
  readonly fail: (error: unknown) => void
}
function createBatch(): Batch {
  let done = (): void => {}
  let fail = (_error: unknown): void => {}
  const written = new Promise<void>((resolve, reject) => {
    done = resolve
    fail = reject
  })
  return { events: [], written, done, fail }
}
const DONE = Promise.resolve()

/** Appends the events of one execution in their order: those of one tick together, and what comes meanwhile after them. */
export class EventWriter {
  readonly #options: WriterOptions
  readonly #lease: Lease
  /** The latest time of any event: the machine's clock may go back, and the record continues. */
  #latest: number
  #pending: Batch | undefined
  #isFlushing = false
  #hasEnded = false
  #broken: { readonly error: unknown } | undefined

  /** `after`: the time of the last event that is recorded, ISO 8601. */
  constructor(options: WriterOptions, lease: Lease, after: string | undefined) {
    this.#options = options
    this.#lease = lease
    this.#latest = after === undefined ? 0 : Date.parse(after)
  }

  /** Resolves once the event is durable. */
  write<T extends EventType>(
    type: T,
    key: string,
    span: string,
    given: EventData[T] | Deferred<EventData[T]>,
  ): Promise<void> {
    const { journal, now } = this.#options
    if (this.#broken) return Promise.reject(this.#broken.error)
    // Effects of a branch after the end of its Run are ignored.
    if (this.#hasEnded) return new Promise<never>(() => {})
    this.#hasEnded = isEnd(type)
    this.#latest = Math.max(this.#latest, now())
    const at = isoTime(this.#latest)
    const data = journal.defers === true ? given : made(given)
    const batch = (this.#pending ??= createBatch())
    // The type and its data belong together by this function's signature.
    batch.events.push({ type, key, at, span, parent: parentOf(span), data } as unknown as NewEvent)
    if (!this.#isFlushing) {
      this.#isFlushing = true
      // Let the events of this tick travel together.
      void DONE.then(() => this.#flush())
    }
    return batch.written
  }

  #flush(): void {
    const batch = this.#takePending()
    this.#isFlushing = batch !== undefined
    if (!batch) return
    const goOn = (): void => {
      batch.done()
      this.#flush()
    }
    const breakOff = (error: unknown): void => {
      this.#broken = { error }
      this.#isFlushing = false
      this.#options.onBroken(error)
      batch.fail(error)
      // Nothing after what was lost is written by this execution, or the record would have a hole.
      this.#takePending()?.fail(error)
    }
    this.#options.journal.append(this.#lease, batch.events).then(goOn, breakOff)
  }

  #takePending(): Batch | undefined {
    const batch = this.#pending
    this.#pending = undefined
    return batch
  }
}
