/** A section that repeats, in seconds. */
export interface Section {
  readonly from: number
  readonly to: number
}

/** Shorter than this and a drag was a click. */
const SHORTEST_SECTION = 0.4

/** The section between two places of a drag, or null where they are too near to be meant as one. */
export const sectionBetween = (a: number, b: number): Section | null =>
  Math.abs(a - b) < SHORTEST_SECTION ? null : { from: Math.min(a, b), to: Math.max(a, b) }

/** Where a sound stands that began at `from` and has sounded for `elapsed` seconds; where it goes round in `loop`, `from` lies inside. */
export const positionAfter = (from: number, elapsed: number, loop: Section | null): number => {
  const straight = from + elapsed
  if (loop === null || straight < loop.to) return straight
  return loop.from + ((straight - loop.from) % (loop.to - loop.from))
}
