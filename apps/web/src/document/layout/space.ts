import { overlaps, type Rect } from './geometry.ts'

/** A rectangle of the canvas with its node's id. */
export interface Spot extends Rect {
  readonly id: string
}

/** Rectangles found by where they are, without looking at all of them. */
export interface Space {
  add(spot: Spot): void
  /** In the order they were added. */
  readonly all: readonly Spot[]
  /** The entries that overlap `rect`, each once, in order of insertion within a cell. */
  within(rect: Rect): readonly Spot[]
  /** Anything that overlaps `rect`. */
  blocker(rect: Rect): Spot | undefined
}

/** Side of a cell, in canvas units: about two nodes. */
const CELL = 512

/** A cell as one number: columns and rows within a hundred million units of the origin. */
const ROWS = 2 ** 20

function* cellsOf({ x, y, width, height }: Rect): Generator<number> {
  for (let column = Math.floor(x / CELL); column <= Math.floor((x + width) / CELL); column += 1)
    for (let row = Math.floor(y / CELL); row <= Math.floor((y + height) / CELL); row += 1) yield column * ROWS + row
}

/** A space of `spots`; its costs depend on the neighbourhood, not on the total. */
export function createSpace(spots: Iterable<Spot> = []): Space {
  const cells = new Map<number, Spot[]>()
  const all: Spot[] = []
  const space: Space = {
    all,
    add(spot) {
      all.push(spot)
      for (const cell of cellsOf(spot)) {
        const here = cells.get(cell)
        if (here === undefined) cells.set(cell, [spot])
        else here.push(spot)
      }
    },
    within(rect) {
      const found = new Set<Spot>()
      for (const cell of cellsOf(rect))
        for (const spot of cells.get(cell) ?? []) if (overlaps(rect, spot)) found.add(spot)
      return [...found]
    },
    blocker(rect) {
      for (const cell of cellsOf(rect)) {
        const found = cells.get(cell)?.find((spot) => overlaps(rect, spot))
        if (found !== undefined) return found
      }
      return undefined
    },
  }
  for (const spot of spots) space.add(spot)
  return space
}
