import type { GraphEdge, GraphNode } from '@ensemble/core'

/** A node of a test's graph: an Idea without Tools, unless `more` says otherwise. */
export const graphNode = (name: string, more: Partial<GraphNode> = {}): GraphNode => ({
  id: `idea:${name}`,
  kind: 'idea',
  name,
  input: null,
  output: null,
  tools: [],
  problems: 0,
  ...more,
})

/** A delegation between two nodes of a test's graph, by their ids. */
export const graphEdge = (from: string, to: string, { tool = 'ask', ...more }: Partial<GraphEdge> = {}): GraphEdge => ({
  id: `${from}/${tool}/${to}`,
  from,
  tool,
  to,
  imports: [],
  importsMode: 'provisioned',
  resolve: 'runtime',
  ...more,
})
