import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { chosenCallsStore, clearCalls, extendCalls, toggleCall } from '../open/chosen-calls.ts'
import { followRun, stopFollowing } from '../open/look-at-trace.ts'
import { selectSpan } from '../open/run.ts'
import { isFollowed, isUnderWay, type RunView } from '../open/run-view.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { ArrowDownToLine } from 'lucide-react'
import { say } from './say.ts'
import { classes } from '../../platform/ui/classes.ts'
import css from './RowList.module.css'
import type { TraceRow } from './rows.ts'
import { toggleRow } from './toggle-row.ts'
import { spansOf } from './use-rows.ts'
import { ReachMark } from './ReachMark.tsx'
import { useMarked } from './use-marked.ts'
import { useRowWindow } from './use-row-window.ts'
import { useRun } from './use-run.ts'

const pickReach = ({ reach }: RunView): RunView['reach'] => reach

interface RowListProps {
  readonly label: string
  readonly rows: readonly TraceRow[]
  readonly rowHeight: number
  /** Index of the selected line, -1 for none. */
  readonly index: number
  /** Index of the line of the newest span, -1 for none. */
  readonly newest?: number
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** Draws the inside of a line. */
  readonly children: (row: TraceRow) => ReactNode
  /** Drawn behind all lines and before them; they stay where they are while the lines scroll. */
  readonly under?: ReactNode
  readonly over?: ReactNode
  /** Classes of a line besides its own. */
  readonly rowClass?: (row: TraceRow) => string | false | undefined
}

/** A tree as a virtual list: only the lines in view exist. One tab stop; the arrows move the selection. */
export function RowList({
  label,
  rows,
  rowHeight,
  index,
  newest = -1,
  onKeyDown,
  children,
  under,
  over,
  rowClass,
}: RowListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { first, last, height, scrollTo } = useRowWindow(scroller, rows.length, rowHeight)
  useEffect(() => {
    if (index >= 0) scrollTo(index)
  }, [index, scrollTo])
  const isUnfollowed = useRun((state) => isUnderWay(state) && !isFollowed(state))
  const followed = useRun(isFollowed) ? newest : -1
  useEffect(() => {
    if (followed >= 0) scrollTo(followed)
  }, [followed, scrollTo])
  const isMarked = useMarked(rows, scrollTo)
  const { chosen } = useStore(chosenCallsStore)
  const selected = rows[index]
  const reach = useRun(pickReach)
  const press = (event: MouseEvent, row: TraceRow): void => {
    if (event.shiftKey) return extendCalls(spansOf(rows), row.span)
    if (event.ctrlKey || event.metaKey) return toggleCall(row.span)
    clearCalls()
    selectSpan(row.span)
    if (row.members !== undefined) toggleRow(row)
  }
  // Lines are recycled while scrolling: none is removed or created.
  const slots = useRef(1)
  slots.current = Math.max(slots.current, last - first)

  return (
    <div className={css.box}>
      <div
        ref={scroller}
        className={css.scroller}
        role="tree"
        aria-label={label}
        aria-multiselectable
        tabIndex={0}
        aria-activedescendant={selected === undefined ? undefined : rowId(label, selected.id)}
        onKeyDown={onKeyDown}
        onWheel={stopFollowing}
        onTouchMove={stopFollowing}
        // The scroll bar, not a line.
        onPointerDown={(event) => event.target === event.currentTarget && stopFollowing()}
      >
        {under !== undefined && <div className={css.still}>{under}</div>}
        {over !== undefined && <div className={classes(css.still, css.over)}>{over}</div>}
        <div className={css.all} style={{ height }} role="presentation">
          {rows.slice(first, last).map((row, offset) => {
            const at = first + offset
            return (
              <div
                key={at % slots.current}
                id={rowId(label, row.id)}
                role="treeitem"
                data-span={row.span}
                aria-level={row.depth + 1}
                aria-selected={at === index || chosen.includes(row.span)}
                aria-current={isMarked(row) || undefined}
                aria-expanded={row.expandable ? row.expanded : undefined}
                className={classes(
                  css.row,
                  chosen.includes(row.span) && css.chosen,
                  at === index && css.selected,
                  reach?.spans.has(row.span) && css[reach.spans.get(row.span) ?? ''],
                  rowClass?.(row),
                )}
                style={{ height: rowHeight, transform: `translateY(${at * rowHeight}px)` }}
                onMouseDown={keepTextUnselected}
                onClick={(event) => press(event, row)}
              >
                {children(row)}
                <ReachMark reach={reach?.spans.get(row.span)} />
              </div>
            )
          })}
        </div>
      </div>
      {isUnfollowed && (
        <Button size="small" className={css.follow} title={say('followHint')} onClick={followRun}>
          <ArrowDownToLine size={13} aria-hidden /> {say('follow')}
        </Button>
      )}
    </div>
  )
}

/** Shift chooses lines; the browser would choose their text. */
const keepTextUnselected = (event: MouseEvent): void => {
  if (event.shiftKey) event.preventDefault()
}

const rowId = (label: string, span: string): string => `${label}:${span === '' ? 'run' : span}`.replaceAll(' ', '-')
