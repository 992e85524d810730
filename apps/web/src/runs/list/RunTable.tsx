import type { Run } from '@ensemble/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useMemo, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { runNames } from '../open/run-names.ts'
import { RunRow } from './RunRow.tsx'
import css from './RunsPage.module.css'
import { COLUMNS, type Column, type RunsView } from './runs-view.ts'
import { say } from './say.ts'

interface RunTableProps {
  readonly view: RunsView
  /** The head of a column was pressed. */
  readonly onSort: (column: Column) => void
  readonly runs: readonly Run[]
  readonly chosen: readonly string[]
  readonly onChoose: (id: string) => void
  /** Everything up to `to`, as Shift does; `from` is the row that an arrow left. */
  readonly onExtend: (to: string, from?: string) => void
  /** More match than are listed so far. */
  readonly hasMore: boolean
  /** All that match are being fetched, to be chosen. */
  readonly isChoosingAll: boolean
  /** Every Run that matches, or none. */
  readonly onChooseAll: (all: boolean) => void
  readonly onOpen: (id: string) => void
  /** The last rows are in sight. */
  readonly onEnd: () => void
  readonly onChange: (run: Run) => void
  readonly actions: (run: Run) => ReactNode
}

const ROW = 30

/** Runs as a virtual table: only the rows in sight exist. */
export function RunTable(props: RunTableProps) {
  const {
    view,
    onSort,
    runs,
    chosen,
    hasMore,
    isChoosingAll,
    onChoose,
    onExtend,
    onChooseAll,
    onOpen,
    onEnd,
    onChange,
    actions,
  } = props
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: runs.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 10,
    getItemKey: (at) => runs[at]?.id ?? at,
  })
  const names = useMemo(() => runNames(runs), [runs])
  const picked = new Set(chosen)
  const areAllChosen = !hasMore && runs.every(({ id }) => picked.has(id))
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
    <div
      ref={box}
      className={css.table}
      role="table"
      aria-label={say('table')}
      aria-rowcount={runs.length + 1}
      data-errors={runs.some(({ error, failedCalls }) => (error ?? failedCalls) !== undefined)}
      data-waits={runs.some(({ waited }) => waited !== undefined)}
    >
      <div className={css.heads} role="row">
        <ChooseAll
          areAllChosen={areAllChosen}
          areSomeChosen={picked.size > 0}
          isBusy={isChoosingAll}
          onChooseAll={onChooseAll}
        />
        {COLUMNS.map((column) => (
          <SortHead key={column} column={column} view={view} onSort={onSort} />
        ))}
        <span role="columnheader" />
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows walk from row to row */}
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }} onKeyDown={onKeyDown}>
        {items.map(({ index, start, key }) => {
          const run = runs[index]
          if (run === undefined) return null
          return (
            <RunRow
              key={key}
              run={run}
              title={names.get(run.id) ?? ''}
              index={index}
              top={start}
              height={ROW}
              isChosen={picked.has(run.id)}
              onPress={(event) => press(event, run.id)}
              onTick={(isRange) => (isRange ? onExtend(run.id) : onChoose(run.id))}
              onChange={onChange}
              actions={actions}
            />
          )
        })}
      </div>
    </div>
  )
}

interface ChooseAllProps {
  readonly areAllChosen: boolean
  readonly areSomeChosen: boolean
  /** All are being fetched, to be chosen. */
  readonly isBusy: boolean
  readonly onChooseAll: (all: boolean) => void
}

const ChooseAll = ({ areAllChosen, areSomeChosen, isBusy, onChooseAll }: ChooseAllProps) => (
  <span role="columnheader">
    <input
      type="checkbox"
      aria-label={say('selectAll')}
      title={say('selectAll')}
      checked={areAllChosen || isBusy}
      aria-busy={isBusy}
      ref={(box) => {
        if (box !== null) box.indeterminate = !areAllChosen && !isBusy && areSomeChosen
      }}
      onChange={({ currentTarget }) => onChooseAll(currentTarget.checked)}
    />
  </span>
)

interface SortHeadProps {
  readonly column: Column
  readonly view: RunsView
  readonly onSort: (column: Column) => void
}

function SortHead({ column, view, onSort }: SortHeadProps) {
  const isSorted = view.sort === column
  const isUp = view.order === 'asc'
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <span role="columnheader" aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}>
      <button
        type="button"
        className={css.head}
        data-sorted={isSorted}
        title={say('sortBy', { column: say(`column.${column}`) })}
        onClick={() => onSort(column)}
      >
        {say(`column.${column}`)}
        {isSorted && <Arrow size={11} aria-hidden />}
      </button>
    </span>
  )
}
