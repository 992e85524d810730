import type { Graph, GraphEdge } from '@ensemble/core'
import type { Point, Positions } from '../document/layout-file.ts'
import { edgePath, labelPlace } from './edge-path.ts'
import {
  LABEL_HEIGHT,
  importsLabel,
  inflate,
  inputPort,
  labelWidth,
  outputPort,
  sizeOf,
  type Rect,
} from './geometry.ts'

export interface EdgeGeometry {
  readonly d: string
  /** Where the chip stands; null where another delegation of the group carries it. */
  readonly label: Point | null
  /** Delegations between the same two nodes that import the same: they share one chip. */
  readonly group: readonly string[]
}

/** Room beside a node that its ports take, which no label may cover. */
const PORT_ROOM = 8

/** The ways and label places of all edges at once, so that no label covers a node, a port or another label. */
export function edgeGeometry(graph: Graph, places: Positions): ReadonlyMap<string, EdgeGeometry> {
  const rects = new Map<string, Rect>()
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  for (const node of graph.nodes) {
    const at = places.get(node.id)
    if (at !== undefined) rects.set(node.id, { ...at, ...sizeOf(node) })
  }
  const all = [...rects.values()]
  const taken = all.map((rect) => inflate(rect, PORT_ROOM))
  const groups = new Map<string, string[]>()
  for (const edge of graph.edges) {
    const key = groupKey(edge)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [edge.id])
    else group.push(edge.id)
  }
  const geometry = new Map<string, EdgeGeometry>()
  for (const edge of graph.edges) {
    const from = byId.get(edge.from)
    const start = places.get(edge.from)
    const end = places.get(edge.to)
    if (from === undefined || start === undefined || end === undefined) continue
    const path = edgePath(outputPort(from, start, edge.tool), inputPort(end), all)
    const group = groups.get(groupKey(edge)) ?? [edge.id]
    if (group[Math.floor((group.length - 1) / 2)] !== edge.id) {
      geometry.set(edge.id, { d: path.d, label: null, group })
      continue
    }
    const size = { width: labelWidth(importsLabel(edge.imports)), height: LABEL_HEIGHT }
    const label = labelPlace(path, size, taken)
    taken.push({ x: label.x - size.width / 2, y: label.y - size.height / 2, ...size })
    geometry.set(edge.id, { d: path.d, label, group })
  }
  return geometry
}

const groupKey = ({ from, to, imports, importsMode }: GraphEdge): string =>
  JSON.stringify([from, to, imports, importsMode])
