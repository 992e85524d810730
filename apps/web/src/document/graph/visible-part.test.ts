import type { Graph, GraphNode } from '@ensemble/core'
import { describe, expect, it } from 'vitest'
import { graphEdge as edge, graphNode } from './test-graph.ts'
import { visiblePart } from './visible-part.ts'

const node = (id: string, kind: GraphNode['kind'] = 'idea'): GraphNode => graphNode(id, { id, kind })
const graph: Graph = {
  nodes: [...['a', 'b', 'c', 'd', 'e', 'x', 'y'].map((id) => node(id)), node('act', 'activity')],
  edges: [
    edge('a', 'b'),
    edge('a', 'c'),
    edge('b', 'd'),
    edge('c', 'd'),
    edge('b', 'e'),
    edge('x', 'y'),
    edge('y', 'x'),
  ],
  problems: [],
}
const all = { activities: false, folded: new Set<string>(), focus: null }
const ids = (shown: Graph): string => shown.nodes.map(({ id }) => id).join('')

describe('the part of the graph that is shown', () => {
  it('is everything but Activities, including circles without callers', () => {
    expect(ids(visiblePart(graph, all).shown)).toBe('abcdexy')
    expect(ids(visiblePart(graph, { ...all, activities: true }).shown)).toContain('act')
  })

  it('leaves out what only a folded node leads to, and counts it', () => {
    const { shown, hidden } = visiblePart(graph, { ...all, folded: new Set(['b']) })
    expect(ids(shown)).toBe('abcdxy')
    expect(hidden.get('b')).toBe(1)
    expect(visiblePart(graph, { ...all, folded: new Set(['a']) }).hidden.get('a')).toBe(4)
  })

  it('is the call path of a node in focus: its callers and all it calls', () => {
    expect(ids(visiblePart(graph, { ...all, focus: 'b' }).shown)).toBe('abde')
    expect(ids(visiblePart(graph, { ...all, focus: 'gone' }).shown)).toBe('abcdexy')
  })
})
