import type { TraceLog, TraceMark } from '@ensemble/core/trace'
import { shareOf, type TimeRange } from '../time-range.ts'

export interface DrawnMark {
  readonly share: number
  readonly kind: TraceMark['kind']
}

const PLACES = 150

/** The marks to draw: at most one per place, an error before a wait. */
export function marksOf(log: TraceLog | null, range: TimeRange): readonly DrawnMark[] {
  const drawn = new Map<number, DrawnMark>()
  for (const { seq, kind } of log?.marks ?? []) {
    const share = shareOf(range, log?.times[seq - 1] ?? 0)
    const place = Math.round(share * PLACES)
    if (kind === 'error' || !drawn.has(place)) drawn.set(place, { share, kind })
  }
  return [...drawn.values()]
}
