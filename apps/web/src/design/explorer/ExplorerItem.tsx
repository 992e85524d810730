import type { LucideIcon } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { classes } from '../../platform/ui/classes.ts'
import styles from './explorer.module.css'

interface ExplorerItemProps {
  readonly Icon: LucideIcon
  readonly name: string
  readonly isCode?: boolean
  readonly isSelected?: boolean
  /** In how many folders it is. */
  readonly depth?: number
  /** Whether the folder is open. */
  readonly isOpen?: boolean
  readonly tone?: 'explicit'
  readonly end?: ReactNode
  readonly title?: string
  readonly onClick?: () => void
  /** The subject of its menu: a node by its id, or a shared Tool by its name. */
  readonly node?: string
  readonly tool?: string
  readonly onDragStart?: (transfer: DataTransfer) => void
}

/** One line of the explorer. */
export function ExplorerItem({
  Icon,
  name,
  isCode,
  isSelected,
  depth = 0,
  isOpen,
  tone,
  end,
  title,
  onClick,
  onDragStart,
  node,
  tool,
}: ExplorerItemProps) {
  return (
    <button
      type="button"
      data-node={node}
      data-tool={tool}
      className={classes(styles.item, isSelected && styles.selected, depth > 0 && styles.inside)}
      style={depth > 0 ? ({ '--depth': depth } as CSSProperties) : undefined} // React's type names no custom properties
      aria-expanded={isOpen}
      aria-current={isSelected || undefined}
      title={title}
      onClick={onClick}
      draggable={onDragStart !== undefined}
      onDragStart={(event) => onDragStart?.(event.dataTransfer)}
    >
      <Icon size={14} className={tone === undefined ? styles.icon : styles[tone]} aria-hidden />
      <span className={classes(styles.name, isCode && styles.code)} dir="auto">
        {name}
      </span>
      {end !== undefined && <span className={styles.end}>{end}</span>}
    </button>
  )
}
