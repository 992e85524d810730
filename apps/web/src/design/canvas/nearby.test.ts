import type { Graph } from '@ensemble/core'
import { describe, expect, it } from 'vitest'
import { graphEdge, graphNode } from '../../document/graph/test-graph.ts'
import { createSpace } from '../../document/layout/space.ts'
import { firstOf, isLarge, nearbyPart, rectOf } from './nearby.ts'

const names = Array.from({ length: 5000 }, (_, index) => `n${index}`)
const graph: Graph = {
  nodes: names.map((name) => graphNode(name)),
  edges: names.slice(1).map((name) => graphEdge('idea:n0', `idea:${name}`)),
  problems: [],
}
const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
const space = createSpace(graph.nodes.map(({ id }, index) => ({ id, x: 400 * index, y: 0, width: 244, height: 122 })))
const partIn = (width: number) => nearbyPart(nodes, graph.edges, space, { x: 0, y: 0, width, height: 900 })

describe('the part of a large graph that is mounted', () => {
  it('is what is in sight first, with what it delegates to, however many call', () => {
    const part = partIn(1600)
    expect(part.nodes.slice(0, 4).map(({ name }) => name)).toEqual(['n0', 'n1', 'n2', 'n3'])
    expect(part.edges.length).toBeLessThanOrEqual(400)
    expect(part.nodes.length).toBeLessThanOrEqual(401)
  })

  it('has no delegation without an end in sight', () => {
    const part = nearbyPart(nodes, graph.edges, space, { x: 4000, y: 0, width: 800, height: 900 })
    expect(part.edges.map(({ to }) => to)).toEqual(['idea:n10', 'idea:n11'])
    expect(part.nodes.map(({ name }) => name).toSorted()).toEqual(['n0', 'n10', 'n11'])
  })

  it('grows from its first nodes on, with the delegations among them only', () => {
    const first = firstOf(partIn(1600), 3)
    expect(first.nodes.map(({ name }) => name)).toEqual(['n0', 'n1', 'n2'])
    expect(first.edges.map(({ to }) => to)).toEqual(['idea:n1', 'idea:n2'])
  })

  it('is all of a graph of a few', () => {
    expect(isLarge({ nodes: graph.nodes.slice(0, 20) })).toBe(false)
    expect(isLarge(graph)).toBe(true)
    expect(rectOf('-1 0 2 1')).toEqual({ x: -256, y: 0, width: 768, height: 256 })
  })
})
