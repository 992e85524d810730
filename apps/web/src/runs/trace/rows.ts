import type { Spans, TraceLog } from '@ensemble/core/trace'

/** One line of the timeline or the tree. */
export interface TraceRow {
  readonly id: string
  readonly depth: number
  /** Whether it has children. */
  readonly expandable: boolean
  readonly expanded: boolean
  /** It is only there because it encloses what was looked for. */
  readonly isAround: boolean
}

export interface RowOptions {
  readonly collapsed: ReadonlySet<string>
  /** The spans that were looked for; what encloses them is shown around them. Null shows all. */
  readonly found: ReadonlySet<string> | null
  /** `flat` puts a Request's Calls next to it, as they run on after it; `nested` puts them under it. */
  readonly shape: 'flat' | 'nested'
}

/** The lines of a whole Run, in order of appearance under each parent; the same at every instant, so nothing jumps. */
export function traceRows(spans: Spans, { collapsed, found, shape }: RowOptions): readonly TraceRow[] {
  const kept = found === null ? null : withEnclosing(spans, found)
  const rows: TraceRow[] = []
  const childrenOf = (id: string): readonly string[] => {
    const children = spans.children.get(id) ?? NONE
    return kept === null ? children : children.filter((child) => kept.has(child))
  }
  const walk = (id: string, depth: number): void => {
    const children = childrenOf(id)
    const isFlatRequest = shape === 'flat' && spans.byId.get(id)?.latest?.kind === 'request'
    const expandable = children.length > 0 && !isFlatRequest
    // A search shows what it found, whatever is folded.
    const expanded = expandable && (kept !== null || !collapsed.has(id))
    rows.push({ id, depth, expandable, expanded, isAround: found !== null && !found.has(id) })
    if (isFlatRequest) for (const child of children) walk(child, depth)
    else if (expanded) for (const child of children) walk(child, depth + 1)
  }
  if (spans.byId.has('') && (kept === null || kept.has(''))) walk('', 0)
  return rows
}

const NONE: readonly string[] = []

const withEnclosing = (spans: Spans, found: ReadonlySet<string>): ReadonlySet<string> => {
  const kept = new Set<string>()
  for (const id of found)
    for (let at: string | null = id; at !== null && !kept.has(at); at = parentOf(spans, at)) kept.add(at)
  return kept
}

const parentOf = (spans: Spans, id: string): string | null => spans.byId.get(id)?.latest?.parent ?? null

/** The deepest span that explains why a Run failed; null where nothing failed. */
export function leafError(log: TraceLog): string | null {
  const end = log.events.at(-1)
  if (end?.type !== 'run.failed') return null
  const named = end.data.error.key?.split('#')[0]
  if (named !== undefined && named !== '' && log.spans.byId.has(named)) return named
  // A limit that stopped a Request before it began has no span: the last failure explains it.
  const spanOf = (seq: number): string => log.events[seq - 1]?.span ?? ''
  const mark = log.marks.findLast(
    ({ seq, kind }) => kind === 'error' && spanOf(seq) !== '' && log.spans.byId.has(spanOf(seq)),
  )
  return mark === undefined ? '' : spanOf(mark.seq)
}
