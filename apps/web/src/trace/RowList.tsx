import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { selectSpan } from '../stores/run.ts'
import { classes } from '../ui/classes.ts'
import css from './RowList.module.css'
import type { TraceRow } from './rows.ts'

interface RowListProps {
  readonly label: string
  readonly rows: readonly TraceRow[]
  readonly rowHeight: number
  /** Index of the selected line, -1 for none. */
  readonly index: number
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** Draws the inside of a line. */
  readonly children: (row: TraceRow) => ReactNode
  /** Classes of a line beside its own. */
  readonly rowClass?: (row: TraceRow) => string | false | undefined
}

/** A tree as a virtual list: only the lines in view exist. One tab stop; the arrows move the selection. */
export function RowList({ label, rows, rowHeight, index, onKeyDown, children, rowClass }: RowListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (at) => rows[at]?.id ?? at,
  })
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' })
  }, [index, virtual])
  const selected = rows[index]

  return (
    <div
      ref={scroller}
      className={css.scroller}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={selected === undefined ? undefined : rowId(label, selected.id)}
      onKeyDown={onKeyDown}
    >
      <div className={css.all} style={{ height: virtual.getTotalSize() }} role="presentation">
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (row === undefined) return null
          return (
            <div
              key={item.key}
              id={rowId(label, row.id)}
              role="treeitem"
              aria-level={row.depth + 1}
              aria-selected={item.index === index}
              aria-expanded={row.expandable ? row.expanded : undefined}
              className={classes(css.row, item.index === index && css.selected, rowClass?.(row))}
              style={{ height: rowHeight, transform: `translateY(${item.start}px)` }}
              onClick={() => selectSpan(row.id)}
            >
              {children(row)}
            </div>
          )
        })}
      </div>
    </div>
  )
}

const rowId = (label: string, span: string): string => `${label}:${span === '' ? 'run' : span}`.replaceAll(' ', '-')
