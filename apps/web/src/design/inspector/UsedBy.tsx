import type { GraphNode } from '@ensemble/core'
import { usesOf } from '../../document/edits/uses-of.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { selectTool } from '../../platform/session/session.ts'
import styles from './inspector.module.css'

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
