import type { Period } from '@ensemble/core/trace'
import { tickStep, type Ticks, type TimeRange } from './time-range.ts'

/** A wait that a time line draws shorter than it was. */
export interface TimeFold {
  /** Milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  /** The milliseconds that it is drawn as. */
  readonly shownMs: number
}

/** The part of a time line that is looked at: `start` and `end` are shown times, that is without what its folds hide. */
export interface TimeScale extends TimeRange {
  /** In their order, without overlaps. */
  readonly folds: readonly TimeFold[]
}

const NONE: readonly TimeFold[] = []
/** One fold is this part of the working time; many share half of it. */
const PART = 10

/** The waits of a Run that would take the room from its work, each as wide as the others. */
export function foldsOf({ start, end }: TimeRange, waits: readonly Period[]): readonly TimeFold[] {
  const closed = waits.map(({ from, to = end }) => ({ from, to: Math.max(from, Math.min(to, end)) }))
  const worked = closed.reduce((left, { from, to }) => left - (to - from), end - start)
  const shownMs = Math.max(1, worked) / Math.max(PART, 2 * closed.length)
  const long = closed.filter(({ from, to }) => to - from > 2 * shownMs)
  return long.length === 0 ? NONE : long.map((wait) => ({ ...wait, shownMs }))
}

/** All of a Run. */
export const wholeScale = ({ start, end }: TimeRange, folds: readonly TimeFold[]): TimeScale => ({
  start: shownAt(folds, start),
  end: shownAt(folds, end),
  folds,
})

/** The shown time of an instant in milliseconds since the epoch. */
export const shownAt = (folds: readonly TimeFold[], time: number): number =>
  folds.reduce((shown, { from, to, shownMs }) => {
    const inside = Math.min(time, to) - from
    return inside <= 0 ? shown : shown - inside * (1 - shownMs / (to - from))
  }, time)

/** The instant of a shown time. */
export function timeAt(folds: readonly TimeFold[], shown: number): number {
  let time = shown
  for (const { from, to, shownMs } of folds) {
    const inside = time - from
    if (inside <= 0) return time
    time += Math.min(inside, shownMs) * ((to - from) / shownMs - 1)
  }
  return time
}

/** 0 to 1 along what is looked at, beyond that outside of it. */
export const placeAt = ({ start, end, folds }: TimeScale, time: number): number =>
  (shownAt(folds, time) - start) / (end - start)

/** 0 to 1 along what is looked at. */
export const shareAt = (scale: TimeScale, time: number): number => Math.max(0, Math.min(1, placeAt(scale, time)))

/** Round times to write outside of the folds, counted from `origin`; about `most`. */
export function scaleTicks({ start, end, folds }: TimeScale, origin: number, most: number): Ticks {
  const step = tickStep({ start, end }, most)
  const times: number[] = []
  let from = timeAt(folds, start)
  const last = timeAt(folds, end)
  for (const fold of [...folds, { from: last, to: last }]) {
    const to = Math.min(fold.from, last)
    for (let at = Math.ceil((from - origin) / step) * step; origin + at <= to; at += step) times.push(origin + at)
    from = Math.max(from, fold.to)
  }
  return { step, times }
}
