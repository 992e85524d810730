import type { FileEdit } from '../../texts/document.ts'
import { ideaId } from '../../texts/files.ts'
import { placeNodes } from '../../layout/layout-edits.ts'
import { isGroupId } from '../../layout/group-tree.ts'
import { handPlaced, layoutOf, type Place } from '../../layout/layout-file.ts'
import { documentStore } from '../../open/document-store.ts'
import { graphStore } from '../../graph/graph-store.ts'
import { ideaSize, sizeOf } from '../../layout/geometry.ts'
import { createSpace, type Spot } from '../../layout/space.ts'

/** Between a node that grew and what moved out of its way, in canvas units. */
const GAP = 40

/** Moves nodes that a grown one would cover down. `fixed` ones stay. Returns only those that move. */
export function movedAside(fixed: readonly Spot[], others: readonly Spot[]): ReadonlyMap<string, Place> {
  const space = createSpace(fixed)
  const moved = new Map<string, Place>()
  for (const spot of [...others].sort((a, b) => a.y - b.y || a.x - b.x)) {
    let rect = spot
    for (let blocker = space.blocker(rect); blocker !== undefined; blocker = space.blocker(rect))
      rect = { ...rect, y: blocker.y + blocker.height + GAP }
    space.add(rect)
    if (rect !== spot) moved.set(spot.id, { x: rect.x, y: rect.y, isAuto: true })
  }
  return moved
}

/**
 * Adds Tools to an Idea and moves automatic nodes out of its way, in one step of undo. Without saved places, the layout
 * does it.
 */
export function withRoom(
  edit: FileEdit,
  idea: string,
  added = 1,
  files = documentStore.getState().files,
): readonly FileEdit[] {
  const { shown, places } = graphStore.getState()
  const written = layoutOf(files).nodes
  const grown = shown.nodes.find(({ id }) => id === ideaId(idea))
  if (grown === undefined || written.size === 0) return [edit]
  const byHand = handPlaced(written)
  const spots = shown.nodes.flatMap((node): Spot[] => {
    const at = places.get(node.id)
    const size = node === grown ? ideaSize(node.tools.length + added) : sizeOf(node)
    return at === undefined ? [] : [{ id: node.id, ...at, ...size }]
  })
  const stays = ({ id }: Spot): boolean => id === grown.id || byHand.has(id) || isGroupId(id)
  const moved = movedAside(
    spots.filter(stays),
    spots.filter((spot) => !stays(spot)),
  )
  return moved.size === 0 ? [edit] : [edit, placeNodes(files, moved, places)]
}
