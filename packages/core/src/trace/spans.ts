import type { JournalEvent } from '../journal/events.ts'
import type { ModelUsage } from '../model/model.ts'
import { History } from './history.ts'
import { addUsage, isSettled, NO_USAGE, type Span, type SpanStatus, type SpanUsage } from './span.ts'
import { ideaName, loopOf, ordinalOf, parentOf, spanKind } from './span-path.ts'

/** The spans of a Journal so far, each with its history. Grown only by `foldSpan`. */
export interface Spans {
  readonly byId: Map<string, History<Span>>
  /** In order of first appearance. */
  readonly inOrder: History<Span>[]
  readonly children: Map<string, string[]>
  readonly open: Set<string>
}

/** Told about each span that an event changed; `before` is undefined where it is new. */
export type OnSpanChange = (seq: number, before: Span | undefined, after: Span) => void

export const createSpans = (): Spans => ({ byId: new Map(), inOrder: [], children: new Map(), open: new Set() })

type SpanPatch = Partial<Omit<Span, 'id' | 'parent' | 'kind' | 'order'>>

/** Takes one event into the spans. Events must come in order of `seq`. */
export const foldSpan = (spans: Spans, event: JournalEvent, onChange: OnSpanChange): void => {
  const at = Date.parse(event.at)
  const change = (id: string, patch: SpanPatch): void => changeSpan(spans, event.seq, at, id, patch, onChange)
  const patch = patchOf(event, at)
  if (patch !== undefined) change(event.span, patch)
  if (event.type === 'request.completed') charge(spans, event.span, usageOf(event.data.usage), change)
  if (event.type === 'request.failed' && event.data.usage !== undefined)
    charge(spans, event.span, usageOf(event.data.usage), change)
  if (event.type === 'run.completed' || event.type === 'run.failed' || event.type === 'run.cancelled')
    for (const id of [...spans.open]) if (id !== '') change(id, { status: 'cancelled', endedAt: at })
}

/** What an event says about its own span; undefined where it changes nothing that a span shows. */
const patchOf = (event: JournalEvent, at: number): SpanPatch | undefined => {
  switch (event.type) {
    case 'run.created':
      return {
        title: ideaName(event.data.idea),
        idea: ideaName(event.data.idea),
        model: event.data.model,
        ...started('running', at),
      }
    case 'request.started':
      return { idea: ideaName(event.data.idea), model: event.data.model, attempts: 1, ...started('running', at) }
    case 'request.retried':
      return { attempts: event.data.attempt + 1 }
    case 'request.failed':
      return {
        ...ended('failed', at),
        error: { code: event.data.code, message: event.data.message },
      }
    case 'request.completed':
      return { ...ended('completed', at), firstTokenMs: event.data.queueMs + event.data.firstTokenMs }
    case 'call.proposed':
      return { title: event.data.tool, tool: event.data.tool, callId: event.data.call, status: 'queued' }
    case 'call.rejected':
      return {
        ...ended('rejected', at),
        ...named(event.data.tool),
        callId: event.data.call,
        error: event.data.error,
      }
    case 'approval.requested':
      return { status: 'waiting', endedAt: undefined }
    case 'approval.decided':
      return { status: 'queued' }
    case 'call.started':
      return {
        ...started('running', at),
        mode: event.data.mode,
        attempts: event.data.attempt,
        error: undefined,
        ...(event.data.activity ? { activity: event.data.activity } : {}),
        ...(event.data.pinned ? { pinned: true } : {}),
      }
    case 'call.completed':
      return ended('completed', at)
    case 'call.failed':
      return { ...ended('failed', at), error: event.data.error }
    case 'module.entered':
      return { module: ideaName(event.data.address) }
    case 'run.waiting':
      return { status: 'waiting' }
    case 'run.resumed':
      return { status: 'running' }
    case 'run.completed':
      return ended('completed', at)
    case 'run.failed':
      return { ...ended('failed', at), error: event.data.error }
    case 'run.cancelled':
      return ended('cancelled', at)
    case 'call.logged':
    case 'artifact.created':
    case 'module.left':
    case 'state.written':
    case 'limit.reached':
      return undefined
  }
}

const named = (tool: string | undefined): SpanPatch => (tool === undefined ? {} : { title: tool, tool })
const started = (status: SpanStatus, at: number): SpanPatch => ({ status, startedAt: at, endedAt: undefined })
const ended = (status: SpanStatus, at: number): SpanPatch => ({ status, endedAt: at })

const changeSpan = (
  spans: Spans,
  seq: number,
  at: number,
  id: string,
  patch: SpanPatch,
  onChange: OnSpanChange,
): void => {
  const history = spans.byId.get(id)
  const before = history?.latest
  // A second attempt keeps the first one's start: the bar shows all of it.
  const startedAt = before?.startedAt ?? patch.startedAt
  const after: Span = { ...(before ?? openSpan(spans, id, at)), ...patch, ...(startedAt ? { startedAt } : {}) }
  if (history === undefined) addSpan(spans, id, seq, after)
  else history.set(seq, after)
  if (isSettled(after.status)) spans.open.delete(id)
  else spans.open.add(id)
  onChange(seq, before, after)
}

const openSpan = (spans: Spans, id: string, at: number): Span => ({
  id,
  parent: parentOf(id),
  kind: spanKind(id),
  title: spanKind(id) === 'request' ? `request ${ordinalOf(id) + 1}` : '',
  idea: ideaOfLoop(spans, loopOf(id)),
  order: spans.inOrder.length,
  status: 'queued',
  openedAt: at,
  attempts: 0,
  usage: NO_USAGE,
  total: NO_USAGE,
})

const ideaOfLoop = (spans: Spans, loop: string): string => {
  const span = spans.byId.get(loop)?.latest
  return span?.module ?? span?.idea ?? ''
}

const addSpan = (spans: Spans, id: string, seq: number, span: Span): void => {
  const history = new History<Span>()
  history.set(seq, span)
  spans.byId.set(id, history)
  spans.inOrder.push(history)
  if (span.parent === null) return
  const siblings = spans.children.get(span.parent)
  if (siblings === undefined) spans.children.set(span.parent, [id])
  else siblings.push(id)
}

/** Adds a Request's usage to itself and to the totals of everything around it. */
const charge = (spans: Spans, id: string, usage: SpanUsage, change: (id: string, patch: SpanPatch) => void): void => {
  for (let at: string | null = id; at !== null; at = parentOf(at)) {
    const span = spans.byId.get(at)?.latest
    if (span === undefined) continue
    const total = addUsage(span.total, usage)
    change(at, at === id ? { usage: addUsage(span.usage, usage), total } : { total })
  }
}

const usageOf = (usage: ModelUsage): SpanUsage => ({
  requests: 1,
  inputTokens: usage.inputTokens,
  outputTokens: usage.outputTokens,
  cachedTokens: usage.cachedTokens,
  reasoningTokens: usage.reasoningTokens,
  estimated: usage.estimated,
})
