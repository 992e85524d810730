import { isSettled, type Span } from './span.ts'
import { amend, copyOf, openedSpan, usageOf, type SpanDraft } from './span-draft.ts'
import { SpanHistory } from './span-history.ts'
import { parentOf } from '../journal/parent-of.ts'
import { loopOf, spanKind } from './span-path.ts'
import { charge, type SpanTotals } from './span-totals.ts'
import type { TraceEvent } from './trace-event.ts'

/** The spans of a Journal so far, each with its history. Grown only by `foldSpan`. */
export interface Spans {
  readonly byId: Map<string, SpanHistory>
  /** In order of first appearance. */
  readonly inOrder: SpanHistory[]
  readonly children: Map<string, string[]>
  readonly open: Set<string>
  readonly totals: SpanTotals
}

/** Told about each span that an event changed; `before` is undefined where it is new. */
export type OnSpanChange = (seq: number, before: Span | undefined, after: Span) => void

export const createSpans = (): Spans => ({
  byId: new Map(),
  inOrder: [],
  children: new Map(),
  open: new Set(),
  totals: new Map(),
})

/** Takes one event into the spans. Events must come in order of `seq`; `at` is the event's own time. */
export const foldSpan = (
  spans: Spans,
  event: TraceEvent,
  onChange: OnSpanChange,
  at: number = Date.parse(event.at),
): void => {
  if (isSilent(event)) return
  const history = spans.byId.get(event.span)
  const before = history?.latest
  const after = before === undefined ? openSpan(spans, event.span, at) : copyOf(before)
  amend(after, event, at)
  if (history === undefined) addSpan(spans, new SpanHistory(after, event))
  else history.set(after, event)
  if (isSettled(after.status)) spans.open.delete(after.id)
  else spans.open.add(after.id)
  onChange(event.seq, before, after)
  if ((event.type === 'request.completed' || event.type === 'request.failed') && event.data.usage !== undefined)
    charge(spans.totals, after.id, after.model ?? '', event.seq, usageOf(event.data.usage, event.data.source))
  if (event.type === 'run.completed' || event.type === 'run.failed' || event.type === 'run.cancelled')
    cancelOpen(spans, event, at, onChange)
}

/** The span's view doesn't change after these. */
const isSilent = ({ type }: TraceEvent): boolean =>
  type === 'call.logged' ||
  type === 'artifact.created' ||
  type === 'module.left' ||
  type === 'state.written' ||
  type === 'limit.reached'

/** The spans still open when the Run ends. */
const cancelOpen = (spans: Spans, event: TraceEvent, at: number, onChange: OnSpanChange): void => {
  for (const id of spans.open) {
    const history = spans.byId.get(id)
    if (history === undefined || id === '') continue
    const before = history.latest
    onChange(event.seq, before, history.cancel(event, at))
  }
  spans.open.clear()
}

const openSpan = (spans: Spans, id: string, at: number): SpanDraft => {
  const parent = parentOf(id)
  return openedSpan({
    id,
    // The parent's own text, whose hash is known already.
    parent: parent === null ? null : (spans.byId.get(parent)?.latest.id ?? parent),
    kind: spanKind(id),
    idea: ideaOfLoop(spans, loopOf(id)),
    order: spans.inOrder.length,
    openedAt: at,
  })
}

const ideaOfLoop = (spans: Spans, loop: string): string => {
  const span = spans.byId.get(loop)?.latest
  return span?.module ?? span?.idea ?? ''
}

const addSpan = (spans: Spans, history: SpanHistory): void => {
  const { id, parent } = history.latest
  spans.byId.set(id, history)
  spans.inOrder.push(history)
  if (parent === null) return
  const siblings = spans.children.get(parent)
  if (siblings === undefined) spans.children.set(parent, [id])
  else siblings.push(id)
}
