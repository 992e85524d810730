import { loopOf } from './span-path.ts'
import type { Cursor, TraceLog } from './log-types.ts'
import { lengthBetween, merged, without, type Stretch } from './periods.ts'
import { addUsage, NO_USAGE, type Span, type SpanUsage } from './span.ts'
import { cursorAt } from './cursor.ts'
import { spanTime, waitsOf } from './span-time.ts'

/** All Calls of one Tool, or all Requests of one Idea, in a Run. Times in milliseconds, without waiting for a person. */
export interface ToolTotals {
  readonly kind: 'call' | 'request'
  /** The Tool of Calls (`""` for unreadable ones), the Idea of Requests. */
  readonly name: string
  /** In order of appearance. */
  readonly spans: readonly string[]
  /** All of them, with everything below; one inside another is not counted twice. */
  readonly totalMs: number
  /** All of them at work themselves: without queues, and without what happened below. */
  readonly selfMs: number
  /** The 95th percentile of those that have ended; undefined before the first. */
  readonly p95Ms: number | undefined
  readonly usage: SpanUsage
  /** How many failed or were refused. */
  readonly errors: number
}

/** A Run from the bottom up: a row per Tool and per Idea's Requests, in order of appearance, after event `seq`. */
export const toolTotals = (log: TraceLog, seq: number = log.events.length): readonly ToolTotals[] => {
  const cursor = cursorAt(log, seq)
  const rows = new Map<string, Span[]>()
  for (const span of cursor.spans()) {
    if (span.kind === 'run') continue
    const key = rowOf(span)
    const found = rows.get(key)
    if (found === undefined) rows.set(key, [span])
    else found.push(span)
  }
  return [...rows.values()].map((spans) => {
    const [first] = spans
    const ids = new Set(spans.map(({ id }) => id))
    const outer = spans.filter(({ id }) => !isInside(log, id, ids))
    const took = (span: Span): number => spanTime(log, span, cursor.time).workMs
    return {
      kind: first?.kind === 'request' ? 'request' : 'call',
      name: (first?.kind === 'request' ? first.idea : first?.tool) ?? '',
      spans: [...ids],
      totalMs: outer.reduce((sum, span) => sum + took(span), 0),
      selfMs: spans.reduce((sum, span) => sum + selfTime(log, span, cursor), 0),
      p95Ms: percentile(
        spans.flatMap((span) => (span.endedAt === undefined ? [] : [took(span)])),
        0.95,
      ),
      // A Call's Requests are below it; a Request counts alone, since its Calls have other rows.
      usage: outer.reduce(
        (sum, span) => addUsage(sum, span.kind === 'request' ? span.usage : cursor.total(span.id)),
        NO_USAGE,
      ),
      errors: spans.filter(({ status }) => status === 'failed' || status === 'rejected').length,
    }
  })
}

const rowOf = ({ kind, tool, idea }: Span): string => (kind === 'request' ? `request:${idea}` : `call:${tool ?? ''}`)

/** Whether one of `ids` encloses the span: the Loops around it are module Calls. Requests never enclose each other here. */
const isInside = (log: TraceLog, id: string, ids: ReadonlySet<string>): boolean => {
  if (log.spans.byId.get(id)?.latest.kind === 'request') return false
  for (let loop = loopOf(id); loop !== ''; loop = loopOf(loop)) if (ids.has(loop)) return true
  return false
}

/**
 * Milliseconds by the cursor's time in which the span itself worked: without its queue, its waits and what is below it. A Call begins
 * once the Calls it waits for have ended; a Request's Calls are next to it.
 */
const selfTime = (log: TraceLog, span: Span, cursor: Cursor): number => {
  const begin = begunAt(span)
  if (begin === undefined) return 0
  const end = Math.max(begin, span.endedAt ?? cursor.time)
  const below = span.kind === 'request' ? [] : loopSpans(log, span.id, cursor)
  const busy = merged(below.map(({ openedAt, endedAt }): Stretch => ({ from: openedAt, to: endedAt ?? Infinity })))
  const whole = without(merged([{ from: begin, to: end }]), waitsOf(log, span.id))
  return lengthBetween(without(whole, busy), begin, end)
}

/** When it left its queue: a Request's is for its endpoint, a Call's for other Calls and for a slot. Undefined before. */
const begunAt = ({ kind, openedAt, startedAt, queueMs = 0 }: Span): number | undefined =>
  kind === 'request' ? openedAt + queueMs : startedAt

/** The Requests of a Call's Loop, and their Calls, as the cursor sees them: one that failed may be tried again later. */
const loopSpans = ({ spans }: TraceLog, loop: string, cursor: Cursor): readonly Span[] =>
  (spans.children.get(loop) ?? NONE)
    .flatMap((request) => [request, ...(spans.children.get(request) ?? NONE)])
    .flatMap((id) => cursor.span(id) ?? [])

const NONE: readonly string[] = []

/** By nearest rank; undefined without values. */
export const percentile = (values: readonly number[], share: number): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)]
