import { placeNodes } from '../../layout/layout-edits.ts'
import type { Point } from '../../layout/layout-file.ts'
import { framesOf, withMembers } from '../../layout/group-frames.ts'
import { outermost } from '../../layout/group-tree.ts'
import { sizeOf, type Rect } from '../../layout/geometry.ts'
import { applyEdits, documentStore } from '../../open/document-store.ts'
import { graphStore } from '../../graph/graph-store.ts'
import { sessionStore } from '../../../platform/session/session.ts'

interface Placed extends Rect {
  readonly id: string
}

/** The selected nodes, notes and groups; each group is one rectangle. */
function selectedRects(): readonly Placed[] {
  const { shown, places, notes, groups } = graphStore.getState()
  const frames = framesOf(shown, groups, places)
  return outermost(sessionStore.getState().selection.nodes, groups).flatMap((id): Placed[] => {
    const rect = notes.get(id) ?? frames.get(id)
    if (rect !== undefined) return [{ id, ...rect }]
    const node = shown.nodes.find((each) => each.id === id)
    const at = places.get(id)
    return node === undefined || at === undefined ? [] : [{ id, ...at, ...sizeOf(node) }]
  })
}

type Axis = 'x' | 'y'
const LENGTH = { x: 'width', y: 'height' } as const

/** All begin where the first of them does. */
export function aligned(rects: readonly Placed[], axis: Axis): ReadonlyMap<string, Point> {
  const start = Math.min(...rects.map((rect) => rect[axis]))
  return new Map(rects.map(({ id, x, y }) => [id, axis === 'x' ? { x: start, y } : { x, y: start }]))
}

/** The same room between all of them; the first and the last stay. */
export function distributed(rects: readonly Placed[], axis: Axis): ReadonlyMap<string, Point> {
  const length = LENGTH[axis]
  const sorted = [...rects].sort((a, b) => a[axis] - b[axis])
  const [first] = sorted
  const last = sorted.at(-1)
  if (first === undefined || last === undefined || sorted.length < 3) return new Map()
  const room = last[axis] + last[length] - first[axis] - sorted.reduce((sum, rect) => sum + rect[length], 0)
  const gap = room / (sorted.length - 1)
  let at = first[axis]
  return new Map(
    sorted.map(({ id, x, y, [length]: size }) => {
      const place = Math.round(at)
      at += size + gap
      return [id, axis === 'x' ? { x: place, y } : { x, y: place }]
    }),
  )
}

const ARRANGEMENTS = {
  alignLeft: (rects: readonly Placed[]) => aligned(rects, 'x'),
  alignTop: (rects: readonly Placed[]) => aligned(rects, 'y'),
  distributeAcross: (rects: readonly Placed[]) => distributed(rects, 'x'),
  distributeDown: (rects: readonly Placed[]) => distributed(rects, 'y'),
}
export type Arrangement = keyof typeof ARRANGEMENTS

/** Moves the selection; a group takes its nodes along. */
export function arrange(how: Arrangement): void {
  const picture = graphStore.getState()
  const moved = withMembers(ARRANGEMENTS[how](selectedRects()), picture)
  applyEdits('align', [placeNodes(documentStore.getState().files, moved, picture.places)], {
    about: { nodes: [...moved.keys()] },
  })
}
