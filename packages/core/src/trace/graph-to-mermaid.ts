import type { Graph, GraphNode } from '../idea/graph-types.ts'
import { label, numbered } from './mermaid.ts'

const SHAPES: { readonly [K in GraphNode['kind']]: readonly [open: string, close: string] } = {
  idea: ['["', '"]'],
  activity: ['(["', '"])'],
  mcp: ['[("', '")]'],
  url: ['[/"', '"/]'],
  missing: ['{{"', '"}}'],
}

/** Nodes that a node leads to, itself included, along the edges. */
const reachedFrom = (graph: Graph, from: string): ReadonlySet<string> => {
  const reached = new Set<string>([from])
  for (const id of reached) for (const edge of graph.edges) if (edge.from === id) reached.add(edge.to)
  return reached
}

/** A module graph as a Mermaid flowchart: Ideas, their Tools' targets, and imports. With `idea`, only its part. */
export const graphToMermaid = (graph: Graph, idea?: string): string => {
  const reached = idea === undefined ? undefined : reachedFrom(graph, `idea:${idea}`)
  const nodes = graph.nodes.filter(({ id }) => reached === undefined || reached.has(id))
  const edges = graph.edges.filter(({ from }) => reached === undefined || reached.has(from))
  const idOf = numbered('n')
  const boxes = nodes.map(({ id, kind, title, name }) => {
    const [open, close] = SHAPES[kind]
    return `  ${idOf(id)}${open}${label(title ?? name)}${close}`
  })
  const arrows = edges.map(({ from, to, tool, imports, importsMode }) => {
    const passed = imports.length === 0 ? '' : `: ${imports.join(', ')}`
    const arrow = importsMode === 'requested' ? '-.->' : '-->'
    return `  ${idOf(from)} ${arrow}|"${label(tool + passed)}"| ${idOf(to)}`
  })
  return `${['flowchart LR', ...boxes, ...arrows].join('\n')}\n`
}
