import type { Drawing } from './drawing.ts'
import type { Size } from './geometry.ts'
import type { Point } from './layout-file.ts'

/** Between parts that nothing connects. */
const PART_GAP = 64
/** A picture that fits at this zoom is large enough. */
const WHOLE = 1
/** So much larger a broken picture must be seen for columns to be broken. */
const WORTH = 1.03
/** Heights that are tried for a graph that can be seen whole, and for a larger one. */
const STEPS_OF_FEW = 22
const STEPS = 5
const FEW_BOXES = 80
const LOWEST = 0.08

export interface Shape extends Size {
  readonly places: ReadonlyMap<number, Point>
}

/** Parts in rows of about `width`, each under the one before where that leaves the row no higher. */
function pack(parts: readonly Shape[], width: number): Shape {
  const places = new Map<number, Point>()
  let shelf = { y: 0, height: 0, end: 0 }
  let column = { x: 0, width: 0, used: 0 }
  let [right, bottom] = [0, 0]
  for (const part of parts) {
    const isUnder = column.used > 0 && part.width <= column.width && column.used + part.height <= shelf.height
    if (!isUnder) {
      const isNew = shelf.end > 0 && shelf.end + part.width > width
      if (isNew) shelf = { y: bottom + PART_GAP, height: 0, end: 0 }
      column = { x: shelf.end, width: part.width, used: 0 }
      shelf = { ...shelf, height: Math.max(shelf.height, part.height), end: shelf.end + part.width + PART_GAP }
    }
    const at = { x: column.x, y: shelf.y + column.used }
    column = { ...column, used: column.used + part.height + PART_GAP }
    for (const [box, { x, y }] of part.places) places.set(box, { x: x + at.x, y: y + at.y })
    right = Math.max(right, at.x + part.width)
    bottom = Math.max(bottom, at.y + part.height)
  }
  return { places, width: right, height: bottom }
}

/** The zoom at which all of it is seen in `pane`. */
export const zoomIn = ({ width, height }: Size, pane: Size): number =>
  Math.min(WHOLE, pane.width / Math.max(1, width), pane.height / Math.max(1, height))

/** Draws the parts so that all of them are seen as large as can be in a pane of that shape, the largest part first. */
export function fitShape(drawings: readonly Drawing[], pane: Size): Shape {
  const tallest = Math.max(0, ...drawings.map((each) => each.tallest))
  const canWrap = drawings.every((each) => each.canWrap)
  const count = drawings.reduce((sum, each) => sum + each.count, 0)
  const steps = canWrap ? (count > FEW_BOXES ? STEPS : STEPS_OF_FEW) : 1
  const lower = LOWEST ** (1 / steps)
  let best: { readonly shape: Shape; readonly zoom: number } | null = null
  let most = Infinity
  for (let step = 0; step < steps; step += 1) {
    const parts = drawings.map((each) => each.draw(most))
    const area = parts.reduce((sum, { width, height }) => sum + (width + PART_GAP) * (height + PART_GAP), 0)
    const widest = Math.max(0, ...parts.map(({ width }) => width))
    const square = Math.sqrt((area * pane.width) / pane.height)
    for (const width of new Set([Math.max(widest, square), Math.max(widest, square * 1.25), widest])) {
      const shape = pack(parts, width)
      const zoom = zoomIn(shape, pane)
      if (best === null || zoom > best.zoom * (step === 0 ? 1 : WORTH)) best = { shape, zoom }
    }
    if (best !== null && best.zoom >= WHOLE) break
    most = (most === Infinity ? tallest : most) * lower
  }
  return best?.shape ?? { places: new Map(), width: 0, height: 0 }
}
