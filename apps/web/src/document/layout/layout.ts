import type { Graph, GraphEdge, GraphNode } from '@ensemble/core'
import type { Point, Positions } from './layout-file.ts'
import { importsLabel, labelWidth, sizeOf, type Rect } from './geometry.ts'
import { orderColumns, type Link } from './order-columns.ts'
import { createSpace, type Space } from './space.ts'
import { wrapColumns } from './wrap-columns.ts'

const COLUMN_GAP = 88
/** The gap between a chip and its nodes. */
const CHIP_GAP = 30
const ROW_GAP = 40
/** Room that an edge gets in each column it passes by. */
const LANE_HEIGHT = 12
/** With more nodes columns become so tall that nothing of the whole can be seen: they are wrapped. */
const WRAP_FROM = 300

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

/** Edges without those that close a cycle, found by walking from nodes without callers. */
function withoutCycles(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): readonly GraphEdge[] {
  const outgoing = groupBy(edges, ({ from }) => from)
  const called = new Set(edges.map(({ to }) => to))
  const state = new Map<string, 'open' | 'closed'>()
  const kept: GraphEdge[] = []
  const visit = (start: string): void => {
    const stack: { id: string; next: number }[] = [{ id: start, next: 0 }]
    state.set(start, 'open')
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const edge = outgoing.get(frame.id)?.[frame.next]
      frame.next += 1
      if (edge === undefined) {
        state.set(frame.id, 'closed')
        stack.pop()
        continue
      }
      const seen = state.get(edge.to)
      if (seen !== 'open') kept.push(edge)
      if (seen === undefined) {
        state.set(edge.to, 'open')
        stack.push({ id: edge.to, next: 0 })
      }
    }
  }
  // Where everything is called by something, those that call more than they are called come first.
  const balance = new Map(nodes.map(({ id }) => [id, 0]))
  for (const { from, to } of edges) {
    balance.set(from, (balance.get(from) ?? 0) - 1)
    balance.set(to, (balance.get(to) ?? 0) + 1)
  }
  const callers = nodes.toSorted((a, b) => (balance.get(a.id) ?? 0) - (balance.get(b.id) ?? 0))
  const roots = nodes.filter(({ id }) => !called.has(id))
  for (const { id } of [...roots, ...callers]) if (!state.has(id)) visit(id)
  return kept
}

/** Column of each node: the longest way of delegations that leads to it. */
function layersOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): ReadonlyMap<string, number> {
  const outgoing = groupBy(edges, ({ from }) => from)
  const waiting = new Map(nodes.map(({ id }) => [id, 0]))
  for (const { to } of edges) waiting.set(to, (waiting.get(to) ?? 0) + 1)
  const layers = new Map(nodes.map(({ id }) => [id, 0]))
  const ready = nodes.filter(({ id }) => waiting.get(id) === 0).map(({ id }) => id)
  for (let id = ready.shift(); id !== undefined; id = ready.shift()) {
    for (const { to } of outgoing.get(id) ?? []) {
      layers.set(to, Math.max(layers.get(to) ?? 0, (layers.get(id) ?? 0) + 1))
      const left = (waiting.get(to) ?? 1) - 1
      waiting.set(to, left)
      if (left === 0) ready.push(to)
    }
  }
  return layers
}

interface Lanes {
  readonly links: readonly Link[]
  /** Column of every node and of every lane. */
  readonly columns: ReadonlyMap<string, number>
}

/** Edges cut at every column they pass, so that each passing takes part in the layout like a small node. */
function laneEdges(
  nodes: ReadonlyMap<string, GraphNode>,
  edges: readonly GraphEdge[],
  layers: ReadonlyMap<string, number>,
): Lanes {
  const columns = new Map(layers)
  const links = edges.flatMap((edge): Link[] => {
    const tools = nodes.get(edge.from)?.tools ?? []
    const row = (tools.findIndex(({ name }) => name === edge.tool) + 1) / (tools.length + 2)
    const first = (layers.get(edge.from) ?? 0) + 1
    const last = layers.get(edge.to) ?? first
    const stops = [edge.from]
    for (let column = first; column < last; column += 1) {
      const lane = `${edge.id}@${column}`
      columns.set(lane, column)
      stops.push(lane)
    }
    stops.push(edge.to)
    return stops.slice(1).map((to, index) => ({ from: stops[index] ?? edge.from, to, row: index === 0 ? row : 0.5 }))
  })
  return { links, columns }
}

/** Heights of a column's nodes, each near its calling rows, without overlap. */
function stack(column: readonly string[], wanted: (id: string) => number, height: (id: string) => number): number[] {
  const tops = column.map(wanted)
  for (let index = 1; index < column.length; index += 1) {
    const above = column[index - 1]
    if (above === undefined) continue
    tops[index] = Math.max(tops[index] ?? 0, (tops[index - 1] ?? 0) + height(above) + ROW_GAP)
  }
  const drift =
    tops.reduce((sum, top, index) => sum + top - wanted(column[index] ?? ''), 0) / Math.max(1, column.length)
  return tops.map((top) => top - drift)
}

/** A free place for a new node: down from `wanted` until nothing is in the way. */
function freePlace(wanted: Rect, taken: Space): Point {
  let rect = wanted
  for (let blocker = taken.blocker(rect); blocker !== undefined; blocker = taken.blocker(rect))
    rect = { ...rect, y: blocker.y + blocker.height + ROW_GAP }
  return { x: rect.x, y: rect.y }
}

/** The layout after a change: visible nodes stay and new ones find a place, unless a grown one would cover another. */
export function updateLayout(graph: Pick<Graph, 'nodes' | 'edges'>, before: Positions, placed: Positions): Positions {
  const stable = layoutGraph(graph, new Map([...before, ...placed]))
  const space = createSpace()
  const collides = graph.nodes.some((node) => {
    const at = stable.get(node.id)
    if (at === undefined) return false
    const spot = { id: node.id, ...at, ...sizeOf(node) }
    if (space.blocker(spot) !== undefined) return true
    space.add(spot)
    return false
  })
  return collides ? layoutGraph(graph, placed) : stable
}

/**
 * Corners for all nodes, in canvas units: columns by longest path, rows by barycentre. `placed` ones stay.
 * Deterministic; near-linear.
 */
export function layoutGraph(graph: Pick<Graph, 'nodes' | 'edges'>, placed: Positions): Positions {
  const nodes = graph.nodes
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const known = graph.edges.filter(({ from, to }) => from !== to && byId.has(from) && byId.has(to))
  const edges = withoutCycles(nodes, known)
  const layers = layersOf(nodes, edges)
  const lanes = laneEdges(byId, edges, layers)
  const columns = orderColumns(lanes.links, lanes.columns)
  if (nodes.length > WRAP_FROM) return keepPlaced(nodes, wrapColumns(columns, byId), placed)
  const incoming = groupBy(lanes.links, ({ to }) => to)
  const places = new Map<string, Point>()
  const height = (id: string): number => {
    const node = byId.get(id)
    return node === undefined ? LANE_HEIGHT : sizeOf(node).height
  }

  let x = 0
  for (const column of columns) {
    const even = new Map<string, number>()
    let next = 0
    for (const id of column) {
      even.set(id, next)
      next += height(id) + ROW_GAP
    }
    const wanted = (id: string): number => {
      const callers = (incoming.get(id) ?? []).flatMap(({ from, row }) => {
        const at = places.get(from)
        return at === undefined ? [] : [at.y + row * height(from)]
      })
      if (callers.length === 0) return (even.get(id) ?? 0) - (x === 0 ? 0 : next / 2)
      return callers.reduce((sum, y) => sum + y, 0) / callers.length - height(id) / 2
    }
    const tops = stack(column, wanted, height)
    column.forEach((id, index) => places.set(id, { x, y: Math.round(tops[index] ?? 0) }))
    const widths = column.map((id) => {
      const node = byId.get(id)
      return node === undefined ? 0 : sizeOf(node).width
    })
    const here = new Set(column)
    const chips = edges.filter(({ from }) => here.has(from)).map(({ imports }) => labelWidth(importsLabel(imports)))
    x += Math.max(0, ...widths) + Math.max(COLUMN_GAP, ...chips.map((width) => width + CHIP_GAP))
  }
  return keepPlaced(nodes, places, placed)
}

function keepPlaced(nodes: readonly GraphNode[], places: Positions, placed: Positions): Positions {
  if (!nodes.some(({ id }) => placed.has(id)))
    return new Map(nodes.map(({ id }) => [id, places.get(id) ?? { x: 0, y: 0 }]))
  const result = new Map<string, Point>()
  const taken = createSpace()
  for (const node of nodes) {
    const place = placed.get(node.id)
    if (place === undefined) continue
    result.set(node.id, place)
    taken.add({ id: node.id, ...place, ...sizeOf(node) })
  }
  // The automatic picture moves as a whole to match the placed nodes.
  const anchors = nodes.flatMap(({ id }) => {
    const auto = places.get(id)
    const hand = placed.get(id)
    return auto && hand ? [{ x: hand.x - auto.x, y: hand.y - auto.y }] : []
  })
  const shiftX = anchors.reduce((sum, { x }) => sum + x, 0) / Math.max(1, anchors.length)
  const shiftY = anchors.reduce((sum, { y }) => sum + y, 0) / Math.max(1, anchors.length)
  for (const node of nodes) {
    const auto = places.get(node.id)
    if (result.has(node.id) || auto === undefined) continue
    const wanted = { x: Math.round(auto.x + shiftX), y: Math.round(auto.y + shiftY), ...sizeOf(node) }
    const place = freePlace(wanted, taken)
    result.set(node.id, place)
    taken.add({ id: node.id, ...place, ...sizeOf(node) })
  }
  return result
}
