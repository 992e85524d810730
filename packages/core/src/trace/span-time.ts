import { closedAt, lengthBetween, merged, without, type Stretch } from './periods.ts'
import type { SpanTime, TraceLog } from './log-types.ts'
import type { Span } from './span.ts'

/** Waits by span, for the events of a log so far: a log grows in place. */
interface KnownWaits {
  readonly events: number
  readonly bySpan: Map<string, readonly Stretch[]>
}
const known = new WeakMap<TraceLog['events'], KnownWaits>()

/** How long a span was at work and how long it waited for a person, by `now` (milliseconds since the epoch) or its end. */
export const spanTime = (
  log: TraceLog,
  { id, openedAt, endedAt }: Pick<Span, 'id' | 'openedAt' | 'endedAt'>,
  now: number,
): SpanTime => {
  const last = Math.max(openedAt, endedAt ?? now)
  const waitMs = lengthBetween(waitsOf(log, id), openedAt, last)
  return { workMs: last - openedAt - waitMs, waitMs }
}

/**
 * The same of several spans that have ended, as one, by any instant: none waits while another is at work, and time
 * between them is neither.
 */
export const timeOfSpans = (log: TraceLog, spans: readonly Span[]): ((now: number) => SpanTime) => {
  const working = merged(
    spans.flatMap(({ id, openedAt: from, endedAt: to = from }) => without([{ from, to }], waitsOf(log, id))),
  )
  const waiting = without(merged(spans.flatMap(({ id }) => waitsOf(log, id))), working)
  return (now) => ({ workMs: lengthBetween(working, 0, now), waitMs: lengthBetween(waiting, 0, now) })
}

/** Whether anything in the Run waited for a person so far. */
export const hasWaits = ({ marks, spans }: TraceLog): boolean =>
  (spans.byId.get('')?.latest.waits.length ?? 0) > 0 || marks.some(({ kind }) => kind === 'wait')

/**
 * When a span waited for a person: itself, or something below it while nothing below it was at work. Ascending,
 * without overlaps; an open wait has no end.
 */
export const waitsOf = (log: TraceLog, id: string): readonly Stretch[] => {
  if (!hasWaits(log)) return NONE
  let waits = known.get(log.events)
  if (waits?.events !== log.events.length) {
    waits = { events: log.events.length, bySpan: new Map() }
    known.set(log.events, waits)
  }
  const found = waits.bySpan.get(id) ?? readWaits(log, id)
  waits.bySpan.set(id, found)
  return found
}

const NONE: readonly Stretch[] = []

const readWaits = (log: TraceLog, id: string): readonly Stretch[] => {
  const waiting: Stretch[] = []
  const working: Stretch[] = []
  const collect = (at: string): void => {
    const span = log.spans.byId.get(at)?.latest
    if (span === undefined) return
    const own = span.waits.map((wait) => closedAt(wait, span.endedAt ?? Infinity))
    waiting.push(...own)
    working.push(...without(workOf(span), merged(own)))
    // The Run's own waits are those in which none of its branches worked.
    if (span.kind === 'run') return
    for (const child of log.spans.children.get(at) ?? []) collect(child)
  }
  collect(id)
  return waiting.length === 0 ? NONE : without(merged(waiting), merged(working))
}

/** A Loop is at work while its Requests and Calls are, not by itself. */
const workOf = ({ kind, mode, openedAt, startedAt, endedAt }: Span): readonly Stretch[] => {
  const from = kind === 'request' ? openedAt : startedAt
  const isLoop = kind === 'run' || mode === 'module'
  return isLoop || from === undefined ? NONE : merged([{ from, to: endedAt ?? Infinity }])
}
