import type { TraceLog } from '@ensemble/core/trace'
import { useDeferredValue, useMemo, type KeyboardEvent } from 'react'
import { seek } from '../open/run-playback.ts'
import { chosenCallsStore, clearCalls, extendCalls, isCall, parentLoop, toggleCall } from '../open/chosen-calls.ts'
import { selectSpan } from '../open/run.ts'
import { toggleSpan } from '../open/look-at-trace.ts'
import type { RunView } from '../open/run-view.ts'
import { filterCount, type TraceView } from '../open/trace-view.ts'
import { traceRows, type RowOptions, type TraceRow } from './rows.ts'
import { filteredSpans } from './span-filter.ts'
import { createTextSearch, type TextSearch } from './text-search.ts'
import { useRun, useShown } from './use-run.ts'

const pickTrace = ({ trace }: RunView): TraceView => trace
const pickSelected = (state: { readonly selectedSpan: string | null }): string | null => state.selectedSpan

/** The lines of the open Run with folding, search, filter, selection and the keys of a tree. */
export function useRows(shape: RowOptions['shape']) {
  const shown = useShown()
  const selected = useRun(pickSelected)
  const view = useRun(pickTrace)
  const query = useDeferredValue(view.query)
  const log = shown?.log
  const events = log?.events
  const search = useMemo(() => (events === undefined ? undefined : createTextSearch(query)), [events, query])
  const eventCount = events?.length ?? 0
  const spanCount = log?.spans.inOrder.length ?? 0
  const isAsking = search !== undefined || filterCount(view.filter) > 0
  // Both grow in place; what is asked may be answered by any event, the lines alone only by a new span.
  const size = isAsking ? eventCount : spanCount
  const { collapsed, filter } = view
  const rows = useMemo(
    () =>
      log === undefined || size === 0
        ? []
        : traceRows(log.spans, { collapsed, found: foundIn(log, search, filter), shape }),
    // eslint-disable-next-line react/exhaustive-deps -- `log` is a new object in every frame; `events` replaces it and `size` for its growth
    [events, size, search, collapsed, filter, shape],
  )
  const index = useMemo(() => rows.findIndex((row) => row.id === selected), [rows, selected])

  /** Selects the next row that was looked for, from the end on again from the start. */
  const find = (step: 1 | -1): void => {
    const from = Math.max(index, step > 0 ? -1 : 0)
    const next = Array.from(rows, (_, at) => rows.at((from + step * (at + 1)) % rows.length)).find(
      (each) => each?.isAround === false,
    )
    if (next !== undefined) selectSpan(next.id)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[index]
    const go = (to: number): void => {
      const next = rows[Math.max(0, Math.min(rows.length - 1, to))]
      if (next === undefined) return
      clearCalls()
      selectSpan(next.id)
    }
    /** With Shift: the next Call in that direction, and all between. */
    const extend = (step: 1 | -1): void => {
      const next =
        step > 0
          ? rows.slice(index + 1).find(({ id }) => isSibling(id, row?.id))
          : rows.slice(0, Math.max(0, index)).findLast(({ id }) => isSibling(id, row?.id))
      if (next !== undefined)
        extendCalls(
          rows.map(({ id }) => id),
          next.id,
        )
    }
    const action: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(index + 1),
      ArrowUp: () => go(index < 0 ? rows.length - 1 : index - 1),
      PageDown: () => go(index + 10),
      PageUp: () => go(index - 10),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (row?.expandable && !row.expanded ? toggleSpan(row.id) : go(index + 1)),
      ArrowLeft: () => (row?.expanded ? toggleSpan(row.id) : go(outerIndex(rows, index))),
      ...(isAsking && { n: () => find(1) }),
      Enter: () => seek(log?.bySpan.get(row?.id ?? '')?.[0] ?? null),
      Escape: () => (chosenCallsStore.getState().chosen.length > 0 ? clearCalls() : selectSpan(null)),
    }
    const choosing: Readonly<Record<string, () => void>> = {
      'Shift+ArrowDown': () => extend(1),
      'Shift+ArrowUp': () => extend(-1),
      ...(isAsking && { 'Shift+N': () => find(-1) }),
      'Mod+ ': () => toggleCall(row?.id ?? ''),
    }
    const isMod = event.ctrlKey || event.metaKey
    const key = `${isMod ? 'Mod+' : ''}${event.shiftKey ? 'Shift+' : ''}${event.key}`
    const found = event.altKey ? undefined : isMod || event.shiftKey ? choosing[key] : action[key]
    if (found === undefined) return
    event.preventDefault()
    event.stopPropagation()
    found()
  }

  return { shown, rows, index, isAsking, find, onKeyDown }
}

/** Whether both are Calls of one parent. */
const isSibling = (one: string, other: string | undefined): boolean =>
  isCall(one) && (other === undefined || !isCall(other) || parentLoop(one) === parentLoop(other))

const foundIn = (
  log: TraceLog,
  search: TextSearch | undefined,
  filter: TraceView['filter'],
): ReadonlySet<string> | null => {
  const byText = search?.read(log) ?? null
  const byFilter = filteredSpans(log.spans, filter)
  if (byText === null || byFilter === null) return byText === null ? byFilter : new Set(byText)
  return new Set([...byFilter].filter((id) => byText.has(id)))
}

/** The line that encloses line `index`. */
const outerIndex = (rows: readonly TraceRow[], index: number): number => {
  const depth = rows[index]?.depth ?? 0
  for (let at = index - 1; at >= 0; at--) if ((rows[at]?.depth ?? 0) < depth) return at
  return Math.max(0, index)
}
