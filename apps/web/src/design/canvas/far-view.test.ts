import type { GraphNode } from '@ensemble/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { graphEdge, graphNode } from '../../document/graph/test-graph.ts'
import { overlaps, type Rect } from '../../document/layout/geometry.ts'
import { layoutGraph } from '../../document/layout/layout.ts'
import { createSpace } from '../../document/layout/space.ts'
import { rectsOf } from './edge-geometry.ts'
import { farView, type FarView } from './far-view.ts'

const node = (name: string): GraphNode => graphNode(name)
const edge = (from: string, tool: string, to: string) => graphEdge(`idea:${from}`, `idea:${to}`, { tool })
const DESK = {
  nodes: ['editor', 'writer', 'reader', 'web', 'archive', 'court', 'shared'].map(node),
  edges: [
    edge('editor', 'write', 'writer'),
    edge('editor', 'draft', 'writer'),
    edge('editor', 'read', 'reader'),
    ...['web', 'archive', 'court', 'shared'].map((to) => edge('reader', to, to)),
    edge('writer', 'ask', 'shared'),
  ],
}

function seenOf(graph: typeof DESK, moved: ReadonlyMap<string, { x: number; y: number }> = new Map()) {
  const rects = rectsOf(graph, new Map([...layoutGraph(graph, new Map()), ...moved]))
  const space = createSpace([...rects].map(([id, rect]) => ({ id, ...rect })))
  return { rects, view: farView(graph, rects, space) }
}
const leading = ({ edges }: FarView): string[] => edges.map(({ from, to }) => `${from} ${to}`).toSorted()

describe('the graph seen from afar', () => {
  it('has one edge for all Tools that lead to the same Idea, and one for the leaves of one caller', () => {
    expect(leading(seenOf(DESK).view)).toEqual([
      'idea:editor idea:reader',
      'idea:editor idea:writer',
      'idea:reader bunch:idea:reader',
      'idea:reader idea:shared',
      'idea:writer idea:shared',
    ])
  })

  it('keeps an Idea with several callers outside of bunches', () => {
    const [bunch] = seenOf(DESK).view.bunches
    expect(bunch?.members).toEqual(['idea:web', 'idea:archive', 'idea:court'])
  })

  it('keeps separate edges if another node is among the leaves', () => {
    const { rects } = seenOf(DESK)
    const { x = 0, y = 0 } = rects.get('idea:archive') ?? {}
    const { view } = seenOf(DESK, new Map([['idea:shared', { x: x + 30, y: y + 30 }]]))
    expect(view.bunches).toEqual([])
    expect(leading(view)).toContain('idea:reader idea:web')
  })

  it('includes every delegation exactly once, and no bunch covers a node that is not its member', () => {
    const anyGraph = fc.integer({ min: 1, max: 16 }).chain((count) =>
      fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1), fc.nat(2)), { maxLength: 30 }).map((lines) => ({
        nodes: Array.from({ length: count }, (_, index) => node(`n${index}`)),
        edges: [
          ...new Map(lines.map((line) => [line.join(), edge(`n${line[0]}`, `t${line[2]}`, `n${line[1]}`)])).values(),
        ],
      })),
    )
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const { rects, view } = seenOf(graph)
        expect(view.edges.flatMap(({ merged }) => merged).toSorted()).toEqual(
          graph.edges.map(({ id }) => id).toSorted(),
        )
        for (const { rect, members } of view.bunches)
          for (const [id, other] of rects as ReadonlyMap<string, Rect>)
            if (!members.includes(id)) expect(overlaps(rect, other)).toBe(false)
      }),
    )
  })
})
