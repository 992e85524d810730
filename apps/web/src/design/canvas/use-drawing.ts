import type { GraphEdge } from '@ensemble/core'
import { useStore as useFlowStore } from '@xyflow/react'
import { useMemo } from 'react'
import type { Point, Positions } from '../../document/layout/layout-file.ts'
import type { Picture } from '../../document/graph/graph-store.ts'
import type { Selection } from '../../platform/session/session.ts'
import { edgeRoutes, middleStanding, rectsOf, rowStanding } from './edge-geometry.ts'
import { flowBunches, flowEdges, flowFrames, flowNodes, flowNotes } from './flow-elements.ts'
import { boundsOf, sizeOf, type Rect } from '../../document/layout/geometry.ts'
import { createSpace } from '../../document/layout/space.ts'
import { framesOf } from '../../document/layout/group-frames.ts'
import { isFarZoom, isLarge, nearbyPart, rectOf, windowOf, type Part } from './nearby.ts'
import { useCanvasView } from './use-canvas-view.ts'
import { useFarView } from './use-far-view.ts'
import { useGradually } from './use-gradually.ts'

const NOTHING: Part = { nodes: [], edges: [] }
const NO_FRAMES: ReadonlyMap<string, Rect> = new Map()
const NO_RECTS: ReadonlyMap<string, Rect> = new Map()
const nowhere = (): string => ''

/**
 * The drawn part of the picture: all of a small graph, or the part of a large one that is in sight; the far view has
 * one edge for all Tools that lead the same way. `moving` has the nodes that are being dragged.
 */
export function useDrawing({ shown, places, notes, groups }: Picture, moving: Positions, selection: Selection) {
  const large = isLarge(shown)
  const farModule = useFarView(useFlowStore(isFarZoom))
  const nodesById = useMemo(() => new Map(shown.nodes.map((node) => [node.id, node])), [shown])
  const rects = useMemo(() => rectsOf(shown, places), [shown, places])
  const space = useMemo(() => createSpace([...rects].map(([id, rect]) => ({ id, ...rect }))), [rects])
  const far = useMemo(() => farModule?.farView(shown, rects, space) ?? null, [farModule, shown, rects, space])
  const isFar = far !== null
  const edges: readonly GraphEdge[] = far?.edges ?? shown.edges
  const routes = useMemo(
    () =>
      edgeRoutes(
        edges,
        far === null || farModule === null ? rowStanding(shown, rects) : middleStanding(farModule.farRects(rects, far)),
      ),
    [edges, far, farModule, shown, rects],
  )
  const { isFitted, onMoveStart } = useCanvasView(large)
  const seen = useFlowStore(large ? windowOf : nowhere)
  const near = useMemo((): Part | null => {
    if (!large) return { nodes: shown.nodes, edges }
    return isFitted ? nearbyPart(nodesById, edges, space, rectOf(seen)) : null
  }, [large, shown, edges, nodesById, space, seen, isFitted])
  const gradual = useGradually(large ? near : null)
  const part = (large ? gradual : near) ?? NOTHING
  // A drag copies only the places of what is mounted, not of thousands.
  const current = useMemo(() => {
    const standing = new Map<string, Point>()
    for (const { id } of part.nodes) {
      const at = moving.get(id) ?? places.get(id)
      if (at !== undefined) standing.set(id, at)
    }
    return standing
  }, [part, places, moving])
  const frames = useMemo(
    // Most graphs have no group: a drag does not copy thousands of places for none.
    () => (groups.size === 0 ? NO_FRAMES : framesOf(shown, groups, new Map([...places, ...moving]))),
    [shown, groups, places, moving],
  )
  const moved = useMemo((): ReadonlyMap<string, Rect> => {
    if (moving.size === 0) return NO_RECTS
    const now = new Map<string, Rect>()
    for (const [id, at] of moving) {
      const node = nodesById.get(id)
      if (node !== undefined) now.set(id, { ...at, ...sizeOf(node) })
    }
    for (const { id, members, rect } of far?.bunches ?? [])
      if (members.some((member) => now.has(member)))
        now.set(id, boundsOf([rect, ...members.flatMap((member) => now.get(member) ?? [])]))
    return now
  }, [moving, nodesById, far])
  const nodes = useMemo(
    () => [
      ...flowFrames(frames, selection),
      ...flowNotes(notes, moving, selection),
      ...flowBunches(far?.bunches ?? [], moved, part),
      ...flowNodes(part.nodes, current, selection, isFar),
    ],
    [frames, notes, moving, far, moved, part, current, selection, isFar],
  )
  const drawn = useMemo(
    () => flowEdges(part.edges, nodesById, routes.moved(moved), selection, isFar),
    [part, nodesById, routes, moved, selection, isFar],
  )
  return { rects, isLarge: large, isFar, nodes, edges: drawn, onMoveStart }
}
