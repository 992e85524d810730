/** An array that grows past this many grows ahead; until then it holds no more than it needs. */
const FEW = 6

/** `push`, but short arrays stay as small as they are: there are as many of them as a Run has spans. */
export const grown = <T>(items: T[], item: T): T[] => {
  if (items.length < FEW) return [...items, item]
  items.push(item)
  return items
}

/**
 * A value's history over a Journal. Keeps only changes: append is amortised O(1), `at` O(log changes). Don't mutate
 * values.
 */
export class History<T> {
  #seqs: number[] = []
  #values: T[] = []

  /** The value after the newest event. */
  get latest(): T | undefined {
    return this.#values[this.#values.length - 1]
  }

  /** The `seq` of the first change; Infinity while there is none. */
  get since(): number {
    return this.#seqs[0] ?? Infinity
  }

  /** `seq` must not be smaller than in an earlier call; the same one replaces its value. */
  set(seq: number, value: T): void {
    const last = this.#seqs.length - 1
    if (this.#seqs[last] === seq) this.#values[last] = value
    else {
      this.#seqs = grown(this.#seqs, seq)
      this.#values = grown(this.#values, value)
    }
  }

  /** The value after event `seq`, undefined before the first change. */
  at(seq: number): T | undefined {
    return this.#values[countUpTo(this.#seqs, seq) - 1]
  }
}

/** How many of the ascending `numbers` are not greater than `limit`. */
export const countUpTo = (numbers: readonly number[], limit: number): number => {
  let low = 0
  let high = numbers.length
  if (high > 0 && (numbers[high - 1] ?? 0) <= limit) return high
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
