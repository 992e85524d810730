/** A source of numbers in [0, 1) that is the same for the same seed, on every machine. */
export interface Random {
  (): number
  /** The next numbers, as many as the array holds: faster than one by one. */
  readonly fill: (numbers: Float64Array) => void
  /** An integer in [low, high]. */
  readonly integer: (low: number, high: number) => number
  readonly range: (low: number, high: number) => number
  /** Roughly normal, mean 0, deviation 1, within ±3. */
  readonly normal: () => number
  readonly pick: <T>(items: readonly [T, ...T[]]) => T
  readonly chance: (probability: number) => boolean
}

/** A 32-bit hash of a text (FNV-1a with a final avalanche). */
export const hashText = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

const STEP = 0x6d2b79f5
/** One number of the sequence (mulberry32). */
const scatter = (state: number): number => {
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
}

/** `createRandom('song 7', 'drums')`: independent streams for the parts of one seed. */
export const createRandom = (...seed: readonly (string | number)[]): Random => {
  // Kept as a signed integer: larger ones would be boxed, once for every number drawn.
  let state = hashText(seed.join('\u0000')) | 0
  const next = (): number => {
    state = (state + STEP) | 0
    return scatter(state)
  }
  const fill = (numbers: Float64Array): void => {
    let current = state
    for (let index = 0; index < numbers.length; index++) {
      current = (current + STEP) | 0
      numbers[index] = scatter(current)
    }
    state = current
  }
  const range = (low: number, high: number): number => low + (high - low) * next()
  const integer = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return Object.assign(next, {
    fill,
    range,
    integer,
    normal: () => next() + next() + next() + next() + next() + next() - 3,
    // The index is below the length of a list that has at least one item.
    pick: <T>(items: readonly [T, ...T[]]): T => items[integer(0, items.length - 1)] as T,
    chance: (probability: number) => next() < probability,
  })
}
