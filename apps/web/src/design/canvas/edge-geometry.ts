import type { Graph, GraphEdge } from '@ensemble/core'
import type { Point, Positions } from '../../document/layout/layout-file.ts'
import { edgePath, labelPlace, type EdgePath } from './edge-path.ts'
import {
  LABEL_HEIGHT,
  importsLabel,
  inflate,
  inputPort,
  labelWidth,
  overlaps,
  rowY,
  sizeOf,
  type Rect,
} from '../../document/layout/geometry.ts'
import { createSpace, type Space, type Spot } from '../../document/layout/space.ts'

/** The middle of a chip; `width` where it is cut to the room there is. */
export interface ChipPlace extends Point {
  readonly width?: number
}

export interface EdgeGeometry {
  readonly d: string
  /** The chip's place; null if another delegation of the group has it. */
  readonly label: ChipPlace | null
  /** Delegations between the same two nodes that import the same: they share one chip. */
  readonly group: readonly string[]
}

/** The ways of a graph's edges, each found when it is first asked for. */
export interface EdgeRoutes {
  of(edge: GraphEdge): EdgeGeometry | undefined
  /** The same ways, but computed again for edges of nodes that are being moved. */
  moved(moving: ReadonlyMap<string, Rect>): Pick<EdgeRoutes, 'of'>
}

/** Room for a node's ports, which no label may cover. */
const PORT_ROOM = 8
/** Up to so many nodes an edge minds all of them, above only those near its direct way. */
const FEW = 60
const NEAR = 420

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

const groupKey = ({ from, to, imports, importsMode }: GraphEdge): string =>
  JSON.stringify([from, to, imports, importsMode])

function groupsOf(edges: readonly GraphEdge[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const edge of edges) {
    const key = groupKey(edge)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [edge.id])
    else group.push(edge.id)
  }
  return groups
}

const around = (points: readonly Point[]): Rect => {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** The ends of edges: the place of each node, and where an edge leaves and arrives. */
export interface Standing {
  readonly rects: ReadonlyMap<string, Rect>
  readonly ends: (edge: GraphEdge, from: Rect, to: Rect) => readonly [source: Point, target: Point]
  readonly hasLabels: boolean
}

/** From the row of its Tool to the input port, with what it imports on a chip. */
export function rowStanding(graph: Graph, rects: ReadonlyMap<string, Rect>): Standing {
  const rows = once(() => new Map(graph.nodes.map(({ id, tools }) => [id, tools.map(({ name }) => name)])))
  const ends: Standing['ends'] = (edge, from, to) => {
    const row = Math.max(0, rows().get(edge.from)?.indexOf(edge.tool) ?? 0)
    return [{ x: from.x + from.width, y: from.y + rowY(row) }, inputPort(to)]
  }
  return { rects, ends, hasLabels: true }
}

const middle = ({ y, height }: Rect): number => y + height / 2

/** From the middle of a node to the middle of another: so they are seen from afar. */
export const middleStanding = (rects: ReadonlyMap<string, Rect>): Standing => ({
  rects,
  ends: (_, from, to) => [
    { x: from.x + from.width, y: middle(from) },
    { x: to.x, y: middle(to) },
  ],
  hasLabels: false,
})

/** The rectangles of a graph's nodes, by node id. */
export function rectsOf({ nodes }: Pick<Graph, 'nodes'>, places: Positions): ReadonlyMap<string, Rect> {
  const rects = new Map<string, Rect>()
  for (const node of nodes) {
    const at = places.get(node.id)
    if (at !== undefined) rects.set(node.id, { ...at, ...sizeOf(node) })
  }
  return rects
}

/** The way and the label place of each of `edges`: no label covers a node, a port or another label. */
export function edgeRoutes(edges: readonly GraphEdge[], { rects, ends, hasLabels }: Standing): EdgeRoutes {
  // A large graph may never be seen from near: nothing is made ready before it is asked for.
  const groups = once(() => groupsOf(edges))
  const space = once(() => createSpace([...rects].map(([id, rect]): Spot => ({ id, ...rect }))))
  const isFew = rects.size <= FEW
  const standing = (near: Rect): readonly Spot[] => (isFew ? space().all : space().within(near))

  const route = (
    edge: GraphEdge,
    rectOf: (id: string) => Rect | undefined,
    obstacles: (near: Rect) => readonly Rect[],
  ) => {
    const start = rectOf(edge.from)
    const end = rectOf(edge.to)
    if (start === undefined || end === undefined) return undefined
    const [source, target] = ends(edge, start, end)
    return edgePath(source, target, obstacles(inflate(around([source, target]), NEAR)))
  }
  const withLabel = (edge: GraphEdge, path: EdgePath, obstacles: (near: Rect) => readonly Rect[], labels: Space) => {
    const group = groups().get(groupKey(edge)) ?? [edge.id]
    if (!hasLabels || group[Math.floor((group.length - 1) / 2)] !== edge.id) return { d: path.d, label: null, group }
    const size = { width: labelWidth(importsLabel(edge.imports)), height: LABEL_HEIGHT }
    const near = inflate(around(path.labelAt), size.width)
    const taken = [...obstacles(near).map((rect) => inflate(rect, PORT_ROOM)), ...labels.within(near)]
    const { x, y, width } = labelPlace(path, size, taken)
    labels.add({ id: edge.id, x: x - width / 2, y: y - size.height / 2, width, height: size.height })
    return { d: path.d, label: { x, y, ...(width < size.width && { width }) }, group }
  }

  const labels = createSpace()
  const known = new Map<string, EdgeGeometry>()
  const of = (edge: GraphEdge): EdgeGeometry | undefined => {
    const found = known.get(edge.id)
    if (found !== undefined) return found
    const path = route(edge, (id) => rects.get(id), standing)
    if (path === undefined) return undefined
    const geometry = withLabel(edge, path, standing, labels)
    known.set(edge.id, geometry)
    return geometry
  }
  return {
    of,
    moved(moving) {
      if (moving.size === 0) return { of }
      const there = [...moving].map(([id, rect]): Spot => ({ id, ...rect }))
      const others = (near: Rect): readonly Rect[] => [
        ...standing(near).filter(({ id }) => !moving.has(id)),
        ...there.filter((spot) => overlaps(spot, near)),
      ]
      const own = createSpace()
      return {
        of(edge) {
          if (!moving.has(edge.from) && !moving.has(edge.to)) return of(edge)
          const path = route(edge, (id) => moving.get(id) ?? rects.get(id), others)
          return path && withLabel(edge, path, others, own)
        },
      }
    },
  }
}
