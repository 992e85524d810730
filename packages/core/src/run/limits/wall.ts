import type { JournalEvent } from '../../journal/events.ts'
import type { Clock } from '../record/executor-deps.ts'

export interface WallOptions {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly recorded: readonly JournalEvent[]
  /** The Run's own limit: of the root's Loop and of all inside it. */
  readonly maxMs: number
  /** Called once, for the limit that is reached first. */
  readonly onReached: (span: string, maxMs: number) => void
}

interface WallLimit {
  readonly span: string
  readonly maxMs: number
  /** Milliseconds of this process's work at which it is reached. */
  readonly at: number
}

/**
 * The working time of a Run: it stops while every branch waits for a person (docs/contract/protocol.md#config). It
 * counts from the beginning.
 */
export class Wall {
  readonly #options: WallOptions
  readonly #root: WallLimit
  readonly #limits: WallLimit[]
  #spent = 0
  #since: number | undefined
  #cancel: (() => void) | undefined

  constructor(options: WallOptions) {
    const { maxMs, recorded } = options
    this.#options = options
    this.#root = { span: '', maxMs, at: maxMs - workedMs(recorded) }
    this.#limits = [this.#root]
    this.go()
  }

  go(): void {
    if (this.#since !== undefined) return
    this.#since = this.#options.clock.elapsed()
    this.#arm()
  }

  pause(): void {
    this.#spent = this.#worked()
    this.#since = undefined
    this.#disarm()
  }

  /** Allows `span`'s Loop at most `maxMs`, recorded time included. Returns a function that lifts the limit. */
  limit(span: string, maxMs: number): () => void {
    const { recorded } = this.#options
    // The record shows that it is over: events after it don't count.
    if (recorded.some((event) => event.span === span && LOOP_ENDS.has(event.type))) return () => {}
    const began = recorded.findIndex((event) => event.span === span)
    const used = began < 0 ? 0 : workedMs(recorded.slice(began))
    const limit: WallLimit = { span, maxMs, at: this.#worked() + maxMs - used }
    // The Run's own limit stays to the end and comes first: no timer is worth setting.
    if (limit.at >= this.#root.at) return () => {}
    this.#limits.push(limit)
    this.#arm()
    return () => {
      const at = this.#limits.indexOf(limit)
      if (at < 0) return
      this.#limits.splice(at, 1)
      this.#arm()
    }
  }

  #worked(): number {
    return this.#spent + (this.#since === undefined ? 0 : this.#options.clock.elapsed() - this.#since)
  }

  #arm(): void {
    const { clock, signal, onReached } = this.#options
    this.#disarm()
    if (this.#since === undefined || signal.aborted) return
    const [first] = this.#limits.toSorted((one, other) => one.at - other.at)
    if (first === undefined) return
    this.#cancel = clock.after(Math.max(0, first.at - this.#worked()), () => {
      this.#limits.length = 0
      onReached(first.span, first.maxMs)
    })
  }

  #disarm(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }
}

/** The error that ends a Module's Call. */
const LOOP_ENDS: ReadonlySet<string> = new Set(['module.left', 'call.completed', 'call.failed'])

/** Milliseconds of work that the record shows, without the gaps in which everything waited. */
function workedMs(recorded: readonly JournalEvent[]): number {
  let sum = 0
  for (const [index, event] of recorded.entries()) {
    const next = recorded[index + 1]
    if (next && event.type !== 'run.waiting' && next.type !== 'run.resumed')
      sum += Date.parse(next.at) - Date.parse(event.at)
  }
  return sum
}
