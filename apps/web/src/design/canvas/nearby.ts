import type { Graph, GraphEdge, GraphNode } from '@ensemble/core'
import type { ReactFlowState } from '@xyflow/react'
import type { Rect } from '../../document/layout/geometry.ts'
import type { Space } from '../../document/layout/space.ts'

/** Up to so many nodes all are given to React Flow; of more, those in sight. */
const FEW_NODES = 120
/** So many delegations at once: a node that thousands call does not bring thousands of elements. */
const MOST_EDGES = 400
/** The window moves in steps, so that a pan rarely changes what React Flow is given. */
const STEP = 256
/** Zoom below which a node shows its name alone, as large as can be read. */
const FAR_ZOOM = 0.58
/** Nothing is smaller than what can be read, however many there are. */
export const LEAST_ZOOM = 0.25
/** The whole of a small graph may be seen smaller. */
export const LEAST_ZOOM_OF_FEW = 0.1

export const isLarge = ({ nodes }: Pick<Graph, 'nodes'>): boolean => nodes.length > FEW_NODES

export const isFarZoom = ({ transform: [, , zoom] }: ReactFlowState): boolean => zoom < FAR_ZOOM

/** The part of the canvas in sight, in steps: a string, so that only a change renders. */
export function windowOf({ transform: [x, y, zoom], width, height }: ReactFlowState): string {
  const left = Math.floor(-x / zoom / STEP)
  const top = Math.floor(-y / zoom / STEP)
  const right = Math.ceil((width - x) / zoom / STEP)
  const bottom = Math.ceil((height - y) / zoom / STEP)
  return [left, top, right, bottom].join(' ')
}

export function rectOf(seen: string): Rect {
  const [left = 0, top = 0, right = 0, bottom = 0] = seen.split(' ').map(Number)
  return { x: left * STEP, y: top * STEP, width: (right - left) * STEP, height: (bottom - top) * STEP }
}

/** The nodes and edges that React Flow gets. */
export interface Part<Edge extends GraphEdge = GraphEdge> {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly Edge[]
}

/** The part within `rect`: the nodes in sight, their delegations, and the nodes at the other ends of these. */
export function nearbyPart<Edge extends GraphEdge>(
  nodes: ReadonlyMap<string, GraphNode>,
  edges: readonly Edge[],
  space: Pick<Space, 'within'>,
  rect: Rect,
): Part<Edge> {
  const ids = new Set(space.within(rect).map(({ id }) => id))
  const own: Edge[] = []
  for (const edge of edges) {
    if (!ids.has(edge.from) && !ids.has(edge.to)) continue
    own.push(edge)
    if (own.length === MOST_EDGES) break
  }
  const all = new Set(ids)
  for (const { from, to } of own) all.add(from).add(to)
  return { nodes: [...all].flatMap((id) => nodes.get(id) ?? []), edges: own }
}

/** The first nodes of a part, `most` of them, and the delegations among them. */
export function firstOf<Edge extends GraphEdge>(part: Part<Edge>, most: number): Part<Edge> {
  if (part.nodes.length <= most) return part
  const nodes = part.nodes.slice(0, most)
  const ids = new Set(nodes.map(({ id }) => id))
  return { nodes, edges: part.edges.filter(({ from, to }) => ids.has(from) && ids.has(to)) }
}
