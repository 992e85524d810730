/** A section that repeats, in seconds. */
export interface Section {
  readonly from: number
  readonly to: number
}

/** Shorter than this and a drag was a click. */
const SHORTEST_SECTION = 0.4

/** The section between two places of a drag, or null if they are too near to be meant as one. */
export const sectionBetween = (a: number, b: number): Section | null =>
  Math.abs(a - b) < SHORTEST_SECTION ? null : { from: Math.min(a, b), to: Math.max(a, b) }

/** The position of a sound that began at `from`, after `elapsed` seconds; in a `loop`, `from` is inside. */
export const positionAfter = (from: number, elapsed: number, loop: Section | null): number => {
  const straight = from + elapsed
  if (loop === null || straight < loop.to) return straight
  return loop.from + ((straight - loop.from) % (loop.to - loop.from))
}
