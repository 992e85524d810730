import { Handle, Position } from '@xyflow/react'
import { t } from '../../platform/i18n/index.ts'
import { classes } from '../../platform/ui/classes.ts'
import styles from './node.module.css'

interface PortProps {
  readonly id: string
  readonly node: string
  /** Whether a delegation can be drawn from it now; else it is only seen. */
  readonly isLive: boolean
  /** Nothing leaves from it, so nothing has to be measured: elsewhere its row's style draws it. */
  readonly isFree?: boolean
  readonly isQuiet?: boolean
}

/** A row's output port. React Flow's handle follows every pointer move, so it mounts only under the pointer. */
export function Port({ id, node, isLive, isFree = false, isQuiet = false }: PortProps) {
  const look = classes(styles.port, isQuiet && styles.quietPort)
  if (isLive)
    return <Handle type="source" id={id} position={Position.Right} className={look} title={t('canvas.port')} />
  if (isFree) return null
  return (
    <i
      className={classes('source react-flow__handle react-flow__handle-right', look)}
      data-handleid={id}
      data-nodeid={node}
      data-handlepos={Position.Right}
    />
  )
}
