import { isSettled, type Spans, type TraceLog } from '@ensemble/core/trace'

/** One line of the timeline or the tree. */
export interface TraceRow {
  readonly id: string
  /** The span it shows; of several equal ones the first. */
  readonly span: string
  /** Equal siblings in one line. */
  readonly members?: readonly string[]
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
  /** The lines of equal siblings that are open; undefined gives each span its own line. */
  readonly opened?: ReadonlySet<string> | undefined
}

/** Fewer equal siblings than these have a line each. */
const FEWEST_EQUAL = 4

/** The lines of a whole Run, in order of appearance under each parent; the same at every instant, so nothing jumps. */
export function traceRows(spans: Spans, { collapsed, found, shape, opened }: RowOptions): readonly TraceRow[] {
  const kept = found === null ? null : withEnclosing(spans, found)
  const rows: TraceRow[] = []
  const childrenOf = (id: string): readonly string[] => {
    const children = spans.children.get(id) ?? NONE
    return kept === null ? children : children.filter((child) => kept.has(child))
  }
  const walkAll = (children: readonly string[], depth: number): void => {
    if (kept !== null || opened === undefined || children.length < FEWEST_EQUAL)
      return children.forEach((child) => walk(child, depth))
    for (const members of equalSiblings(spans, children)) {
      const [first = ''] = members
      if (members.length < FEWEST_EQUAL) {
        for (const member of members) walk(member, depth)
        continue
      }
      const id = groupId(first)
      const expanded = opened.has(id)
      rows.push({ id, span: first, members, depth, expandable: true, expanded, isAround: false })
      if (expanded) for (const member of members) walk(member, depth + 1)
    }
  }
  const walk = (id: string, depth: number): void => {
    const children = childrenOf(id)
    const isFlatRequest = shape === 'flat' && spans.byId.get(id)?.latest?.kind === 'request'
    const expandable = children.length > 0 && !isFlatRequest
    // A search shows what it found, whatever is folded.
    const expanded = expandable && (kept !== null || !collapsed.has(id))
    rows.push({ id, span: id, depth, expandable, expanded, isAround: found !== null && !found.has(id) })
    if (isFlatRequest) walkAll(children, depth)
    else if (expanded) walkAll(children, depth + 1)
  }
  if (spans.byId.has('') && (kept === null || kept.has(''))) walk('', 0)
  return rows
}

const NONE: readonly string[] = []

/** The id of the line of equal siblings; no span has it. */
const groupId = (first: string): string => `×${first}`

/** Ended Calls of one Tool that came out the same way, together where the first of them is; others alone, in order. */
function equalSiblings(spans: Spans, children: readonly string[]): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>()
  for (const child of children) {
    const key = likeness(spans, child)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [child])
    else group.push(child)
  }
  // Few equal ones stay where they began, between the others.
  const leaders = new Map([...groups.values()].map((group) => [group[0], group]))
  const isMember = (child: string): boolean => (groups.get(likeness(spans, child))?.length ?? 0) >= FEWEST_EQUAL
  return children.flatMap((child) => {
    if (!isMember(child)) return [[child]]
    const group = leaders.get(child)
    return group === undefined ? [] : [group]
  })
}

const likeness = (spans: Spans, id: string): string => {
  const span = spans.byId.get(id)?.latest
  if (span?.kind !== 'call' || !isSettled(span.status)) return id
  const { tool = '', status, mode = '', module = '', error } = span
  return [tool, status, mode, module, error?.code ?? ''].join(' ')
}

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
