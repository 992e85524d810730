import { graphStore } from '../../graph/graph-store.ts'
import type { Point } from '../../layout/layout-file.ts'
import { ROW_HEIGHT, isSmall, sizeOf, type Size } from '../../layout/geometry.ts'
import { createSpace } from '../../layout/space.ts'

/** Room for the Tools that an Idea will be given, so that the next ones need not move for them. */
const GROWTH = 3 * ROW_HEIGHT
/** Between nodes, so that an edge still gets through. */
const GAP = 24
/** Between two rings around the place that was wanted, and how many are tried. */
const RING = 60
const RINGS = 60

/** Down a column, and how far. */
const STEP = 20
const FAR = 700

/** The free place on the canvas for something of `size` that is nearest to `wanted`; what `grows` gets room for it. */
export function freePlace(wanted: Point, size: Size, grows = true): Point {
  const isFree = freedom(size, grows)
  for (let ring = 0; ring <= RINGS; ring += 1)
    for (let turn = 0; turn < (ring === 0 ? 1 : 12); turn += 1) {
      const angle = (turn / 12) * 2 * Math.PI
      const x = Math.round(wanted.x + Math.cos(angle) * ring * RING)
      const y = Math.round(wanted.y + Math.sin(angle) * ring * RING)
      if (isFree({ x, y })) return { x, y }
    }
  return { x: Math.round(wanted.x), y: Math.round(wanted.y) }
}

/** The first free place down from `wanted`, so that the callees of a node form a column; else the nearest. */
export function freeBelow(wanted: Point, size: Size): Point {
  const isFree = freedom(size, true)
  const x = Math.round(wanted.x)
  for (let down = 0; down <= FAR; down += STEP) {
    const y = Math.round(wanted.y + down)
    if (isFree({ x, y })) return { x, y }
  }
  return freePlace(wanted, size)
}

/** Whether something of `size` covers nothing at a place. */
function freedom(size: Size, grows: boolean): (at: Point) => boolean {
  const growth = grows ? GROWTH : 0
  const { shown, places, notes } = graphStore.getState()
  const space = createSpace(
    shown.nodes.flatMap((node) => {
      const at = places.get(node.id)
      if (at === undefined) return []
      const { width, height } = sizeOf(node)
      return [{ id: node.id, ...at, width, height: height + (isSmall(node) ? 0 : growth) }]
    }),
  )
  for (const [id, note] of notes) space.add({ id, ...note })
  const room = { width: size.width + 2 * GAP, height: size.height + growth + 2 * GAP }
  return ({ x, y }) => space.blocker({ x: x - GAP, y: y - GAP, ...room }) === undefined
}
