import type { Run } from '../journal/run-types.ts'
import type { SpanTime } from './log-types.ts'

/** How long a Run was at work and how long it waited for a person, by `now` (milliseconds since the epoch) or its end. */
export const runTime = (run: Pick<Run, 'startedAt' | 'endedAt' | 'waited'>, now: number): SpanTime => {
  const { startedAt, endedAt, waited } = run
  const start = Date.parse(startedAt)
  const last = Math.max(start, endedAt === undefined ? now : Date.parse(endedAt))
  const open = waited?.since === undefined ? 0 : Math.max(0, last - Date.parse(waited.since))
  const waitMs = Math.min(last - start, (waited?.ms ?? 0) + open)
  return { workMs: last - start - waitMs, waitMs }
}
