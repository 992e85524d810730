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
}: ExplorerItemProps) {
  return (
    <button
      type="button"
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
