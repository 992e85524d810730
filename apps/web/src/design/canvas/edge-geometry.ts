import type { Graph, GraphEdge } from '@ensemble/core'
import type { Point, Positions } from '../../document/layout/layout-file.ts'
import { edgePath, labelPlace, type EdgePath } from './edge-path.ts'
import {
  LABEL_HEIGHT,
  importsLabel,
  inflate,
  inputPort,
  labelWidth,
  outputPort,
  overlaps,
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
  /** The same paths, recomputed for edges of moving nodes. */
  moved(moving: Positions): Pick<EdgeRoutes, 'of'>
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

/** The path of each edge and the place of its label, clear of nodes, ports and other labels. */
export function edgeRoutes(graph: Graph, places: Positions): EdgeRoutes {
  // A large graph may never be seen from near: nothing is made ready before it is asked for.
  const nodes = once(() => new Map(graph.nodes.map((node) => [node.id, node])))
  const groups = once(() => groupsOf(graph.edges))
  const space = once(() =>
    createSpace(
      graph.nodes.flatMap((node): Spot[] => {
        const at = places.get(node.id)
        return at === undefined ? [] : [{ id: node.id, ...at, ...sizeOf(node) }]
      }),
    ),
  )
  const isFew = graph.nodes.length <= FEW
  const standing = (near: Rect): readonly Spot[] => (isFew ? space().all : space().within(near))

  const route = (
    edge: GraphEdge,
    at: (id: string) => Point | undefined,
    obstacles: (near: Rect) => readonly Rect[],
  ) => {
    const from = nodes().get(edge.from)
    const start = at(edge.from)
    const end = at(edge.to)
    if (from === undefined || start === undefined || end === undefined) return undefined
    const [source, target] = [outputPort(from, start, edge.tool), inputPort(end)]
    return edgePath(source, target, obstacles(inflate(around([source, target]), NEAR)))
  }
  const withLabel = (edge: GraphEdge, path: EdgePath, obstacles: (near: Rect) => readonly Rect[], labels: Space) => {
    const group = groups().get(groupKey(edge)) ?? [edge.id]
    if (group[Math.floor((group.length - 1) / 2)] !== edge.id) return { d: path.d, label: null, group }
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
    const path = route(edge, (id) => places.get(id), standing)
    if (path === undefined) return undefined
    const geometry = withLabel(edge, path, standing, labels)
    known.set(edge.id, geometry)
    return geometry
  }
  return {
    of,
    moved(moving) {
      if (moving.size === 0) return { of }
      const there = graphSpots(moving)
      const others = (near: Rect): readonly Rect[] => [
        ...standing(near).filter(({ id }) => !moving.has(id)),
        ...there.filter((spot) => overlaps(spot, near)),
      ]
      const own = createSpace()
      return {
        of(edge) {
          if (!moving.has(edge.from) && !moving.has(edge.to)) return of(edge)
          const path = route(edge, (id) => moving.get(id) ?? places.get(id), others)
          return path && withLabel(edge, path, others, own)
        },
      }
    },
  }

  function graphSpots(moving: Positions): Spot[] {
    return [...moving].flatMap(([id, at]) => {
      const node = nodes().get(id)
      return node === undefined ? [] : [{ id, ...at, ...sizeOf(node) }]
    })
  }
}
