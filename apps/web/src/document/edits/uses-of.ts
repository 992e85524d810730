import type { Graph, GraphNode } from '@ensemble/core'

/** The Tools that lead to a node, each once. */
export function usesOf(
  node: Pick<GraphNode, 'kind' | 'id' | 'name'>,
  { nodes, edges }: Pick<Graph, 'nodes' | 'edges'>,
) {
  const uses = [
    ...edges.filter(({ to }) => to === node.id).map(({ from, tool }) => ({ from, tool })),
    ...nodes.flatMap((each) =>
      each.tools
        .filter((tool) => node.kind === 'activity' && tool.activity === node.name)
        .map((tool) => ({ from: each.id, tool: tool.name })),
    ),
  ]
  return [...new Map(uses.map((use) => [`${use.from}/${use.tool}`, use])).values()]
}
