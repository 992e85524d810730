import type { Span, Spans, TraceLog } from '@ensemble/core/trace'

/** One line of the timeline or the tree. */
export interface TraceRow {
  readonly id: string
  readonly depth: number
  /** Whether something stands below it. */
  readonly expandable: boolean
  readonly expanded: boolean
}

export interface RowOptions {
  readonly collapsed: ReadonlySet<string>
  /** Shows only spans that hold this text, and what encloses them. */
  readonly query: string
  /** `flat` puts a Request's Calls beside it, as they run on after it; `nested` puts them under it. */
  readonly shape: 'flat' | 'nested'
}

/** The lines of a whole Run, in order of appearance under each parent; the same at every instant, so nothing jumps. */
export function traceRows(spans: Spans, { collapsed, query, shape }: RowOptions): readonly TraceRow[] {
  const kept = query.trim() === '' ? null : matching(spans, query)
  const rows: TraceRow[] = []
  const childrenOf = (id: string): readonly string[] => {
    const children = spans.children.get(id) ?? []
    return kept === null ? children : children.filter((child) => kept.has(child))
  }
  const walk = (id: string, depth: number): void => {
    const children = childrenOf(id)
    const isFlatRequest = shape === 'flat' && spans.byId.get(id)?.latest?.kind === 'request'
    const expandable = children.length > 0 && !isFlatRequest
    // A search shows what it found, whatever is folded.
    const expanded = expandable && (kept !== null || !collapsed.has(id))
    rows.push({ id, depth, expandable, expanded })
    if (isFlatRequest) for (const child of children) walk(child, depth)
    else if (expanded) for (const child of children) walk(child, depth + 1)
  }
  if (spans.byId.has('') && (kept === null || kept.has(''))) walk('', 0)
  return rows
}

const matching = (spans: Spans, query: string): ReadonlySet<string> => {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const kept = new Set<string>()
  for (const { latest: span } of spans.inOrder) {
    if (span === undefined) continue
    const text = searchText(span)
    if (!words.every((word) => text.includes(word))) continue
    for (let at: string | null = span.id; at !== null && !kept.has(at); at = parentOf(spans, at)) kept.add(at)
  }
  return kept
}

const parentOf = (spans: Spans, id: string): string | null => spans.byId.get(id)?.latest?.parent ?? null

const searchText = (span: Span): string =>
  [span.title, span.module, span.mode, span.activity, span.status, span.error?.code, span.error?.message]
    .filter((part) => part !== undefined)
    .join(' ')
    .toLocaleLowerCase()

/** The deepest span that explains why a Run failed; null where nothing failed. */
export function leafError(log: TraceLog): string | null {
  const end = log.events.at(-1)
  if (end?.type !== 'run.failed') return null
  const named = end.data.error.key?.split('#')[0]
  if (named !== undefined && named !== '' && log.spans.byId.has(named)) return named
  // A limit that stopped a Request before it began has no span of its own: what failed last explains it.
  const spanOf = (seq: number): string => log.events[seq - 1]?.span ?? ''
  const mark = log.marks.findLast(
    ({ seq, kind }) => kind === 'error' && spanOf(seq) !== '' && log.spans.byId.has(spanOf(seq)),
  )
  return mark === undefined ? '' : spanOf(mark.seq)
}
