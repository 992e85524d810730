import type { Graph } from '@ensemble/core'
import { useStore as useFlowStore } from '@xyflow/react'
import { useMemo } from 'react'
import type { Point, Positions } from '../../document/layout/layout-file.ts'
import type { Picture } from '../../document/graph/graph-store.ts'
import type { Selection } from '../../platform/session/session.ts'
import { edgeRoutes } from './edge-geometry.ts'
import { flowEdges, flowFrames, flowNodes, flowNotes } from './flow-elements.ts'
import type { Rect } from '../../document/layout/geometry.ts'
import { framesOf } from './group-frames.ts'
import { isLarge, nearbyPart, rectOf, windowOf } from './nearby.ts'
import type { Mounted } from './paint.ts'
import { sceneOf } from './scene.ts'
import { useCanvasView } from './use-canvas-view.ts'
import { useGradually } from './use-gradually.ts'

const NO_GRAPH: Graph = { nodes: [], edges: [], problems: [] }
const NO_FRAMES: ReadonlyMap<string, Rect> = new Map()
const nowhere = (): string => ''

const mountedOf = ({ nodes, edges }: Graph): Mounted => ({
  nodes: new Set(nodes.map(({ id }) => id)),
  edges: new Set(edges.map(({ id }) => id)),
})

/** The drawn part of the picture: React Flow's nodes, or a large graph's scene. `moving` are dragged nodes. */
export function useDrawing({ shown, places, notes, groups }: Picture, moving: Positions, selection: Selection) {
  const large = useMemo(() => isLarge(shown), [shown])
  const scene = useMemo(() => (large ? sceneOf(shown, places) : null), [large, shown, places])
  const routes = useMemo(() => edgeRoutes(shown, places), [shown, places])
  const { isFitted, onMoveStart } = useCanvasView(scene)
  const seen = useFlowStore(large ? windowOf : nowhere)
  const near = useMemo(
    () => (scene === null ? shown : isFitted ? nearbyPart(shown, scene, rectOf(seen)) : null),
    [scene, shown, seen, isFitted],
  )
  const part = useGradually(near, large)
  // A drag copies only the places of what is mounted, not of thousands.
  const current = useMemo(() => {
    const standing = new Map<string, Point>()
    for (const { id } of part?.nodes ?? []) {
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
  const nodes = useMemo(
    () => [
      ...flowFrames(frames, selection),
      ...flowNotes(notes, moving, selection),
      ...flowNodes(part ?? NO_GRAPH, current, selection),
    ],
    [frames, notes, moving, part, current, selection],
  )
  const edges = useMemo(
    () => flowEdges(part ?? NO_GRAPH, routes.moved(moving), selection),
    [part, routes, moving, selection],
  )
  const mounted = useMemo(() => part && mountedOf(part), [part])
  return { scene, routes, mounted, nodes, edges, isFar: seen === 'far', onMoveStart }
}
