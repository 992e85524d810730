import type { GraphEdge, GraphNode } from '@ensemble/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { graphEdge, graphNode } from '../graph/test-graph.ts'
import { boundsOf, frameAround, overlaps, sizeOf, type Rect } from './geometry.ts'
import type { Positions } from './layout-file.ts'
import { layoutGraph, updateLayout } from './layout.ts'

const node = (name: string, tools: readonly string[] = []): GraphNode =>
  graphNode(name, { tools: tools.map((tool) => ({ name: tool, mode: 'module', modules: [], approval: false })) })
const edge = (from: string, tool: string, to: string): GraphEdge => graphEdge(`idea:${from}`, `idea:${to}`, { tool })
const MUSIC = {
  nodes: [node('producer', ['compose', 'ambience']), node('composer', ['sound']), node('designer')],
  edges: [
    edge('producer', 'compose', 'composer'),
    edge('producer', 'ambience', 'designer'),
    edge('composer', 'sound', 'designer'),
  ],
}

const anyGraph = fc.integer({ min: 1, max: 14 }).chain((count) =>
  fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 30 }).map((pairs) => ({
    nodes: Array.from({ length: count }, (_, index) => node(`n${index}`, ['t'])),
    edges: pairs.map(([from, to]) => edge(`n${from}`, 't', `n${to}`)),
  })),
)

describe('the layout', () => {
  it('puts every Idea to the right of those that call it', () => {
    const places = layoutGraph(MUSIC, new Map())
    const x = (name: string): number => places.get(`idea:${name}`)?.x ?? Number.NaN
    expect(x('producer')).toBeLessThan(x('composer'))
    expect(x('composer')).toBeLessThan(x('designer'))
  })

  it('places all nodes of any graph, cycles included, with none over another', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const places = layoutGraph(graph, new Map())
        const rects = graph.nodes.map((each) => ({ ...(places.get(each.id) ?? { x: NaN, y: NaN }), ...sizeOf(each) }))
        for (const [index, rect] of rects.entries()) {
          expect(Number.isFinite(rect.x) && Number.isFinite(rect.y)).toBe(true)
          for (const other of rects.slice(index + 1)) expect(overlaps(rect, other)).toBe(false)
        }
      }),
    )
  })

  it('keeps what was placed by hand and puts nothing over it', () => {
    const hand = new Map([['idea:composer', { x: 5, y: 900 }]])
    const places = layoutGraph(MUSIC, hand)
    expect(places.get('idea:composer')).toEqual({ x: 5, y: 900 })
    const rects = MUSIC.nodes.map((each) => ({ ...(places.get(each.id) ?? { x: NaN, y: NaN }), ...sizeOf(each) }))
    for (const [index, rect] of rects.entries())
      for (const other of rects.slice(index + 1)) expect(overlaps(rect, other)).toBe(false)
  })

  it('leaves what is on screen where it is when a delegation back is drawn', () => {
    const before = layoutGraph(MUSIC, new Map())
    const back = { ...MUSIC, edges: [...MUSIC.edges, edge('designer', 'compose', 'producer')] }
    expect(updateLayout(back, before, new Map())).toEqual(before)
  })

  it('computes a new layout if a grown node would cover another', () => {
    const pair = { nodes: [node('a'), node('b')], edges: [] }
    const tall = {
      nodes: [
        node(
          'a',
          Array.from({ length: 30 }, (_, index) => `t${index}`),
        ),
        node('b'),
      ],
      edges: [],
    }
    const places = updateLayout(tall, layoutGraph(pair, new Map()), new Map())
    const [a, b] = tall.nodes.map((each) => ({ ...(places.get(each.id) ?? { x: 0, y: 0 }), ...sizeOf(each) }))
    expect(a !== undefined && b !== undefined && overlaps(a, b)).toBe(false)
  })

  it('is the same for the same graph', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        expect([...layoutGraph(graph, new Map())]).toEqual([...layoutGraph(graph, new Map())])
      }),
    )
  })

  const rectsIn = (graph: { readonly nodes: readonly GraphNode[] }, places: Positions): readonly Rect[] =>
    graph.nodes.map((each) => ({ ...(places.get(each.id) ?? { x: NaN, y: NaN }), ...sizeOf(each) }))
  const PANE = { width: 900, height: 540 }

  it('keeps the nodes of a group together: no other node is within its frame', () => {
    const grouped = anyGraph.chain((graph) =>
      fc
        .array(fc.nat(2), { minLength: graph.nodes.length, maxLength: graph.nodes.length })
        .map((owners) => ({ graph, owners })),
    )
    fc.assert(
      fc.property(grouped, ({ graph, owners }) => {
        const groups = [0, 1].map((group) =>
          graph.nodes.filter((_, index) => owners[index] === group).map(({ id }) => id),
        )
        const places = layoutGraph(graph, new Map(), { pane: PANE, groups })
        const rects = rectsIn(graph, places)
        for (const [index, rect] of rects.entries())
          for (const other of rects.slice(index + 1)) expect(overlaps(rect, other)).toBe(false)
        for (const ids of groups.filter(({ length }) => length > 1)) {
          const frame = frameAround(boundsOf(rects.filter((_, index) => ids.includes(graph.nodes[index]?.id ?? ''))))
          for (const [index, rect] of rects.entries())
            if (!ids.includes(graph.nodes[index]?.id ?? '')) expect(overlaps(frame, rect)).toBe(false)
        }
      }),
    )
  })

  it('puts the leaves of one caller in a grid in the shape of the pane, and a shared one outside', () => {
    const leaves = Array.from({ length: 12 }, (_, index) => `leaf${index}`)
    const graph = {
      nodes: [
        node('top', ['a', 'b']),
        node('left', leaves),
        node('right', ['shared']),
        ...leaves.map((name) => node(name)),
        node('shared'),
      ],
      edges: [
        edge('top', 'a', 'left'),
        edge('top', 'b', 'right'),
        ...leaves.map((name) => edge('left', name, name)),
        edge('left', 'shared', 'shared'),
        edge('right', 'shared', 'shared'),
      ],
    }
    const places = layoutGraph(graph, new Map(), { pane: PANE, groups: [] })
    const grid = boundsOf(
      graph.nodes
        .flatMap((each, index) => (leaves.includes(each.name) ? [rectsIn(graph, places)[index] ?? []] : []))
        .flat(),
    )
    expect(grid.height).toBeLessThan(6 * 130)
    expect(overlaps(grid, rectsIn(graph, places).at(-1) ?? grid)).toBe(false)
    const whole = boundsOf(rectsIn(graph, places))
    expect(whole.width / whole.height).toBeGreaterThan(1)
  })

  it('wraps many Ideas that nothing connects to the shape of the pane', () => {
    const nodes = Array.from({ length: 40 }, (_, index) => node(`n${index}`))
    const { width, height } = boundsOf(
      rectsIn({ nodes }, layoutGraph({ nodes, edges: [] }, new Map(), { pane: PANE, groups: [] })),
    )
    expect(width / height).toBeGreaterThan(1.2)
    expect(width / height).toBeLessThan(2.4)
  })

  it('places a thousand Ideas', () => {
    const nodes = Array.from({ length: 1000 }, (_, index) => node(`n${index}`, ['t']))
    const edges = nodes.slice(1).map((_, index) => edge(`n${Math.floor(index / 3)}`, 't', `n${index + 1}`))
    expect(layoutGraph({ nodes, edges }, new Map()).size).toBe(1000)
  })
})
