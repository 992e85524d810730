import { describe, expect, it } from 'vitest'
import { graphEdge, graphNode } from '../../document/graph/test-graph.ts'
import { lightOn } from './light.ts'

const graph = {
  nodes: ['producer', 'composer', 'designer', 'other'].map((name) => graphNode(name)),
  edges: [
    graphEdge('idea:producer', 'idea:composer', { tool: 'compose' }),
    graphEdge('idea:producer', 'idea:designer', { tool: 'ambience' }),
    graphEdge('idea:composer', 'idea:designer', { tool: 'lead' }),
    graphEdge('idea:composer', 'idea:designer', { tool: 'pad' }),
  ],
  problems: [],
}

describe('the light on what is looked at', () => {
  it('is on a node, on the delegations that lead to and from it, and on their other ends', () => {
    const { nodes, edges } = lightOn(graph, { nodes: ['idea:composer'], tool: null })
    expect([...edges]).toEqual([
      'idea:producer/compose/idea:composer',
      'idea:composer/lead/idea:designer',
      'idea:composer/pad/idea:designer',
    ])
    expect([...nodes].toSorted()).toEqual(['idea:composer', 'idea:designer', 'idea:producer'])
  })

  it('is on the delegation of one Tool alone', () => {
    const { nodes, edges } = lightOn(graph, { nodes: [], tool: { node: 'idea:composer', name: 'pad' } })
    expect([...edges]).toEqual(['idea:composer/pad/idea:designer'])
    expect([...nodes].toSorted()).toEqual(['idea:composer', 'idea:designer'])
  })

  it('is off if nothing is selected', () => {
    expect(lightOn(graph, { nodes: [], tool: null }).nodes.size).toBe(0)
  })
})
