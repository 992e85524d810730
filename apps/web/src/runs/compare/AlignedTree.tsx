import type { AlignedSpan, Span, TraceLog } from '@ensemble/core/trace'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { duration } from '../../platform/ui/format.ts'
import { SpanIcon } from '../trace/SpanIcon.tsx'
import { StatusIcon } from '../trace/StatusIcon.tsx'
import { classes } from '../../platform/ui/classes.ts'
import css from './compare.module.css'
import { workIn } from './effort.ts'
import { placeName } from './place-name.ts'
import { say } from './say.ts'

interface RunSide {
  readonly log: TraceLog
  readonly kept: ReadonlyMap<string, number>
}

interface AlignedTreeProps {
  readonly rows: readonly AlignedSpan[]
  /** Where they are known: the Runs' logs, and what each took over from its source with how long it took there, in ms. */
  readonly sides?: { readonly left: RunSide | undefined; readonly right: RunSide | undefined }
  /** The row that a fork was made to change. */
  readonly edited?: string | undefined
  readonly selected: string | null
  readonly onSelect: (path: string) => void
}

const ROW = 26

/** Both Runs as one tree: a row per span, with how it went in each and in what the two part. */
export function AlignedTree({ rows, sides, edited, selected, onSelect }: AlignedTreeProps) {
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 12,
  })
  const at = rows.findIndex(({ path }) => path === selected)
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at)
  }, [at, virtual])
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
    const row = to === undefined ? undefined : rows[to]
    if (row === undefined) return
    event.preventDefault()
    onSelect(row.path)
  }
  return (
    <div ref={box} className={css.tree} role="tree" aria-label={say('tree')} tabIndex={0} onKeyDown={onKeyDown}>
      <div className={css.heads} aria-hidden>
        <span />
        <span>{say('left')}</span>
        <span>{say('right')}</span>
      </div>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          const span = row.left ?? row.right
          return (
            <button
              key={row.path}
              type="button"
              role="treeitem"
              aria-level={row.depth + 1}
              aria-selected={row.path === selected}
              tabIndex={-1}
              className={classes(css.row, row.path === selected && css.selected, row.changes.length > 0 && css.changed)}
              style={{ transform: `translateY(${start}px)`, height: ROW }}
              onClick={() => onSelect(row.path)}
            >
              <span className={css.name} style={{ paddingLeft: 8 + row.depth * 14 }}>
                {span !== undefined && <SpanIcon span={span} />}
                <span className={css.title} title={placeName(row)}>
                  {placeName(row)}
                </span>
                {row.path === edited && (
                  <span className={classes(css.mark, css.editMark)} title={say('editMarkHint')}>
                    {say('editMark')}
                  </span>
                )}
                {row.changes.map((change) => (
                  <span key={change} className={css.mark} data-change={change} title={say(`change.${change}`)}>
                    {say(`change.${change}`)}
                  </span>
                ))}
              </span>
              <Side span={row.left} run={sides?.left} />
              <Side span={row.right} run={sides?.right} />
            </button>
          )
        })}
      </div>
    </div>
  )
}

function Side({ span, run }: { readonly span: Span | undefined; readonly run: RunSide | undefined }) {
  if (span === undefined) return <span className={css.absent}>{say('notThere')}</span>
  const keptMs = run?.kept.get(span.id)
  if (keptMs !== undefined)
    return (
      <span className={css.went} title={say('keptHint', { time: duration(keptMs) })}>
        <StatusIcon status={span.status} />
        {say('kept')}
      </span>
    )
  return (
    <span className={css.went} title={say('timeHint')}>
      <StatusIcon status={span.status} />
      {span.endedAt === undefined || run === undefined ? '' : duration(workIn(run.log, span))}
    </span>
  )
}
