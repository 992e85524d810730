import {
  addUsage,
  NO_USAGE,
  percentile,
  spanTime,
  timeOfSpans,
  type Span,
  type SpanTime,
  type SpanUsage,
  type TraceLog,
} from '@ensemble/core/trace'

/** Equal siblings as one bar: from the first to begin to the last to end. All of them have ended. */
export interface EqualCalls {
  /** The first of them, stretched over all. */
  readonly final: Span
  readonly count: number
  /** Milliseconds at work, of the 95th in a hundred. */
  readonly p95Ms: number
  /** Milliseconds at work and waiting, of all together by an instant. */
  readonly timeAt: (now: number) => SpanTime
  readonly usage: SpanUsage
}

const known = new WeakMap<readonly string[], EqualCalls>()

/** The facts of equal siblings that have ended; the same object for the same list. */
export function equalCalls(log: TraceLog, members: readonly string[]): EqualCalls | undefined {
  const before = known.get(members)
  if (before !== undefined) return before
  const spans = members.flatMap((id) => log.spans.byId.get(id)?.latest ?? [])
  const [first] = spans
  if (first === undefined) return undefined
  const ends = spans.map(({ openedAt, endedAt = openedAt }) => endedAt)
  const cursor = log.at()
  const times = spans.map((span) => spanTime(log, span, 0))
  const found: EqualCalls = {
    final: {
      ...first,
      startedAt: spans.reduce((least, { startedAt = Infinity }) => Math.min(least, startedAt), Infinity),
      openedAt: spans.reduce((least, { openedAt }) => Math.min(least, openedAt), Infinity),
      endedAt: ends.reduce((most, end) => Math.max(most, end), 0),
      waits: [],
      retries: [],
      attempts: 1,
    },
    count: spans.length,
    p95Ms:
      percentile(
        times.map(({ workMs }) => workMs),
        0.95,
      ) ?? 0,
    timeAt: timeOfSpans(log, spans),
    usage: members.reduce((sum, id) => addUsage(sum, cursor.total(id)), NO_USAGE),
  }
  known.set(members, found)
  return found
}

/** The bar at an instant: undefined before the first began, still running until the last ended. */
export const equalCallsAt = ({ final }: EqualCalls, now: number): Span | undefined => {
  if (now < final.openedAt) return undefined
  return now >= (final.endedAt ?? 0) ? final : { ...final, status: 'running', endedAt: undefined }
}
