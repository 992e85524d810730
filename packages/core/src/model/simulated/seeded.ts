/** A number stream that depends on its key alone, so that what one place gets never depends on another. */
export interface Seeded {
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number
  /** From 0 up to 1. */
  fraction(): number
  pick<T>(items: readonly T[]): T | undefined
}

/** FNV-1a over UTF-16 units: a 32-bit number for a text. Not for secrets. */
export const hashText = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/** Mulberry32 from a text key. */
export const seeded = (key: string): Seeded => {
  let state = hashText(key)
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    fraction,
    integer: (min, max) => min + Math.floor(fraction() * (max - min + 1)),
    pick: (items) => items[Math.floor(fraction() * items.length)],
  }
}
