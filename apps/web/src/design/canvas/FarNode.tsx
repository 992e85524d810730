import type { GraphNode } from '@ensemble/core'
import { Handle, Position, type NodeProps } from '@xyflow/react'
import { memo, type CSSProperties } from 'react'
import { t } from '../../platform/i18n/index.ts'
import { toggleFold } from '../../document/graph/canvas-part.ts'
import { useHidden, useShownNode, useTroubles } from '../../document/graph/graph-store.ts'
import { isGroupId } from '../../document/layout/group-tree.ts'
import { useNodeActivity } from '../../runs/open/run-activity.ts'
import { classes } from '../../platform/ui/classes.ts'
import { INPUT_HANDLE, ROW_HEIGHT, isSmall } from '../../document/layout/geometry.ts'
import styles from './far-node.module.css'
import { FAR_HANDLE } from './flow-elements.ts'
import { TroubleSign } from '../problems/TroubleSign.tsx'
import { useIsNodeLit } from './light.ts'
import { NodeStatus } from './NodeStatus.tsx'
import { NODE_WORDS } from './node-words.ts'

/** Where in its row a sign is, in canvas units. */
const SIGN = { from: 8, to: 20 }

const labelOf = (name: string, tools: number, kind: keyof typeof NODE_WORDS): string =>
  kind === 'idea'
    ? t('canvas.nodeLabel', { name, tools: t('canvas.toolCount', { count: tools }) })
    : `${t(NODE_WORDS[kind])} ${name}`

/** The signs of the Tools where the rows are, each in the colour of its mode: one picture, however many there are. */
function signsOf({ tools }: GraphNode): string {
  const stops = tools.flatMap(({ mode }, row) => {
    const [top, bottom] = [row * ROW_HEIGHT + SIGN.from, row * ROW_HEIGHT + SIGN.to]
    return [`transparent ${top}px`, `var(--${mode}) ${top}px ${bottom}px`, `transparent ${bottom}px`]
  })
  return `linear-gradient(${stops.join(', ')})`
}

/** A node seen from afar: its name as large as it can be read, how many Tools it has, what is folded and what it is doing. */
export const FarNode = memo(function FarNode({ id, selected }: NodeProps) {
  const node = useShownNode(id)
  const activity = useNodeActivity(id)
  const troubles = useTroubles(node?.name ?? '')
  const hidden = useHidden(id)
  const isLit = useIsNodeLit(id)
  if (node === undefined) return null
  const name = node.title ?? node.name
  const isFolded = hidden > 0 || isGroupId(id)
  return (
    <article
      style={{ '--tools': isSmall(node) ? -3 : node.tools.length } as CSSProperties} // React's type names no custom properties
      className={classes(
        styles.node,
        isSmall(node) && styles.small,
        selected && styles.selected,
        isLit && styles.lit,
        isFolded && styles.folded,
        node.kind === 'missing' && styles.missing,
        activity !== null && styles[`is-${activity.status}`],
      )}
      aria-label={labelOf(name, node.tools.length, node.kind)}
    >
      <Handle type="target" id={INPUT_HANDLE} position={Position.Left} className={styles.handle} />
      <p className={styles.title} title={node.description ?? name}>
        <span dir="auto">{name}</span>
        {node.kind === 'idea' && !isGroupId(id) && <small className={styles.count}> {node.tools.length}</small>}
      </p>
      {activity !== null && <NodeStatus activity={activity} />}
      {node.tools.length > 0 && !isGroupId(id) && (
        <i className={styles.rows} style={{ '--signs': signsOf(node) } as CSSProperties} />
      )}
      <TroubleSign troubles={troubles} className={styles.problems} />
      {hidden > 0 && (
        <button
          type="button"
          className={styles.hidden}
          title={t('canvas.folded', { count: hidden })}
          aria-label={t('canvas.folded', { count: hidden })}
          onClick={(event) => {
            event.stopPropagation()
            toggleFold(id)
          }}
        >
          +{hidden}
        </button>
      )}
      <i
        className={classes('source react-flow__handle react-flow__handle-right', styles.handle)}
        data-handleid={FAR_HANDLE}
        data-nodeid={id}
        data-handlepos={Position.Right}
      />
    </article>
  )
})

/** The frame around leaves that one edge leads to. */
export const BunchNode = memo(function BunchNode() {
  return (
    <div className={styles.bunch} aria-hidden>
      <Handle type="target" id={INPUT_HANDLE} position={Position.Left} className={styles.handle} />
    </div>
  )
})
