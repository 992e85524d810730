import { Handle, Position, useUpdateNodeInternals } from '@xyflow/react'
import { Group as GroupIcon } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { foldGroup } from '../../../document/commands/groups.ts'
import { GROUP_ROW } from '../../../document/layout/fold-groups.ts'
import { graphStore, useGraphNode } from '../../../document/graph/graph-store.ts'
import { nodesOf } from '../../../document/layout/group-tree.ts'
import { inPlace } from '../../../document/graph/in-place.ts'
import { classes } from '../../../platform/ui/classes.ts'
import { INPUT_HANDLE, toolHandle } from '../../../document/layout/geometry.ts'
import node from '../node.module.css'
import type { GroupProps } from './GroupFrame.tsx'
import { GroupTitle } from './GroupTitle.tsx'
import styles from './group.module.css'
import { t } from './texts.ts'

/** The names of what is hidden, as far as they fit. */
function Member({ id }: { readonly id: string }) {
  const member = useGraphNode(id)
  const inner = useStore(graphStore, ({ groups }) => groups.get(id))
  const name = inner === undefined ? (member?.title ?? member?.name) : inner.title || t('untitled')
  return name === undefined ? null : <li>{name}</li>
}

/** A group as one node: what is in it, and what leads in and out. */
export function FoldedGroup({ id, group, isSelected }: GroupProps) {
  const isEditing = useStore(inPlace, (editing) => editing.id === id)
  const count = useStore(graphStore, ({ groups }) => nodesOf(id, groups).length)
  const calls = useStore(graphStore, ({ shown }) => shown.edges.some(({ from }) => from === id))
  // It loads when the first group is folded: React Flow has looked for its ports before there were any.
  const measure = useUpdateNodeInternals()
  useEffect(() => measure(id), [measure, id, calls])
  return (
    <article
      className={classes(node.node, styles.folded, isSelected && node.selected)}
      aria-label={t('foldedLabel', { title: group.title, count })}
    >
      <Handle type="target" id={INPUT_HANDLE} position={Position.Left} className={classes(node.port, node.input)} />
      <header className={node.header}>
        <GroupIcon size={14} aria-hidden />
        {isEditing ? (
          <GroupTitle id={id} group={group} />
        ) : (
          <span className={node.title}>{group.title || t('untitled')}</span>
        )}
      </header>
      <ul className={styles.members}>
        {group.nodes.map((each) => (
          <Member key={each} id={each} />
        ))}
      </ul>
      {calls && (
        <div className={classes(node.row, node.module)}>
          <span className={styles.calls}>{t('calls')}</span>
          <i
            className={classes('source react-flow__handle react-flow__handle-right', node.port)}
            data-handleid={toolHandle(GROUP_ROW)}
            data-nodeid={id}
            data-handlepos={Position.Right}
          />
        </div>
      )}
      <div className={classes(node.row, node.addRow)}>
        <button
          type="button"
          className={node.rowButton}
          onClick={(event) => {
            event.stopPropagation()
            foldGroup(id)
          }}
        >
          {t('unfold', { count })}
        </button>
      </div>
    </article>
  )
}
