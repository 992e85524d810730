/** Everything random of one simulation comes from one of these: the same seed, the same Run, for ever. */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** A whole number, both ends included. */
  int(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** A part of the list in its own order, each item with this probability. */
  some<T>(from: readonly T[], probability: number): readonly T[]
  /** Its own generator, so that more draws here change nothing there. */
  split(): Random
}

/** Mulberry32: small, fast and good enough to choose faults. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  const random: Random = {
    next() {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), state | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    },
    int: (from, to) => from + Math.floor(random.next() * (to - from + 1)),
    chance: (probability) => random.next() < probability,
    pick<T>(from: readonly T[]) {
      if (from.length === 0) throw new RangeError('nothing to pick from')
      return from[random.int(0, from.length - 1)] as T // the index is in range
    },
    some: (from, probability) => from.filter(() => random.chance(probability)),
    split: () => createRandom(random.int(0, 2 ** 31 - 1)),
  }
  return random
}
