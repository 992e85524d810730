import type { Graph, GraphNode } from '@ensemble/core'
import type { ReactFlowState } from '@xyflow/react'
import { isSmall, type Rect } from '../../document/layout/geometry.ts'
import type { Scene } from './scene.ts'

/** So many elements of the page a graph may take; what needs more is painted where it cannot be read anyway. */
const MOST_ELEMENTS = 700
const IDEA_ELEMENTS = 9
const TOOL_ELEMENTS = 3
const SMALL_ELEMENTS = 6
const EDGE_ELEMENTS = 7
/** So many delegations at once: a node that thousands call does not bring thousands of elements. */
const MOST_EDGES = 60
/** Zoom below which nothing can be read. */
const FAR_ZOOM = 0.3
/** The window moves in steps, so that a pan rarely changes what React Flow is given. */
const STEP = 128

const elementsOf = (node: GraphNode): number =>
  isSmall(node) ? SMALL_ELEMENTS : IDEA_ELEMENTS + TOOL_ELEMENTS * node.tools.length

const costOf = (nodes: readonly GraphNode[]): number => nodes.reduce((sum, node) => sum + elementsOf(node), 0)

/** Whether mounting all of it would burden the page. */
export const isLarge = ({ nodes, edges }: Graph): boolean =>
  nodes.length > MOST_ELEMENTS || costOf(nodes) + EDGE_ELEMENTS * edges.length > MOST_ELEMENTS

/** The visible part of the canvas, in steps: a text, so that only a change redraws. `far` at a small zoom. */
export function windowOf({ transform: [x, y, zoom], width, height }: ReactFlowState): string {
  if (zoom < FAR_ZOOM || width === 0) return 'far'
  const left = Math.floor(-x / zoom / STEP)
  const top = Math.floor(-y / zoom / STEP)
  const right = Math.ceil((width - x) / zoom / STEP)
  const bottom = Math.ceil((height - y) / zoom / STEP)
  return [left, top, right, bottom].join(' ')
}

export const rectOf = (seen: string): Rect | null => {
  const [left, top, right, bottom] = seen.split(' ').map(Number)
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return null
  return { x: left * STEP, y: top * STEP, width: (right - left) * STEP, height: (bottom - top) * STEP }
}

/**
 * The part of a large graph to mount: nodes in `rect`, their delegations and targets. Null if too much: then it is
 * painted.
 */
export function nearbyPart(
  graph: Graph,
  { space, nodes }: Pick<Scene, 'space' | 'nodes'>,
  rect: Rect | null,
): Graph | null {
  if (rect === null) return null
  const near = space.within(rect).flatMap(({ id }) => nodes.get(id)?.node ?? [])
  const ids = new Set(near.map(({ id }) => id))
  const left = MOST_ELEMENTS - costOf(near)
  if (left < 0) return null
  const most = Math.min(MOST_EDGES, Math.floor(left / EDGE_ELEMENTS))
  const edges = graph.edges.filter(({ from, to }) => ids.has(from) || ids.has(to)).slice(0, most)
  const ends = new Set(edges.flatMap(({ from, to }) => [from, to]).filter((id) => !ids.has(id)))
  return { ...graph, nodes: [...near, ...[...ends].flatMap((id) => nodes.get(id)?.node ?? [])], edges }
}

/** The first nodes of a part that need up to `elements` of the page, at least one, with their delegations. */
export function firstOf(part: Graph, elements: number): Graph {
  let left = elements
  const more = part.nodes.findIndex((node) => (left -= elementsOf(node)) < 0)
  if (more < 0) return part
  const nodes = part.nodes.slice(0, Math.max(1, more))
  const ids = new Set(nodes.map(({ id }) => id))
  return { ...part, nodes, edges: part.edges.filter(({ from, to }) => ids.has(from) && ids.has(to)) }
}
