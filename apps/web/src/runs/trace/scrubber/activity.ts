import type { TraceLog } from '@ensemble/core/trace'
import { shareOf, type TimeRange } from '../time-range.ts'

/**
 * A Run's outline: the active Requests and Calls in each of `columns` equal parts. A Module's Call counts through its
 * inside.
 */
export function activityOf(log: TraceLog, range: TimeRange, columns: number): readonly number[] {
  const changes = Array.from({ length: columns + 1 }, () => 0)
  for (const { latest: span } of log.spans.inOrder) {
    if (span === undefined || span.kind === 'run' || span.mode === 'module' || span.startedAt === undefined) continue
    const from = columnAt(shareOf(range, span.startedAt), columns)
    const to = columnAt(shareOf(range, span.endedAt ?? range.end), columns)
    changes[from] = (changes[from] ?? 0) + 1
    changes[to + 1] = (changes[to + 1] ?? 0) - 1
  }
  let sum = 0
  return changes.slice(0, columns).map((change) => (sum += change))
}

const columnAt = (share: number, columns: number): number => Math.min(columns - 1, Math.floor(share * columns))

/** The outline as the path of an area in a box of `columns` by 1, from its bottom up. */
export function outlineOf(counts: readonly number[]): string {
  const most = Math.max(1, ...counts)
  // The root keeps a single Call visible next to hundreds in parallel.
  const heights = counts.map((count) => 1 - Math.sqrt(count / most))
  return `M0 1${heights.map((y, x) => `V${y.toFixed(3)}H${x + 1}`).join('')}V1Z`
}
