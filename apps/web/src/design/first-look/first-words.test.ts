import { expect, it } from 'vitest'
import { graphEdge, graphNode } from '../../document/graph/test-graph.ts'
import { firstWords } from './first-words.ts'

const idea = (name: string) => graphNode(name, { id: `idea:${name}`, title: name.toUpperCase() })

it('names the Idea that no other calls, and the Ideas it delegates to', () => {
  const edges = [graphEdge('idea:a', 'idea:b'), graphEdge('idea:a', 'idea:c'), graphEdge('idea:b', 'idea:c')]
  expect(firstWords({ nodes: [idea('b'), idea('c'), idea('a')], edges, problems: [] })).toMatchObject({
    name: 'A',
    others: ['B', 'C'],
  })
})

it('prefers the caller of most among several entries, and needs none in a circle', () => {
  const edges = [graphEdge('idea:b', 'idea:c')]
  expect(firstWords({ nodes: [idea('a'), idea('b'), idea('c')], edges, problems: [] })?.name).toBe('B')
  const circle = [graphEdge('idea:a', 'idea:b'), graphEdge('idea:b', 'idea:a')]
  expect(firstWords({ nodes: [idea('a'), idea('b')], edges: circle, problems: [] })?.name).toBe('A')
})

it('has no words without an Idea', () => {
  expect(firstWords({ nodes: [], edges: [], problems: [] })).toBeNull()
})
