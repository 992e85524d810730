import type { GraphNode } from '@ensemble/core'
import { selectNode } from '../../platform/session/session.ts'
import styles from './inspector.module.css'

/** Nodes by their titles, each a way to it. */
export function NodeList({ nodes }: { readonly nodes: readonly Pick<GraphNode, 'id' | 'name' | 'title'>[] }) {
  return (
    <ul className={styles.tools}>
      {nodes.map((node) => (
        <li key={node.id}>
          <button type="button" className={styles.tool} onClick={() => selectNode(node.id)}>
            {node.title ?? node.name}
          </button>
        </li>
      ))}
    </ul>
  )
}
