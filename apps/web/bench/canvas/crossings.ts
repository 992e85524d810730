import type { Graph } from '@ensemble/core'
import ELK, { type ElkNode } from 'elkjs/lib/elk.bundled.js'
import { ADD_HANDLE, INPUT_Y, inputPort, outputPort, rowY, sizeOf } from '../../src/document/layout/geometry.ts'
import { layoutGraph } from '../../src/document/layout/layout.ts'
import type { Point, Positions } from '../../src/document/layout/layout-file.ts'

/** An edge as it is drawn. */
type Line = readonly Point[]

const side = (a: Point, b: Point, c: Point): number => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x))

const doCross = (a: Point, b: Point, c: Point, d: Point): boolean =>
  side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0

const pieces = (line: Line): (readonly [Point, Point])[] =>
  line.slice(1).flatMap((to, index) => {
    const from = line[index]
    return from === undefined ? [] : [[from, to] as const]
  })

/** Pairs of edges that cross, each counted as often as they do. */
export function crossingsOf(lines: readonly Line[]): number {
  const cut = lines.map(pieces)
  let count = 0
  for (const [index, first] of cut.entries())
    for (const second of cut.slice(index + 1))
      for (const [a, b] of first) for (const [c, d] of second) if (doCross(a, b, c, d)) count += 1
  return count
}

/** Straight from port to port. */
function straight(graph: Graph, places: Positions): Line[] {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  return graph.edges.flatMap(({ from, to, tool }) => {
    const source = nodes.get(from)
    const start = places.get(from)
    const end = places.get(to)
    return source && start && end ? [[outputPort(source, start, tool), inputPort(end)]] : []
  })
}

export interface Comparison {
  readonly ours: number
  /** The fewer of: straight from port to port, as ours are counted, and along ELK's own bends. */
  readonly elk: number
  readonly oursMs: number
  readonly elkMs: number
}

/** The same graph laid out by the product and by ELK's layered algorithm, with the same sizes and ports. */
export async function compareWithElk(graph: Graph): Promise<Comparison> {
  const startedAt = performance.now()
  const places = layoutGraph(graph, new Map())
  const oursMs = performance.now() - startedAt
  const elkStartedAt = performance.now()
  const result: ElkNode = await new ELK().layout({
    id: 'root',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.edgeRouting': 'POLYLINE',
      'elk.spacing.nodeNode': '40',
      'elk.layered.spacing.nodeNodeBetweenLayers': '88',
    },
    children: graph.nodes.map((node) => {
      const { width, height } = sizeOf(node)
      const names = [...node.tools.map(({ name }) => name), ADD_HANDLE]
      return {
        id: node.id,
        width,
        height,
        layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
        ports: [
          { id: `${node.id}<`, x: 0, y: INPUT_Y, width: 0, height: 0 },
          ...names.map((name, index) => ({ id: `${node.id}>${name}`, x: width, y: rowY(index), width: 0, height: 0 })),
        ],
      }
    }),
    edges: graph.edges.map(({ id, from, to, tool }) => ({ id, sources: [`${from}>${tool}`], targets: [`${to}<`] })),
  })
  const elkMs = performance.now() - elkStartedAt
  const elkPlaces = new Map((result.children ?? []).map(({ id, x = 0, y = 0 }) => [id, { x, y }]))
  const bent = (result.edges ?? []).map((edge) =>
    (edge.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]),
  )
  return {
    ours: crossingsOf(straight(graph, places)),
    elk: Math.min(crossingsOf(straight(graph, elkPlaces)), crossingsOf(bent)),
    oursMs,
    elkMs,
  }
}
