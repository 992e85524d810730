import type { Graph, GraphEdge, GraphNode } from '@ensemble/core'
import type { Positions } from '../../document/layout/layout-file.ts'
import { inputPort, isSmall, outputPort, overlaps, sizeOf, type Rect } from '../../document/layout/geometry.ts'
import { createSpace, type Space, type Spot } from '../../document/layout/space.ts'

/** A node's place, with its painted parts. */
export interface SceneNode extends Spot {
  readonly node: GraphNode
}
/** A delegation as one curve between two ports: `box` is around all of it. */
export interface SceneEdge {
  readonly edge: GraphEdge
  readonly box: Rect
  readonly curve: readonly [number, number, number, number, number, number, number, number]
}
/** The content of one square of the canvas, each kind as one path: a few strokes paint any size. */
export interface Tile {
  /** Around everything painted of it, which may reach out of its square. */
  readonly box: Rect
  readonly ideas: Path2D
  readonly small: Path2D
  readonly edges: Path2D
  /** How many nodes and edges these are. */
  readonly count: number
}
/** The whole picture of a large graph, ready for painting and hit tests. */
export interface Scene {
  readonly space: Space
  readonly bounds: Rect
  readonly nodes: ReadonlyMap<string, SceneNode>
  readonly edges: readonly SceneEdge[]
  readonly tiles: readonly Tile[]
}

const RADIUS = 8
const MOST_REACH = 180
/** Side of a tile's square, in canvas units: about fifty nodes. */
const TILE = 2048

/** The smallest rectangle around all of them; empty at the origin where there are none. */
export function boundsOf(rects: Iterable<Rect>): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of rects) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return left === Infinity
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top }
}

function sceneEdges(graph: Graph, nodes: ReadonlyMap<string, SceneNode>): SceneEdge[] {
  return graph.edges.flatMap((edge) => {
    const source = nodes.get(edge.from)
    const target = nodes.get(edge.to)
    if (source === undefined || target === undefined) return []
    const a = outputPort(source.node, source, edge.tool)
    const b = inputPort(target)
    const reach = Math.min(MOST_REACH, Math.max(40, Math.abs(b.x - a.x) / 2))
    const [left, right] = [Math.min(a.x, b.x - reach), Math.max(a.x + reach, b.x)]
    const top = Math.min(a.y, b.y)
    const box = { x: left, y: top, width: right - left, height: Math.abs(a.y - b.y) + 1 }
    return [{ edge, box, curve: [a.x, a.y, a.x + reach, a.y, b.x - reach, b.y, b.x, b.y] }]
  })
}

export function traceEdge(path: Pick<Path2D, 'moveTo' | 'bezierCurveTo'>, { curve }: SceneEdge): void {
  const [x, y, ...rest] = curve
  path.moveTo(x, y)
  path.bezierCurveTo(...rest)
}

function tilesOf(nodes: Iterable<SceneNode>, edges: readonly SceneEdge[]): Tile[] {
  const squares = new Map<number, { nodes: SceneNode[]; edges: SceneEdge[] }>()
  const at = (x: number, y: number) => {
    const key = Math.floor(x / TILE) * 2 ** 20 + Math.floor(y / TILE)
    const known = squares.get(key)
    if (known !== undefined) return known
    const square = { nodes: [], edges: [] }
    squares.set(key, square)
    return square
  }
  for (const node of nodes) at(node.x, node.y).nodes.push(node)
  for (const edge of edges) at(edge.curve[0], edge.curve[1]).edges.push(edge)
  return [...squares.values()].map((square) => {
    const [ideas, small, lines] = [new Path2D(), new Path2D(), new Path2D()]
    for (const { node, x, y, width, height } of square.nodes)
      (isSmall(node) ? small : ideas).roundRect(x, y, width, height, RADIUS)
    for (const edge of square.edges) traceEdge(lines, edge)
    return {
      box: boundsOf([...square.nodes, ...square.edges.map(({ box }) => box)]),
      ideas,
      small,
      edges: lines,
      count: square.nodes.length + square.edges.length,
    }
  })
}

/** The scene of a graph at `places`, in canvas units. */
export function sceneOf(graph: Graph, places: Positions): Scene {
  const nodes = new Map<string, SceneNode>()
  for (const node of graph.nodes) {
    const at = places.get(node.id)
    if (at !== undefined) nodes.set(node.id, { id: node.id, node, ...at, ...sizeOf(node) })
  }
  const edges = sceneEdges(graph, nodes)
  return {
    space: createSpace(nodes.values()),
    bounds: boundsOf(nodes.values()),
    nodes,
    edges,
    tiles: tilesOf(nodes.values(), edges),
  }
}

/** The delegations that may be seen in `rect`. Thousands of comparisons cost less than an index of long lines. */
export const edgesWithin = (scene: Pick<Scene, 'edges'>, rect: Rect): readonly SceneEdge[] =>
  scene.edges.filter(({ box }) => overlaps(box, rect))
