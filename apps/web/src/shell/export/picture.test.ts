import type { Graph } from '@ensemble/core'
import { expect, test } from 'vitest'
import { graphNode } from '../../document/graph/test-graph.ts'
import { pictureOf } from './picture.ts'

const GRAPH: Graph = {
  nodes: [
    graphNode('producer'),
    graphNode('composer'),
    graphNode('mixdown', { id: 'activity:mixdown', kind: 'activity' }),
  ],
  edges: [],
  problems: [],
}

test('a graph is drawn without a window: where its layout says, else where the page would put it', () => {
  const svg = pictureOf(GRAPH, JSON.stringify({ nodes: { 'idea:producer': { x: 1000, y: 2000 } } }))
  expect(svg).toMatch(/<rect x="1000" y="2000" /)
  expect(svg).toContain('>composer<')
  expect(svg).not.toContain('mixdown')
  expect(pictureOf(GRAPH, null)).toContain('>producer<')
})
