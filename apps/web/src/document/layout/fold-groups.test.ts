import type { Graph, GraphEdge, GraphNode } from '@ensemble/core'
import { describe, expect, it } from 'vitest'
import { cornerOf, foldGroups } from './fold-groups.ts'
import type { Groups } from './group-tree.ts'
import { graphEdge, graphNode } from '../graph/test-graph.ts'

const node = (id: string): GraphNode => graphNode(id, { id, problems: 1 })
const edge = (from: string, to: string, imports: readonly string[] = []): GraphEdge => graphEdge(from, to, { imports })
const graph: Graph = {
  nodes: ['a', 'b', 'c', 'd'].map(node),
  edges: [edge('a', 'b', ['input']), edge('a', 'c', ['state']), edge('b', 'c'), edge('c', 'd')],
  problems: [],
}
const group = (folded: boolean): Groups => new Map([['group:1', { title: 'Two', nodes: ['b', 'c', 'gone'], folded }]])

describe('a folded group', () => {
  const { nodes, edges } = foldGroups(graph, group(true))

  it('is one node in the place of its nodes, with their problems', () => {
    expect(nodes.map(({ id }) => id)).toEqual(['a', 'group:1', 'd'])
    expect(nodes[1]).toMatchObject({ name: 'Two', problems: 2 })
  })

  it('has its nodes’ callers and calls, once from each Tool, and hides its inside', () => {
    expect(edges.map(({ from, to, imports }) => [from, to, imports])).toEqual([
      ['a', 'group:1', ['input', 'state']],
      ['group:1', 'd', []],
    ])
  })

  it('leaves the graph as it is while it is open, or holds nothing that is shown', () => {
    expect(foldGroups(graph, group(false))).toBe(graph)
    expect(foldGroups(graph, new Map([['group:1', { title: '', nodes: ['gone'], folded: true }]]))).toBe(graph)
  })

  it('is at the place of its first node', () => {
    const places = new Map([
      ['b', { x: 10, y: 40 }],
      ['c', { x: 20, y: 30 }],
    ])
    expect(cornerOf('group:1', group(true), places)).toEqual({ x: 10, y: 30 })
    expect(cornerOf('group:1', group(true), new Map())).toBeNull()
  })
})
