import { cursorAt, parentOf, spanTime, type Span, type TraceLog } from '@ensemble/core/trace'

/** The effort of a Run or a part of it. */
export interface Took {
  /** Milliseconds at work, without waiting for a person. */
  readonly workMs: number
  readonly requests: number
  readonly calls: number
  readonly tokens: number
}

/** The effort of a whole Run: a fork's includes its kept part. */
export interface Effort extends Took {
  /** Milliseconds in which the Run waited for a person, without an open wait. */
  readonly waitMs: number
  /** The start of the open wait, in ms since 1970; undefined without one. */
  readonly waitingSince: number | undefined
  readonly kept: Took
}

/** The spans that a fork took over with what they came to, and how long each took where it was recorded, in ms. */
export const keptSpans = (log: TraceLog): ReadonlyMap<string, number> => {
  const kept = new Map<string, number>()
  for (const event of log.events)
    switch (event.type) {
      case 'request.completed':
      case 'call.completed':
      case 'call.failed':
        if (event.data.source !== undefined || event.data.edited === true) kept.set(event.span, event.data.ms)
    }
  if (kept.size > 0) keepWhatFollows(log, kept)
  return kept
}

/** A latent Call is part of the answer to its Request, a Module's is what its own Requests came to: with these it is kept. */
function keepWhatFollows(log: TraceLog, kept: Map<string, number>): void {
  const childrenOf = (span: string): readonly string[] => log.spans.children.get(span) ?? []
  // Inner spans come before their parents.
  const calls = log.events.flatMap((event) => (event.type === 'call.started' ? [event] : []))
  for (const { span, data } of calls.toSorted((a, b) => depthOf(b.span) - depthOf(a.span))) {
    if (kept.has(span)) continue
    const requests = childrenOf(span)
    if (data.mode === 'latent' && kept.has(parentOf(span) ?? '')) kept.set(span, 0)
    else if (
      requests.length > 0 &&
      requests.every((each) => kept.has(each) && childrenOf(each).every((one) => kept.has(one)))
    )
      kept.set(span, keptTime(log, kept, span))
  }
}

const depthOf = (span: string): number => span.split('/').length

/** Milliseconds in which a span that has ended was at work, as the timeline says. */
export const workIn = (log: TraceLog, span: Span): number => spanTime(log, span, span.endedAt ?? span.openedAt).workMs

/** The Run's effort up to its last known event; kept steps count as in the source. */
export function effortOf(log: TraceLog): Effort {
  const cursor = cursorAt(log)
  const { inputTokens, outputTokens, keptTokens, requests } = cursor.total('')
  const kept = { ...keptOf(log, keptSpans(log)), tokens: keptTokens }
  const [start = 0, end = start] = [log.times[0], log.times.at(-1)]
  const root = log.spans.byId.get('')?.latest
  const { workMs, waitMs } = spanTime(log, { id: '', openedAt: start, endedAt: root?.endedAt }, end)
  return {
    workMs: workMs + kept.workMs,
    waitMs,
    waitingSince: waitingSince(log),
    requests,
    calls: log.events.filter(({ type }) => type === 'call.proposed').length,
    tokens: inputTokens + outputTokens,
    kept,
  }
}

/** One that is stopped while it waits waits no more. */
const waitingSince = (log: TraceLog): number | undefined => {
  const root = log.spans.byId.get('')?.latest
  return root?.status === 'waiting' ? root.waits.find(({ to }) => to === undefined)?.from : undefined
}

const keptOf = (log: TraceLog, spans: ReadonlyMap<string, number>): Omit<Took, 'tokens'> => {
  let took = { workMs: keptTime(log, spans, ''), requests: 0, calls: 0 }
  for (const event of log.events) {
    if (!spans.has(event.span)) continue
    if (event.type === 'call.proposed') took = { ...took, calls: took.calls + 1 }
    if (event.type === 'request.completed') took = { ...took, requests: took.requests + 1 }
  }
  return took
}

/** Requests of a Loop follow each other, the Calls of one run side by side; below a Call that was not kept, parts may be. */
const keptTime = (log: TraceLog, kept: ReadonlyMap<string, number>, loop: string): number => {
  let sum = 0
  for (const request of log.spans.children.get(loop) ?? []) {
    const calls = (log.spans.children.get(request) ?? []).map((call) => kept.get(call) ?? keptTime(log, kept, call))
    sum += (kept.get(request) ?? 0) + Math.max(0, ...calls)
  }
  return sum
}
