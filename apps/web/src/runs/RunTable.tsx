import type { Run } from '@ensemble/core'
import { ideaName } from '@ensemble/core/trace'
import { useVirtualizer } from '@tanstack/react-virtual'
import { GitFork } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { t } from '../i18n/run.ts'
import { charge, count, duration } from '../ui/format.ts'
import { ideaTitle } from '../stores/idea-title.ts'
import { Labels } from '../annotation/Labels.tsx'
import { StarButton } from '../annotation/StarButton.tsx'
import { StatusIcon } from '../trace/StatusIcon.tsx'
import { runTitle } from '../stores/run-title.ts'
import css from './RunsPage.module.css'
import { say } from './say.ts'
import { language } from '../i18n/language.ts'

interface RunTableProps {
  readonly runs: readonly Run[]
  readonly chosen: readonly string[]
  readonly onChoose: (id: string) => void
  /** Everything up to `to`, as Shift does; `from` is the row that an arrow left. */
  readonly onExtend: (to: string, from?: string) => void
  /** Every Run that is listed so far, or none. */
  readonly onChooseAll: (all: boolean) => void
  readonly onOpen: (id: string) => void
  /** The last rows are in sight. */
  readonly onEnd: () => void
  readonly onChange: (run: Run) => void
  readonly actions: (run: Run) => ReactNode
}

const ROW = 30
const STARTED = new Intl.DateTimeFormat(language, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})
const COLUMNS = ['run', 'status', 'idea', 'model', 'started', 'time', 'turns', 'calls', 'tokens', 'cost'] as const

const isShifted = (event: Event): boolean => 'shiftKey' in event && event.shiftKey === true

/** Shift chooses rows; the browser would choose their text. */
function keepTextUnselected(event: MouseEvent): void {
  if (!event.shiftKey) return
  event.preventDefault()
  if (event.target instanceof HTMLElement) event.target.closest<HTMLElement>('button, input')?.focus()
}

/** Runs as a virtual table: only the rows in sight exist. */
export function RunTable(props: RunTableProps) {
  const { runs, chosen, onChoose, onExtend, onChooseAll, onOpen, onEnd, onChange, actions } = props
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: runs.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 10,
    getItemKey: (at) => runs[at]?.id ?? at,
  })
  const picked = new Set(chosen)
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= runs.length - 10) onEnd()
  }, [last, runs.length, onEnd])
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || !(event.target instanceof HTMLElement)) return
    const row = event.target.closest('[data-index]')
    const at = Number(row?.getAttribute('data-index'))
    const next = box.current?.querySelector<HTMLElement>(`[data-index="${at + step}"] [data-open]`)
    if (next === null || next === undefined) return
    event.preventDefault()
    next.focus()
    const to = runs[at + step]
    if (event.shiftKey && to !== undefined) onExtend(to.id, runs[at]?.id)
  }
  const press = (event: MouseEvent, id: string): void => {
    if (event.shiftKey) onExtend(id)
    else if (event.ctrlKey || event.metaKey) onChoose(id)
    else onOpen(id)
  }
  return (
    <div ref={box} className={css.table} role="table" aria-label={say('table')} aria-rowcount={runs.length + 1}>
      <div className={css.heads} role="row">
        <span role="columnheader">
          <input
            type="checkbox"
            aria-label={say('selectAll')}
            title={say('selectAll')}
            checked={runs.every(({ id }) => picked.has(id))}
            onChange={({ currentTarget }) => onChooseAll(currentTarget.checked)}
          />
        </span>
        {COLUMNS.map((column) => (
          <span key={column} role="columnheader">
            {say(`column.${column}`)}
          </span>
        ))}
        <span role="columnheader" />
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows walk from row to row */}
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }} onKeyDown={onKeyDown}>
        {items.map(({ index, start, key }) => {
          const run = runs[index]
          if (run === undefined) return null
          const title = runTitle(run)
          return (
            <div
              key={key}
              role="row"
              data-index={index}
              className={css.row}
              data-chosen={picked.has(run.id)}
              onMouseDown={keepTextUnselected}
              style={{ transform: `translateY(${start}px)`, height: ROW }}
            >
              <span role="cell">
                <input
                  type="checkbox"
                  aria-label={say('select', { title })}
                  checked={picked.has(run.id)}
                  title={say('selectHint')}
                  onChange={({ nativeEvent }) => (isShifted(nativeEvent) ? onExtend(run.id) : onChoose(run.id))}
                />
              </span>
              <span role="cell" className={css.title}>
                <StarButton run={run} onChange={onChange} />
                {run.parent !== undefined && <GitFork size={12} role="img" aria-label={t('runs.fork')} />}
                <button
                  type="button"
                  data-open
                  dir="auto"
                  className={css.open}
                  title={title}
                  onClick={(event) => press(event, run.id)}
                >
                  {title}
                </button>
                <Labels labels={run.annotation?.labels ?? []} />
              </span>
              <span role="cell" className={css.status}>
                <StatusIcon status={run.status} />
                {run.damaged ? say('damaged') : t(`runStatus.${run.status}`)}
              </span>
              <span role="cell">{ideaTitle(ideaName(run.idea))}</span>
              <span role="cell" className={css.mono}>
                {run.model}
              </span>
              <span role="cell">{STARTED.format(new Date(run.startedAt))}</span>
              <span role="cell">
                {run.endedAt === undefined ? '' : duration(Date.parse(run.endedAt) - Date.parse(run.startedAt))}
              </span>
              <span role="cell">{run.usage.requests}</span>
              <span role="cell">{run.usage.calls}</span>
              <span role="cell">{count(run.usage.inputTokens + run.usage.outputTokens)}</span>
              <span role="cell">{run.usage.cost === null ? '' : charge(run.usage.cost)}</span>
              <span role="cell" className={css.actions}>
                {actions(run)}
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
