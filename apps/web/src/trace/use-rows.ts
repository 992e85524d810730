import { useCallback, useMemo, useState, type KeyboardEvent } from 'react'
import { seek, selectSpan } from '../stores/run.ts'
import { traceRows, type RowOptions, type TraceRow } from './rows.ts'
import { useRun, useShown } from './use-run.ts'

const pickSelected = (state: { readonly selectedSpan: string | null }): string | null => state.selectedSpan

/** The lines of the open Run with folding, search, selection and the keys of a tree. */
export function useRows(shape: RowOptions['shape']) {
  const shown = useShown()
  const selected = useRun(pickSelected)
  const [query, setQuery] = useState('')
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(() => new Set())
  const spanCount = shown?.log.spans.inOrder.length ?? 0
  const log = shown?.log
  const spans = log?.spans
  const rows = useMemo(
    // The spans grow in place; their number tells when.
    () => (spans === undefined || spanCount === 0 ? [] : traceRows(spans, { collapsed, query, shape })),
    [spans, spanCount, collapsed, query, shape],
  )

  const toggle = useCallback((id: string): void => {
    setCollapsed((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])

  const index = rows.findIndex((row) => row.id === selected)
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[index]
    const go = (to: number): void => {
      const next = rows[Math.max(0, Math.min(rows.length - 1, to))]
      if (next !== undefined) selectSpan(next.id)
    }
    const action: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(index + 1),
      ArrowUp: () => go(index < 0 ? rows.length - 1 : index - 1),
      PageDown: () => go(index + 10),
      PageUp: () => go(index - 10),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (row?.expandable && !row.expanded ? toggle(row.id) : go(index + 1)),
      ArrowLeft: () => (row?.expanded ? toggle(row.id) : go(outerIndex(rows, index))),
      Enter: () => seek(log?.bySpan.get(row?.id ?? '')?.[0] ?? null),
      Escape: () => selectSpan(null),
    }
    const found = action[event.key]
    if (found === undefined) return
    event.preventDefault()
    event.stopPropagation()
    found()
  }

  return { shown, rows, selected, index, query, setQuery, toggle, onKeyDown }
}

/** The line that encloses line `index`. */
const outerIndex = (rows: readonly TraceRow[], index: number): number => {
  const depth = rows[index]?.depth ?? 0
  for (let at = index - 1; at >= 0; at--) if ((rows[at]?.depth ?? 0) < depth) return at
  return Math.max(0, index)
}
