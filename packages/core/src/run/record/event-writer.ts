import { made, type Deferred } from '../../journal/deferred.ts'
import type { EventData, EventType, NewEvent } from '../../journal/events.ts'
import { isEnd } from '../../journal/fold-run.ts'
import { isoTime } from '../../journal/iso-time.ts'
import type { Journal, Lease } from '../../journal/journal.ts'
import { parentOf } from '../../journal/parent-of.ts'
import type { Clock } from './executor-deps.ts'
import { heardLater } from './heard-later.ts'

export interface WriterOptions {
  readonly journal: Journal
  readonly clock: Pick<Clock, 'now' | 'after'>
  /** The Journal cannot be written: the Run must stop where it is. */
  readonly onBroken: (error: unknown) => void
}

/** Events that are appended together. */
interface Batch {
  readonly events: NewEvent[]
  /** Somebody waits for it. */
  isAwaited: boolean
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
  return { events: [], isAwaited: false, written, done, fail }
}
const DONE = Promise.resolve()
/** How long a gathered event waits for one that somebody awaits. */
const GATHERED_MS = 5

/**
 * Appends the events of one execution in their order: those of one tick together, and events that come meanwhile after
 * them. Gathered ones wait for the next that somebody awaits (docs/decisions/2026-11-23-two-commits-a-turn.md).
 */
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

  /** Resolves once the event is durable; a gathered one at once: it becomes durable with the next, or some milliseconds later. */
  write<T extends EventType>(
    type: T,
    key: string,
    span: string,
    given: EventData[T] | Deferred<EventData[T]>,
    isGathered: boolean,
  ): Promise<void> {
    const { journal, clock } = this.#options
    if (this.#broken) return Promise.reject(this.#broken.error)
    // Effects of a branch after the end of its Run are ignored.
    if (this.#hasEnded) return new Promise<never>(() => {})
    this.#hasEnded = isEnd(type)
    this.#latest = Math.max(this.#latest, clock.now())
    const at = isoTime(this.#latest)
    const data = journal.defers === true ? given : made(given)
    const batch = (this.#pending ??= createBatch())
    // The type and its data belong together by this function's signature.
    batch.events.push({ type, key, at, span, parent: parentOf(span), data } as unknown as NewEvent)
    if (isGathered && journal.gathers === true) {
      if (batch.events.length > 1) return DONE
      clock.after(GATHERED_MS, () => this.#await(batch))
      // A gathered batch may have no listener; the next write reports the failure.
      heardLater(batch.written)
      return DONE
    }
    this.#await(batch)
    return batch.written
  }

  #await(batch: Batch): void {
    batch.isAwaited = true
    if (!this.#isFlushing && batch === this.#pending) void this.#flush()
  }

  async #flush(): Promise<void> {
    this.#isFlushing = true
    // Let the events of this tick travel together.
    await DONE
    while (this.#pending?.isAwaited === true) {
      const batch = this.#pending
      this.#pending = undefined
      try {
        await this.#options.journal.append(this.#lease, batch.events)
        batch.done()
      } catch (error) {
        this.#breakOff(batch, error)
      }
    }
    this.#isFlushing = false
  }

  #breakOff(batch: Batch, error: unknown): void {
    this.#broken = { error }
    this.#options.onBroken(error)
    batch.fail(error)
    // Nothing after what was lost is written by this execution, or the record would have a hole.
    this.#pending?.fail(error)
    this.#pending = undefined
  }
}
