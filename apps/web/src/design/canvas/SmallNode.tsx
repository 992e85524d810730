import { Handle, Position, type NodeProps } from '@xyflow/react'
import { CircleHelp, Globe, Plug, SquareFunction } from 'lucide-react'
import { memo } from 'react'
import { t } from '../../platform/i18n/index.ts'
import { useGraphNode } from '../../document/graph/graph-store.ts'
import { useNodeActivity } from '../../runs/open/run-activity.ts'
import { classes } from '../../platform/ui/classes.ts'
import { part } from '../../platform/ui/part.tsx'
import { INPUT_HANDLE } from '../../document/layout/geometry.ts'
import { useIsNodeLit } from './light.ts'
import styles from './node.module.css'
import { NODE_WORDS } from './node-words.ts'

const NodeStatus = part(() => import('./NodeStatus.tsx').then((module) => module.NodeStatus), { isQuiet: true })

const ICONS = { activity: SquareFunction, mcp: Plug, url: Globe, missing: CircleHelp, idea: CircleHelp } as const

/** A Tool's target outside the workspace's Ideas: an Activity, an MCP server, a URL, or a missing one. */
export const SmallNode = memo(function SmallNode({ id, selected }: NodeProps) {
  const node = useGraphNode(id)
  const activity = useNodeActivity(id)
  const isLit = useIsNodeLit(id)
  if (node === undefined) return null
  const Icon = ICONS[node.kind]
  return (
    <article
      className={classes(
        styles.node,
        styles.small,
        selected && styles.selected,
        isLit && styles.lit,
        node.kind === 'missing' && styles.missing,
        activity !== null && styles[`is-${activity.status}`],
      )}
      aria-label={`${t(NODE_WORDS[node.kind])} ${node.name}`}
    >
      <Handle type="target" id={INPUT_HANDLE} position={Position.Left} className={classes(styles.port, styles.input)} />
      <header className={styles.header}>
        <Icon size={14} aria-hidden />
        <span className={classes(styles.title, styles.code)} title={`${t(NODE_WORDS[node.kind])} ${node.name}`}>
          {node.name}
        </span>
        {activity?.reach !== undefined && <NodeStatus activity={activity} />}
      </header>
    </article>
  )
})
