import type { Graph } from '@ensemble/core'
import { describe, expect, it } from 'vitest'
import { graphEdge, graphNode } from '../../document/graph/test-graph.ts'
import { firstOf, isLarge, nearbyPart, rectOf } from './nearby.ts'
import { createSpace } from '../../document/layout/space.ts'

const names = Array.from({ length: 5000 }, (_, index) => `n${index}`)
const graph: Graph = {
  nodes: names.map((name) => graphNode(name)),
  edges: names.slice(1).map((name) => graphEdge('idea:n0', `idea:${name}`)),
  problems: [],
}
const spots = graph.nodes.map((each, index) => ({
  id: each.id,
  node: each,
  x: 400 * index,
  y: 0,
  width: 244,
  height: 122,
}))
const scene = { space: createSpace(spots), nodes: new Map(spots.map((spot) => [spot.id, spot])) }
const window = { x: 0, y: 0, width: 1600, height: 900 }

describe('the part of a large graph that is mounted', () => {
  it('is what is in sight first, with what it delegates to, however many call', () => {
    const part = nearbyPart(graph, scene, window)
    expect(part?.nodes.slice(0, 4).map(({ name }) => name)).toEqual(['n0', 'n1', 'n2', 'n3'])
    expect(part?.edges.length).toBeLessThanOrEqual(60)
    expect(part?.nodes.length).toBeLessThanOrEqual(70)
  })

  it('is nothing where more is in sight than can be read, or all is far away', () => {
    expect(nearbyPart(graph, scene, { ...window, width: 60_000 })).toBeNull()
    expect(nearbyPart(graph, scene, rectOf('far'))).toBeNull()
  })

  it('grows from its first nodes on, with the delegations among them only', () => {
    const part = nearbyPart(graph, scene, window)
    const first = part && firstOf(part, 32)
    expect(first?.nodes.map(({ name }) => name)).toEqual(['n0', 'n1', 'n2'])
    expect(first?.edges.map(({ to }) => to)).toEqual(['idea:n1', 'idea:n2'])
  })

  it('is all of a graph of a few', () => {
    expect(isLarge({ ...graph, nodes: graph.nodes.slice(0, 20), edges: [] })).toBe(false)
    expect(isLarge(graph)).toBe(true)
  })
})
