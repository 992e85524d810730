import { cursorAt, createTraceLog } from '@ensemble/core/trace'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTestJournal } from '../../../../../packages/core/src/trace/test-journal.ts'
import { segmentsOf } from './bar.ts'
import { moved, panned, placeOf, showing, stretched, withinRange, zoomed, type TimeRange } from './time-range.ts'
import { scaleTicks } from './time-scale.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const whole: TimeRange = { start: 1000, end: 61_000 }
const ranges = fc
  .tuple(share, share)
  .map(([at, length]) => withinRange({ start: 1000 + at * 60_000, end: 1000 + at * 60_000 + length * 60_000 }, whole))

describe('a bar', () => {
  it('never leaves the time line, and what is ahead of the instant shown starts there', () => {
    fc.assert(
      fc.property(fc.nat(), share, (seed, at) => {
        const log = createTraceLog(createTestJournal(seed))
        const start = log.times[0] ?? 0
        const range = { start, end: Math.max(start + 1, log.times.at(-1) ?? 0), folds: [] }
        const now = range.start + at * (range.end - range.start)
        for (const span of cursorAt(log).spans())
          for (const piece of segmentsOf(span, range, now, range.end)) {
            expect(piece.from).toBeGreaterThanOrEqual(0)
            expect(piece.to).toBeLessThanOrEqual(1)
            expect(piece.ahead ? piece.from + 1e-3 >= at : piece.to - 1e-3 <= at).toBe(true)
          }
      }),
      { numRuns: 50 },
    )
  })

  it('shows the queue, the time to the first token, the wait for a person and the work one after another', () => {
    const log = createTraceLog(createTestJournal(5, { trouble: 0.9 }))
    const range = { start: log.times[0] ?? 0, end: log.times.at(-1) ?? 1, folds: [] }
    for (const span of cursorAt(log).spans()) {
      const pieces = segmentsOf(span, range, range.end, range.end)
      expect(pieces.every((piece, at) => at === 0 || piece.from >= (pieces[at - 1]?.to ?? 0) - 1e-9)).toBe(true)
      const waited = span.waits.some(({ from, to }) => (to ?? range.end) > from)
      expect(pieces.some(({ kind }) => kind === 'wait')).toBe(waited)
    }
  })
})

describe('looking closer', () => {
  it('stays inside the Run and keeps what is under the pointer in its place where there is room', () => {
    fc.assert(
      fc.property(ranges, share, fc.double({ min: 0.2, max: 5, noNaN: true }), (range, at, factor) => {
        const time = range.start + at * (range.end - range.start)
        const after = zoomed(range, whole, time, factor)
        expect(after.start).toBeGreaterThanOrEqual(whole.start)
        expect(after.end).toBeLessThanOrEqual(whole.end + 1e-6)
        const isFree = after.start > whole.start && after.end < whole.end
        if (isFree) expect(placeOf(after, time)).toBeCloseTo(placeOf(range, time), 6)
      }),
    )
  })

  it('moves along without getting shorter, and back again', () => {
    fc.assert(
      fc.property(ranges, fc.double({ min: -3, max: 3, noNaN: true }), (range, by) => {
        const after = panned(range, whole, by)
        expect(after.end - after.start).toBeCloseTo(range.end - range.start, 6)
        expect(after.start).toBeGreaterThanOrEqual(whole.start)
      }),
    )
  })

  it('moves to an instant outside of it', () => {
    fc.assert(
      fc.property(ranges, share, (range, at) => {
        const time = whole.start + at * 60_000
        const after = showing(range, whole, time)
        expect(time).toBeGreaterThanOrEqual(after.start - 1e-6)
        expect(time).toBeLessThanOrEqual(after.end + 1e-6)
      }),
    )
  })
})

it('the ticks are round, in order, inside the range and not too many', () => {
  fc.assert(
    fc.property(ranges, (range) => {
      const { step, times } = scaleTicks({ ...range, folds: [] }, whole.start, 6)
      expect(times.length).toBeLessThanOrEqual(7)
      for (const time of times) expect(((time - whole.start) / step) % 1).toBeCloseTo(0, 9)
      expect(times.every((time) => time >= range.start - 1e-6 && time <= range.end)).toBe(true)
    }),
  )
})

describe('the window on the map', () => {
  it('is dragged along the run as long as it was, and never leaves it', () => {
    fc.assert(
      fc.property(ranges, fc.integer({ min: -99_000, max: 99_000 }), (range, by) => {
        const after = withinRange(moved(range, by), whole)
        expect(after.end - after.start).toBeCloseTo(range.end - range.start, 6)
        expect(after.start >= whole.start && after.end <= whole.end).toBe(true)
      }),
    )
  })

  it('is drawn wider or narrower at one edge, which never passes the other', () => {
    expect(stretched({ start: 2000, end: 4000 }, 'end', 500)).toEqual({ start: 2000, end: 4500 })
    expect(stretched({ start: 2000, end: 4000 }, 'start', 9000)).toEqual({ start: 3998, end: 4000 })
  })
})
