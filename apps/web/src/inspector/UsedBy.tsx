import type { GraphNode } from '@ensemble/core'
import { useGraph } from '../stores/graph.ts'
import { selectTool } from '../stores/session.ts'
import styles from './inspector.module.css'

/** The Tools that lead to a node, each once. */
export function usesOf(node: Pick<GraphNode, 'kind' | 'id' | 'name'>, { nodes, edges }: ReturnType<typeof useGraph>) {
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

/** Which Tools of which Ideas lead to a node; each is a way there. */
export function UsedBy({ node }: { readonly node: GraphNode }) {
  const graph = useGraph()
  return (
    <ul className={styles.tools}>
      {usesOf(node, graph).map(({ from, tool }) => (
        <li key={`${from}/${tool}`}>
          <button type="button" className={styles.tool} onClick={() => selectTool(from, tool)}>
            <code>{tool}</code>
            <span className={styles.note}>{graph.nodes.find(({ id }) => id === from)?.title ?? from}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
