import type { LiveEvent } from '../journal/events.ts'
import { cursorAt } from './cursor.ts'
import type { Appearances, TraceLog, TraceMark } from './log-types.ts'
import { createGraphActivity, foldActivity } from './graph-activity.ts'
import { countUpTo } from './history.ts'
import { foldState } from './loop-state.ts'
import type { Span } from './span.ts'
import { spanTime } from './span-time.ts'
import { createSpans, foldSpan, type OnSpanChange } from './spans.ts'
import type { TraceEvent, TraceStreamEvent } from './trace-event.ts'

/** A Trace of these events, to which `appendEvent` adds as more arrive. */
export const createTraceLog = (events: Iterable<TraceStreamEvent> = []): TraceLog => {
  const log: TraceLog = {
    events: [],
    times: [],
    bySpan: new Map(),
    spans: createSpans(),
    activity: createGraphActivity(),
    states: new Map(),
    marks: [],
    requests: { spans: [], seqs: [] },
    loops: { spans: [], seqs: [] },
    calls: [],
    models: new Set(),
    writes: [],
    live: new Map(),
    at: (seq) => cursorAt(log, seq),
    timeOf: (span, now) => spanTime(log, span, now),
  }
  for (const event of events) appendEvent(log, event)
  return log
}

/**
 * Takes the Run's next event; skips known ones. False if events are missing: read the stream from `log.events.length`.
 */
export const appendEvent = (log: TraceLog, event: TraceStreamEvent): boolean => {
  if (event.seq === null) {
    foldLive(log, event)
    return true
  }
  const next = log.events.length + 1
  if (event.seq !== next) return event.seq < next
  log.events.push(event)
  const at = Date.parse(event.at)
  log.times.push(Math.max(at, log.times[next - 2] ?? 0))
  const own = log.bySpan.get(event.span)
  if (own === undefined) log.bySpan.set(event.span, [event.seq])
  else own.push(event.seq)
  const onChange: OnSpanChange = (seq, before, after) => {
    if (before !== undefined && isSameWork(before, after)) return
    foldActivity(log.activity, seq, before, after, (id) => log.spans.byId.get(id)?.latest)
  }
  foldSpan(log.spans, event, onChange, at)
  if (event.type === 'state.written') foldState(log.states, event, callInstance(log, event.span))
  noteAppearance(log, event)
  const kind = markKind(event)
  if (kind !== undefined) log.marks.push({ seq: event.seq, kind })
  if (event.type === 'request.completed' || event.type === 'request.failed') log.live.delete(event.span)
  if (event.type === 'call.completed' || event.type === 'call.failed') log.live.delete(event.span)
  if (event.type === 'run.resumed') log.live.delete(event.span)
  return true
}

/** The instance whose world the Call at `span` belongs to; undefined for the one that all share (docs/contract/protocol.md#instances). */
export const callInstance = ({ bySpan, events }: TraceLog, span: string): string | undefined => {
  for (const seq of bySpan.get(span) ?? []) {
    const event = events[seq - 1]
    if (event?.type !== 'call.proposed') continue
    const { _instance: instance } = event.data.meta
    return typeof instance === 'string' ? instance : undefined
  }
  return undefined
}

const noteAppearance = ({ requests, loops, calls, models, writes }: TraceLog, event: TraceEvent): void => {
  const { type, span, seq } = event
  if (type === 'state.written') writes.push(seq)
  if (type === 'call.started' || type === 'call.rejected') calls.push(seq)
  if (type === 'request.started') models.add(event.data.model)
  const list =
    type === 'request.started' ? requests : type === 'run.created' || type === 'module.entered' ? loops : null
  if (list === null) return
  list.spans.push(span)
  list.seqs.push(seq)
}

/** Those that had appeared after event `seq`, in order of appearance. */
export const appearedBy = ({ spans, seqs }: Appearances, seq: number): readonly string[] =>
  spans.slice(0, countUpTo(seqs, seq))

const isSameWork = (before: Span, after: Span): boolean =>
  before.status === after.status && before.module === after.module && before.activity === after.activity

/** The last event that had happened at `time` (milliseconds since the epoch); at least 1 where there is one. */
export const seqAtTime = (log: TraceLog, time: number): number =>
  Math.max(Math.min(1, log.events.length), countUpTo(log.times, time))

const markKind = (event: TraceEvent): TraceMark['kind'] | undefined => {
  switch (event.type) {
    case 'request.failed':
    case 'answer.rejected':
    case 'call.rejected':
    case 'call.failed':
    case 'limit.reached':
    case 'run.failed':
      return 'error'
    case 'approval.requested':
      return 'wait'
    default:
      return undefined
  }
}

const foldLive = (log: TraceLog, event: LiveEvent): void => {
  const before = log.live.get(event.span) ?? { text: '' }
  if (event.type === 'request.queued') {
    const { before: ahead, ...where } = event.data
    log.live.set(event.span, { ...before, queued: ahead === undefined ? undefined : { ...where, before: ahead } })
  } else if (event.type !== 'request.delta') log.live.set(event.span, { ...before, progress: event.data })
  else if (event.data.reasoning !== undefined)
    log.live.set(event.span, { ...before, reasoning: (before.reasoning ?? '') + event.data.reasoning })
  else log.live.set(event.span, { ...before, text: before.text + (event.data.text ?? callText(event.data.call)) })
}

const callText = (call: { readonly tool?: string; readonly argumentsDelta: string } | undefined): string =>
  call === undefined ? '' : `${call.tool === undefined ? '' : `\n${call.tool} `}${call.argumentsDelta}`
