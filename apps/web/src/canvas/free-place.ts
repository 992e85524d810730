import type { Point } from '../document/layout-file.ts'
import { graphStore } from '../stores/graph.ts'
import { sizeOf, type Size } from './geometry.ts'
import { createSpace } from './space.ts'

/** The free place on the canvas for something of `size` that is nearest to `wanted`; there itself where all around is taken. */
export function freePlace(wanted: Point, size: Size): Point {
  const { shown, places, notes } = graphStore.getState()
  const space = createSpace(
    shown.nodes.flatMap((node) => {
      const at = places.get(node.id)
      return at === undefined ? [] : [{ id: node.id, ...at, ...sizeOf(node) }]
    }),
  )
  for (const [id, note] of notes) space.add({ id, ...note })
  for (let ring = 0; ring <= 8; ring += 1)
    for (let turn = 0; turn < (ring === 0 ? 1 : 12); turn += 1) {
      const angle = (turn / 12) * 2 * Math.PI
      const x = Math.round(wanted.x + Math.cos(angle) * ring * 90)
      const y = Math.round(wanted.y + Math.sin(angle) * ring * 90)
      if (space.blocker({ x, y, ...size }) === undefined) return { x, y }
    }
  return { x: Math.round(wanted.x), y: Math.round(wanted.y) }
}
