import type { Graph, GraphEdge, GraphNode } from '@ensemble/core'
import { orderDrawing, type Drawing } from './drawing.ts'
import { fitShape } from './fit-shape.ts'
import { frameAround, importsLabel, labelWidth, rowY, sizeOf, type Rect, type Size } from './geometry.ts'
import type { Together } from './group-tree.ts'
import type { Point, Positions } from './layout-file.ts'
import { partsOf, withoutCycles, type Line } from './layers.ts'
import { createSpace, type Space } from './space.ts'

const ROW_GAP = 40

/** The inputs of the picture apart from the graph. */
export interface Frame {
  /** Size in pixels of the pane that must show the whole. */
  readonly pane: Size
  /** Nodes that stay together, one list for each group. */
  readonly groups: readonly Together[]
}
/** The frame of a window of common size. */
export const USUAL_FRAME: Frame = { pane: { width: 960, height: 600 }, groups: [] }

const flat = (group: Together): readonly string[] =>
  group.flatMap((member) => (typeof member === 'string' ? member : flat(member)))

/** A unit of the layout: a node, or the nodes of a group with the frame around them. */
interface Box extends Size {
  readonly ids: readonly string[]
  /** Places of its nodes, from its upper left corner. */
  readonly places: Positions
}

function nodeBox(node: GraphNode): Box {
  return { ids: [node.id], places: new Map([[node.id, { x: 0, y: 0 }]]), ...sizeOf(node) }
}

/** A box for each group with its frame, and for each node of no group. */
function boxesOf(
  nodes: readonly GraphNode[],
  groups: readonly Together[],
  edges: readonly GraphEdge[],
  pane: Size,
): readonly Box[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const groupBoxes = groups.flatMap((group) => groupBox(group, byId, edges, pane) ?? [])
  const grouped = new Set(groupBoxes.flatMap(({ ids }) => ids))
  return [...nodes.filter(({ id }) => !grouped.has(id)).map(nodeBox), ...groupBoxes]
}

/** The frame of a group around its nodes and its groups; null if none of them is there. */
function groupBox(
  group: Together,
  byId: ReadonlyMap<string, GraphNode>,
  edges: readonly GraphEdge[],
  pane: Size,
): Box | null {
  const nodes = flat(group).flatMap((id) => byId.get(id) ?? [])
  if (nodes.length === 0) return null
  const ids = new Set(nodes.map(({ id }) => id))
  const own = edges.filter(({ from, to }) => ids.has(from) && ids.has(to))
  const boxes = boxesOf(
    nodes,
    group.filter((member) => typeof member !== 'string'),
    own,
    pane,
  )
  const { places, width, height } = drawBoxes(boxes, own, nodes, pane, edges)
  const frame = frameAround({ x: 0, y: 0, width, height })
  return {
    ids: [...ids],
    width: frame.width,
    height: frame.height,
    places: new Map([...places].map(([id, { x, y }]) => [id, { x: x - frame.x, y: y - frame.y }])),
  }
}

/** Places for all nodes of `boxes`, from the upper left corner of the whole. */
function drawBoxes(
  boxes: readonly Box[],
  edges: readonly GraphEdge[],
  nodes: readonly GraphNode[],
  pane: Size,
  /** Those that lead out of the boxes and into them, too. */
  all: readonly GraphEdge[] = edges,
): Size & { readonly places: Positions } {
  const boxOf = new Map(boxes.flatMap(({ ids }, index) => ids.map((id) => [id, index] as const)))
  const rows = new Map(nodes.map(({ id, tools }) => [id, new Map(tools.map(({ name }, row) => [name, row]))]))
  const lines = edges.flatMap((edge): Line[] => {
    const [from, to] = [boxOf.get(edge.from), boxOf.get(edge.to)]
    if (from === undefined || to === undefined || from === to) return []
    const top = boxes[from]?.places.get(edge.from)?.y ?? 0
    const port = top + rowY(rows.get(edge.from)?.get(edge.tool) ?? 0)
    return [{ from, to, port, chip: labelWidth(importsLabel(edge.imports)) }]
  })
  const loose = new Set(
    all
      .filter(({ from, to }) => !boxOf.has(from) || !boxOf.has(to))
      .flatMap(({ from, to }) => boxOf.get(from) ?? boxOf.get(to) ?? []),
  )
  const { places, width, height } = fitShape(drawingsOf(boxes, withoutCycles(boxes.length, lines), loose), pane)
  const placed = new Map<string, Point>()
  boxes.forEach((box, index) => {
    const at = places.get(index) ?? { x: 0, y: 0 }
    for (const [id, { x, y }] of box.places) placed.set(id, { x: at.x + x, y: at.y + y })
  })
  return { places: placed, width, height }
}

/** Each connected part in its order, the largest first. */
function drawingsOf(boxes: readonly Box[], lines: readonly Line[], loose: ReadonlySet<number>): readonly Drawing[] {
  const parts = partsOf(boxes.length, lines)
  const byPart = new Map<number, { boxes: number[]; lines: Line[] }>()
  boxes.forEach((_, index) => {
    const part = parts[index] ?? 0
    const known = byPart.get(part)
    if (known === undefined) byPart.set(part, { boxes: [index], lines: [] })
    else known.boxes.push(index)
  })
  for (const line of lines) byPart.get(parts[line.from] ?? 0)?.lines.push(line)
  return [...byPart.values()]
    .toSorted((a, b) => b.boxes.length - a.boxes.length)
    .map((part) => orderDrawing(part.boxes, part.lines, boxes, loose))
}

/** A free place for a new node: down from `wanted` until nothing is in the way. */
function freePlace(wanted: Rect, taken: Space): Point {
  let rect = wanted
  for (let blocker = taken.blocker(rect); blocker !== undefined; blocker = taken.blocker(rect))
    rect = { ...rect, y: blocker.y + blocker.height + ROW_GAP }
  return { x: rect.x, y: rect.y }
}

/**
 * The layout after a change of the graph: nodes on screen don't move, and only new nodes get a place, unless a node
 * that grew would cover another.
 */
export function updateLayout(
  graph: Pick<Graph, 'nodes' | 'edges'>,
  before: Positions,
  placed: Positions,
  frame: Frame = USUAL_FRAME,
): Positions {
  const stable = layoutGraph(graph, new Map([...before, ...placed]), frame)
  const space = createSpace()
  const collides = graph.nodes.some((node) => {
    const at = stable.get(node.id)
    if (at === undefined) return false
    const spot = { id: node.id, ...at, ...sizeOf(node) }
    if (space.blocker(spot) !== undefined) return true
    space.add(spot)
    return false
  })
  return collides ? layoutGraph(graph, placed, frame) : stable
}

/**
 * Upper left corners for all nodes, in canvas units: callers to the left of what they call, in the shape of the pane. A
 * node with a place in `placed` keeps it; the others are laid out around it. Deterministic; near-linear in nodes and edges.
 */
export function layoutGraph(
  graph: Pick<Graph, 'nodes' | 'edges'>,
  placed: Positions,
  { pane, groups }: Frame = USUAL_FRAME,
): Positions {
  const { nodes, edges } = graph
  return keepPlaced(nodes, drawBoxes(boxesOf(nodes, groups, edges, pane), edges, nodes, pane).places, placed)
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
