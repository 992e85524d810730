import type { Graph, GraphNode } from '@ensemble/core'
import { expect, test } from 'vitest'
import { pictureOf } from './picture.ts'

const node = (kind: GraphNode['kind'], name: string): GraphNode => ({
  ...{ id: `${kind}:${name}`, kind, name, input: null, output: null, tools: [], problems: 0 },
})
const GRAPH: Graph = {
  nodes: [node('idea', 'producer'), node('idea', 'composer'), node('activity', 'mixdown')],
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
