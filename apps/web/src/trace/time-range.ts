import { isSettled, type Span } from '@ensemble/core/trace'
import type { RunView } from '../stores/run.ts'

/** The stretch of time on the time line, in milliseconds since the epoch. */
export interface TimeRange {
  readonly start: number
  readonly end: number
}

/** From the Run's first event to its last, or to now while it goes on. */
export const timeRange = (state: RunView): TimeRange => {
  const start = state.log?.times[0] ?? 0
  return { start, end: Math.max(start + 1, state.log?.times.at(-1) ?? 0, state.now) }
}

/** 0 to 1 along the range. */
export const shareOf = ({ start, end }: TimeRange, time: number): number =>
  Math.max(0, Math.min(1, (time - start) / (end - start)))

/** One drawn piece of a span's bar. */
export interface Segment {
  readonly from: number
  readonly to: number
  readonly kind: 'quiet' | 'solid' | 'going'
  /** It lies after the instant shown. */
  readonly ahead: boolean
}

/** A bar's pieces in shares of the range: waiting for its turn or its first token, then at work; cut at the instant shown. */
export function segmentsOf(span: Span, range: TimeRange, now: number): readonly Segment[] {
  const end = span.endedAt ?? range.end
  const begin = span.startedAt ?? end
  const firstToken = span.kind === 'request' && span.firstTokenMs !== undefined ? begin + span.firstTokenMs : begin
  const quietUntil = Math.min(Math.max(begin, firstToken), end)
  const work = isSettled(span.status) ? 'solid' : 'going'
  return [
    ...cut(range, span.openedAt, quietUntil, 'quiet', now),
    ...cut(range, quietUntil, end, span.startedAt === undefined ? 'quiet' : work, now),
  ]
}

const cut = (range: TimeRange, from: number, to: number, kind: Segment['kind'], now: number): readonly Segment[] => {
  const piece = (a: number, b: number, ahead: boolean): readonly Segment[] =>
    b > a ? [{ from: shareOf(range, a), to: shareOf(range, b), kind, ahead }] : []
  // Something that took no measurable time still shows as a tick.
  if (to === from && kind !== 'quiet')
    return [{ from: shareOf(range, from), to: shareOf(range, to), kind, ahead: from > now }]
  return [...piece(from, Math.min(to, now), false), ...piece(Math.max(from, now), to, true)]
}
