import type { TraceLog } from '@ensemble/core/trace'
import { useDeferredValue, useEffect, useMemo, type KeyboardEvent } from 'react'
import { seek } from '../open/run-playback.ts'
import { chosenCallsStore, clearCalls, extendCalls, isCall, parentLoop, toggleCall } from '../open/chosen-calls.ts'
import { selectSpan } from '../open/run.ts'
import { toggleGroup } from '../open/look-at-trace.ts'
import type { RunView } from '../open/run-view.ts'
import { filterCount, type TraceView } from '../open/trace-view.ts'
import { traceRows, type RowOptions, type TraceRow } from './rows.ts'
import { filteredSpans } from './span-filter.ts'
import { toggleRow } from './toggle-row.ts'
import { createTextSearch, type TextSearch } from './text-search.ts'
import { useRun, useShown } from './use-run.ts'

const pickTrace = ({ trace }: RunView): TraceView => trace
const pickReach = ({ reach }: RunView): RunView['reach'] => reach
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
  // Equal siblings are one line once they have ended.
  const spanCount = (log?.spans.inOrder.length ?? 0) * 2 - (log?.spans.open.size ?? 0)
  const isAsking = search !== undefined || filterCount(view.filter) > 0
  // Both grow in place; what is asked may be answered by any event, the lines alone only by a new span.
  const size = isAsking ? eventCount : spanCount
  const { collapsed, filter } = view
  // During an edit each line shows its span's fate in the fork.
  const opened = useRun(pickReach) === null ? view.opened : undefined
  const rows = useMemo(
    () =>
      log === undefined || size === 0
        ? []
        : traceRows(log.spans, { collapsed, opened, found: foundIn(log, search, filter), shape }),
    // eslint-disable-next-line react/exhaustive-deps -- `log` is a new object in every frame; `events` replaces it and `size` for its growth
    [events, size, search, collapsed, opened, filter, shape],
  )
  const index = useMemo(() => rowOf(rows, selected), [rows, selected])
  const hidden = rows[index]
  useEffect(() => {
    // A span that was chosen elsewhere gets its own line.
    if (hidden?.members !== undefined && !hidden.expanded && hidden.span !== selected) toggleGroup(hidden.id)
  }, [hidden, selected])

  /** Selects the next row that was looked for, from the end on again from the start. */
  const find = (step: 1 | -1): void => {
    const from = Math.max(index, step > 0 ? -1 : 0)
    const next = Array.from(rows, (_, at) => rows.at((from + step * (at + 1)) % rows.length)).find(
      (each) => each?.isAround === false,
    )
    if (next !== undefined) selectSpan(next.span)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[index]
    const go = (to: number): void => {
      const wanted = rows[Math.max(0, Math.min(rows.length - 1, to))]
      // Open, the line of equal siblings is only their title: its span has its own line below.
      const isTitle = wanted?.members !== undefined && wanted.expanded
      const next = isTitle && to < index ? rows[to - 1] : wanted
      if (next === undefined) return
      clearCalls()
      selectSpan(next.span)
    }
    /** To the line around this one; of equal siblings to the one that counts them. */
    const leave = (): void => {
      const at = outerIndex(rows, index)
      const outer = rows[at]
      if (outer?.members !== undefined) toggleRow(outer)
      else go(at)
    }
    /** With Shift: the next Call in that direction, and all between. */
    const extend = (step: 1 | -1): void => {
      const next =
        step > 0
          ? rows.slice(index + 1).find(({ span }) => isSibling(span, row?.span))
          : rows.slice(0, Math.max(0, index)).findLast(({ span }) => isSibling(span, row?.span))
      if (next !== undefined) extendCalls(spansOf(rows), next.span)
    }
    const action: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(index + 1),
      ArrowUp: () => go(index < 0 ? rows.length - 1 : index - 1),
      PageDown: () => go(index + 10),
      PageUp: () => go(index - 10),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (row?.expandable && !row.expanded ? toggleRow(row) : go(index + 1)),
      ArrowLeft: () => (row?.expanded ? toggleRow(row) : leave()),
      ...(isAsking && { n: () => find(1) }),
      Enter: () => seek(log?.bySpan.get(row?.span ?? '')?.[0] ?? null),
      ...(chosenCallsStore.getState().chosen.length > 0
        ? { Escape: clearCalls }
        : selected !== null && { Escape: () => selectSpan(null) }),
    }
    const choosing: Readonly<Record<string, () => void>> = {
      'Shift+ArrowDown': () => extend(1),
      'Shift+ArrowUp': () => extend(-1),
      ...(isAsking && { 'Shift+N': () => find(-1) }),
      'Mod+ ': () => toggleCall(row?.span ?? ''),
    }
    const isMod = event.ctrlKey || event.metaKey
    const key = `${isMod ? 'Mod+' : ''}${event.shiftKey ? 'Shift+' : ''}${event.key}`
    const found = event.altKey ? undefined : isMod || event.shiftKey ? choosing[key] : action[key]
    if (found === undefined) return
    event.preventDefault()
    event.stopPropagation()
    found()
  }

  const newest = useMemo(
    () => rowOf(rows, log?.spans.inOrder.at(-1)?.latest.id ?? null),
    // oxlint-disable-next-line react/exhaustive-deps -- `log` grows in place; a new span gives new rows
    [rows],
  )

  return { shown, rows, index, newest, isAsking, find, onKeyDown }
}

/** The spans of all lines; one of several equal ones is all of them. */
export const spansOf = (rows: readonly TraceRow[]): readonly string[] =>
  rows.flatMap(({ span, members, expanded }) => (members === undefined || expanded ? [span] : members))

/** The line of a span: its own before one that only counts it. */
function rowOf(rows: readonly TraceRow[], span: string | null): number {
  if (span === null) return -1
  const own = rows.findIndex((row) => row.id === span)
  return own >= 0 ? own : rows.findIndex(({ members }) => members?.includes(span))
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
