import type { ModelUsage } from '../model/model.ts'
import { addUsage, NO_USAGE, type Period, type Span, type SpanStatus, type SpanUsage } from './span.ts'
import { ideaName, ordinalOf } from './span-path.ts'
import type { TraceEvent } from './trace-event.ts'

/** A Span while it is made. Optional members may be undefined but must be written: one that is forgotten does not compile. */
export type SpanDraft = { -readonly [K in keyof Required<Span>]: Span[K] }

/** The constant part of a Span from its first event on. */
export type SpanPlace = Pick<Span, 'id' | 'parent' | 'kind' | 'idea' | 'order' | 'openedAt'>

/** Shared by all spans that have none. */
const NONE: readonly never[] = []

/** A Span before its first event. */
export const openedSpan = ({ id, parent, kind, idea, order, openedAt }: SpanPlace): SpanDraft =>
  copyOf({
    id,
    parent,
    kind,
    title: kind === 'request' ? `request ${ordinalOf(id) + 1}` : '',
    idea,
    order,
    status: 'queued',
    openedAt,
    attempts: 0,
    retries: NONE,
    waits: NONE,
    usage: NO_USAGE,
  })

/** Every Span has the same members in the same order: a Run of 100,000 events makes as many of them. */
export const copyOf = (span: Span): SpanDraft => ({
  id: span.id,
  parent: span.parent,
  kind: span.kind,
  title: span.title,
  idea: span.idea,
  order: span.order,
  tool: span.tool,
  mode: span.mode,
  pinned: span.pinned,
  activity: span.activity,
  module: span.module,
  callId: span.callId,
  model: span.model,
  status: span.status,
  openedAt: span.openedAt,
  startedAt: span.startedAt,
  endedAt: span.endedAt,
  queueMs: span.queueMs,
  firstTokenMs: span.firstTokenMs,
  attempts: span.attempts,
  retries: span.retries,
  waits: span.waits,
  usage: span.usage,
  error: span.error,
})

/** Writes what an event says about its own span; some say nothing that a span shows. */
export const amend = (span: SpanDraft, event: TraceEvent, at: number): void => {
  switch (event.type) {
    case 'run.created':
      span.title = ideaName(event.data.idea)
      span.idea = span.title
      span.model = event.data.model
      return start(span, at)
    case 'request.started':
      span.idea = ideaName(event.data.idea)
      span.model = event.data.model
      span.attempts = 1
      return start(span, at)
    case 'request.retried':
      span.attempts = event.data.attempt + 1
      span.retries = [...span.retries, at]
      return
    case 'request.failed':
      end(span, 'failed', at)
      span.error = { code: event.data.code, message: event.data.message }
      if (event.data.usage !== undefined)
        span.usage = addUsage(span.usage, usageOf(event.data.usage, event.data.source))
      return
    case 'request.completed':
      end(span, 'completed', at)
      span.queueMs = event.data.queueMs
      span.firstTokenMs = event.data.queueMs + event.data.firstTokenMs
      span.usage = addUsage(span.usage, usageOf(event.data.usage, event.data.source))
      return
    case 'answer.rejected':
      span.status = 'rejected'
      span.error = event.data.error
      return
    case 'call.proposed':
      name(span, event.data.tool)
      span.callId = event.data.call
      span.status = 'queued'
      return
    case 'call.rejected':
      end(span, 'rejected', at)
      name(span, event.data.tool)
      span.callId = event.data.call
      span.error = event.data.error
      return
    case 'approval.requested':
      span.status = 'waiting'
      span.endedAt = undefined
      span.waits = [...span.waits, { from: at }]
      return
    case 'approval.decided':
      // A person who looked at a failure and left it has ended the Call.
      if (span.error === undefined) span.status = 'queued'
      else end(span, 'failed', at)
      span.waits = waitedUntil(span.waits, at)
      return
    case 'call.started':
      start(span, at)
      span.mode = event.data.mode
      span.attempts = event.data.attempt
      if (event.data.attempt > 1) span.retries = [...span.retries, at]
      span.error = undefined
      if (event.data.activity) span.activity = event.data.activity
      if (event.data.pinned) span.pinned = true
      return
    case 'call.completed':
      end(span, 'completed', at)
      span.error = undefined
      return
    case 'call.failed':
      end(span, 'failed', at)
      span.error = event.data.error
      return
    case 'module.entered':
      span.module = ideaName(event.data.address)
      return
    case 'run.waiting':
      span.status = 'waiting'
      span.waits = [...waitedUntil(span.waits, at), { from: at }]
      return
    case 'run.resumed':
      span.status = 'running'
      span.waits = waitedUntil(span.waits, at)
      return
    case 'run.completed':
      return end(span, 'completed', at)
    case 'run.failed':
      end(span, 'failed', at)
      span.error = event.data.error
      return
    case 'run.cancelled':
      return end(span, 'cancelled', at)
    case 'call.logged':
    case 'artifact.created':
    case 'module.left':
    case 'state.written':
    case 'limit.reached':
      return
  }
}

const start = (span: SpanDraft, at: number): void => {
  span.status = 'running'
  // A second attempt keeps the first one's start: the bar shows all of it.
  span.startedAt ??= at
  span.endedAt = undefined
}
export const end = (span: SpanDraft, status: SpanStatus, at: number): void => {
  span.status = status
  span.endedAt = at
}
const name = (span: SpanDraft, tool: string | undefined): void => {
  if (tool === undefined) return
  span.title = tool
  span.tool = tool
}

/** The waits so far, with one that went on ended. */
const waitedUntil = (waits: readonly Period[], at: number): readonly Period[] =>
  waits.map((wait) => (wait.to === undefined ? { from: wait.from, to: at } : wait))

/** `source` is set where a fork kept the answer. */
export const usageOf = (usage: ModelUsage, source: unknown): SpanUsage => ({
  requests: 1,
  inputTokens: usage.inputTokens,
  outputTokens: usage.outputTokens,
  cachedTokens: usage.cachedTokens,
  reasoningTokens: usage.reasoningTokens,
  estimated: usage.estimated,
  keptTokens: source === undefined ? 0 : usage.inputTokens + usage.outputTokens,
})
