import type { JournalEvent } from '../journal/events.ts'
import type { ModelUsage } from '../model/model.ts'
import { History } from './history.ts'
import { addUsage, isSettled, NO_USAGE, type Period, type Span, type SpanStatus, type SpanUsage } from './span.ts'
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

/** Takes one event into the spans. Events must come in order of `seq`; `at` is the event's own time. */
export const foldSpan = (
  spans: Spans,
  event: JournalEvent,
  onChange: OnSpanChange,
  at: number = Date.parse(event.at),
): void => {
  const change = (id: string, patch: SpanPatch): void => changeSpan(spans, event.seq, at, id, patch, onChange)
  const patch = patchOf(event, at, spans.byId.get(event.span)?.latest)
  if (patch !== undefined) change(event.span, patch)
  if (event.type === 'request.completed') charge(spans, event.span, usageOf(event.data.usage), change)
  if (event.type === 'request.failed' && event.data.usage !== undefined)
    charge(spans, event.span, usageOf(event.data.usage), change)
  if (event.type === 'run.completed' || event.type === 'run.failed' || event.type === 'run.cancelled')
    for (const id of [...spans.open]) if (id !== '') change(id, { status: 'cancelled', endedAt: at })
}

/** What an event says about its own span; undefined where it changes nothing that a span shows. */
const patchOf = (event: JournalEvent, at: number, before: Span | undefined): SpanPatch | undefined => {
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
      return { attempts: event.data.attempt + 1, retries: [...(before?.retries ?? []), at] }
    case 'request.failed':
      return {
        ...ended('failed', at),
        error: { code: event.data.code, message: event.data.message },
      }
    case 'request.completed':
      return {
        ...ended('completed', at),
        queueMs: event.data.queueMs,
        firstTokenMs: event.data.queueMs + event.data.firstTokenMs,
      }
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
      return { status: 'waiting', endedAt: undefined, waits: [...(before?.waits ?? []), { from: at }] }
    case 'approval.decided':
      return { status: 'queued', waits: waitedUntil(before, at) }
    case 'call.started':
      return {
        ...started('running', at),
        mode: event.data.mode,
        attempts: event.data.attempt,
        ...(event.data.attempt > 1 ? { retries: [...(before?.retries ?? []), at] } : {}),
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
      return { status: 'waiting', waits: [...waitedUntil(before, at), { from: at }] }
    case 'run.resumed':
      return { status: 'running', waits: waitedUntil(before, at) }
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

/** The waits so far, with one that went on ended. */
const waitedUntil = (span: Span | undefined, at: number): readonly Period[] =>
  (span?.waits ?? []).map((wait) => (wait.to === undefined ? { from: wait.from, to: at } : wait))

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
  const after = patched(before ?? openSpan(spans, id, at), patch)
  if (history === undefined) addSpan(spans, id, seq, after)
  else history.set(seq, after)
  if (isSettled(after.status)) spans.open.delete(id)
  else spans.open.add(id)
  onChange(seq, before, after)
}

/** Optional members may be undefined but must be written: one that is forgotten does not compile. */
type EveryMember<T> = { [K in keyof Required<T>]: T[K] }

/** Every Span has the same members in the same order: a Run of 100,000 events makes as many of them. */
const patched = (before: Span, patch: SpanPatch): EveryMember<Span> => ({
  id: before.id,
  parent: before.parent,
  kind: before.kind,
  title: patch.title ?? before.title,
  idea: patch.idea ?? before.idea,
  order: before.order,
  tool: patch.tool ?? before.tool,
  mode: patch.mode ?? before.mode,
  pinned: patch.pinned ?? before.pinned,
  activity: patch.activity ?? before.activity,
  module: patch.module ?? before.module,
  callId: patch.callId ?? before.callId,
  model: patch.model ?? before.model,
  status: patch.status ?? before.status,
  openedAt: before.openedAt,
  // A second attempt keeps the first one's start: the bar shows all of it.
  startedAt: before.startedAt ?? patch.startedAt,
  endedAt: 'endedAt' in patch ? patch.endedAt : before.endedAt,
  queueMs: patch.queueMs ?? before.queueMs,
  firstTokenMs: patch.firstTokenMs ?? before.firstTokenMs,
  attempts: patch.attempts ?? before.attempts,
  retries: patch.retries ?? before.retries,
  waits: patch.waits ?? before.waits,
  usage: patch.usage ?? before.usage,
  total: patch.total ?? before.total,
  error: 'error' in patch ? patch.error : before.error,
})

/** Shared by all spans that have none. */
const NONE: readonly never[] = []

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
  retries: NONE,
  waits: NONE,
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
