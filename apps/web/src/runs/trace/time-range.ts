import type { TraceLog } from '@ensemble/core/trace'
import type { RunView } from '../open/run-view.ts'

/** The stretch of time on the time line, in milliseconds since the epoch. */
export interface TimeRange {
  readonly start: number
  readonly end: number
}

/** From the Run's first event to its last, or to now while it continues. */
export const timeRange = (state: { readonly log: TraceLog | null } & Pick<RunView, 'now'>): TimeRange => {
  const start = state.log?.times[0] ?? 0
  return { start, end: Math.max(start + 1, state.log?.times.at(-1) ?? 0, state.now) }
}

/** 0 to 1 along the range. */
export const shareOf = (range: TimeRange, time: number): number => Math.max(0, Math.min(1, placeOf(range, time)))

/** 0 to 1 along the range, beyond that outside of it. */
export const placeOf = ({ start, end }: TimeRange, time: number): number => (time - start) / (end - start)

/** Nothing is looked at closer than this: events carry milliseconds. */
const SHORTEST_MS = 2

/** A range inside `whole`, as long as it was where there is room. */
export function withinRange({ start, end }: TimeRange, whole: TimeRange): TimeRange {
  const length = Math.min(Math.max(end - start, SHORTEST_MS), whole.end - whole.start)
  const from = Math.max(whole.start, Math.min(start, whole.end - length))
  return { start: from, end: from + length }
}

/** Zooms by `factor` (below 1: out) around `time`. */
export function zoomed(range: TimeRange, whole: TimeRange, time: number, factor: number): TimeRange {
  const length = Math.max(SHORTEST_MS, (range.end - range.start) / factor)
  const share = shareOf(range, time)
  return withinRange({ start: time - share * length, end: time + (1 - share) * length }, whole)
}

/** Moved by a share of its own length. */
export const panned = ({ start, end }: TimeRange, whole: TimeRange, share: number): TimeRange =>
  withinRange({ start: start + share * (end - start), end: end + share * (end - start) }, whole)

/** Moved by milliseconds. */
export const moved = ({ start, end }: TimeRange, by: number): TimeRange => ({ start: start + by, end: end + by })

/** One edge of it moved by milliseconds, as far as the other. */
export const stretched = ({ start, end }: TimeRange, edge: 'start' | 'end', by: number): TimeRange =>
  edge === 'start'
    ? { start: Math.min(start + by, end - SHORTEST_MS), end }
    : { start, end: Math.max(end + by, start + SHORTEST_MS) }

/** Moved as little as needed to have `time` in it. */
export function showing(range: TimeRange, whole: TimeRange, time: number): TimeRange {
  if (time >= range.start && time <= range.end) return range
  const length = range.end - range.start
  const start = time < range.start ? time - length * 0.1 : time - length * 0.9
  return withinRange({ start, end: start + length }, whole)
}

export interface Ticks {
  /** Milliseconds between two. */
  readonly step: number
  /** Milliseconds since the epoch. */
  readonly times: readonly number[]
}

/** Milliseconds between round times along a range, of which at most `most` fit. */
export const tickStep = ({ start, end }: TimeRange, most: number): number => roundStep((end - start) / most)

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500].concat(
  [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600].map((seconds) => seconds * 1000),
)
const HOUR = 3_600_000

const roundStep = (least: number): number => STEPS.find((step) => step >= least) ?? Math.ceil(least / HOUR) * HOUR
