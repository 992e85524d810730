import { countUpTo } from './history.ts'

/** How many Calls or Loops are in each phase. */
export interface Counts {
  readonly running: number
  readonly waiting: number
  readonly done: number
  readonly failed: number
}
export type Phase = keyof Counts

export const NO_COUNTS: Counts = { running: 0, waiting: 0, done: 0, failed: 0 }

/** One fewer in `from`, one more in `to`. */
export const movedCounts = (counts: Counts, from: Phase | undefined, to: Phase | undefined): Counts => ({
  running: counts.running + stepOf('running', from, to),
  waiting: counts.waiting + stepOf('waiting', from, to),
  done: counts.done + stepOf('done', from, to),
  failed: counts.failed + stepOf('failed', from, to),
})

const stepOf = (phase: Phase, from: Phase | undefined, to: Phase | undefined): number =>
  (to === phase ? 1 : 0) - (from === phase ? 1 : 0)

const PHASES: readonly Phase[] = ['running', 'waiting', 'done', 'failed']

/** A History of Counts, kept as numbers: a long Run moves hundreds of thousands of times, each an object otherwise. */
export class CountsHistory {
  readonly #seqs: number[] = []
  /** Four for each change, as PHASES has them. */
  readonly #counts: number[] = []
  #readAt = -1
  #read: Counts = NO_COUNTS

  /** `seq` must not be smaller than in an earlier call; the last of several with the same one wins. */
  move(seq: number, from: Phase | undefined, to: Phase | undefined): void {
    const last = this.#seqs.length - 1
    const isSame = this.#seqs[last] === seq
    const base = last * PHASES.length
    const target = isSame ? base : base + PHASES.length
    for (const [offset, phase] of PHASES.entries())
      this.#counts[target + offset] = (this.#counts[base + offset] ?? 0) + stepOf(phase, from, to)
    if (isSame) this.#readAt = -1
    else this.#seqs.push(seq)
  }

  /** After event `seq`; undefined before the first change. Asked again for the same change it answers the same object. */
  at(seq: number): Counts | undefined {
    const change = countUpTo(this.#seqs, seq) - 1
    if (change < 0) return undefined
    if (change !== this.#readAt) {
      const [running = 0, waiting = 0, done = 0, failed = 0] = this.#counts.slice(change * 4, change * 4 + 4)
      this.#readAt = change
      this.#read = { running, waiting, done, failed }
    }
    return this.#read
  }
}
