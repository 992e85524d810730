import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../../platform/ui/classes.ts'
import styles from './explorer.module.css'

interface ExplorerItemProps {
  readonly Icon: LucideIcon
  readonly name: string
  readonly isCode?: boolean
  readonly isSelected?: boolean
  /** In a folder. */
  readonly isInside?: boolean
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
  isInside,
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
      className={classes(styles.item, isSelected && styles.selected, isInside && styles.inside)}
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
