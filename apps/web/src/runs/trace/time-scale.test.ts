import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldsOf, placeAt, scaleTicks, timeAt, wholeScale, type TimeScale } from './time-scale.ts'

const HOUR = 3_600_000
/** Two seconds of work around an hour of waiting. */
const RUN = { start: 1000, end: 3000 + HOUR }
const WAIT = { from: 2000, to: 2000 + HOUR }
const FOLDED: TimeScale = wholeScale(RUN, foldsOf(RUN, [WAIT]))

const runs = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 1, max: 10 * HOUR })), { maxLength: 12 })
  .map((pieces) => {
    let at = 1000
    const waits = pieces.map(([work, wait]) => {
      const from = at + work
      at = from + wait
      return { from, to: at }
    })
    return { range: { start: 1000, end: at + 10 }, waits }
  })

describe('a folded time line', () => {
  it('gives the work nine tenths of the width where one long wait would leave it a hair', () => {
    const wait = placeAt(FOLDED, WAIT.to) - placeAt(FOLDED, WAIT.from)
    expect(wait).toBeCloseTo(1 / 11)
    expect(placeAt(FOLDED, WAIT.from)).toBeCloseTo(5 / 11)
  })

  it('leaves a wait that is short next to the work as long as it was', () => {
    expect(foldsOf({ start: 0, end: 1100 }, [{ from: 500, to: 600 }])).toEqual([])
    expect(placeAt(wholeScale({ start: 0, end: 1000 }, []), 250)).toBe(0.25)
  })

  it('ends an open wait at the end of the time line', () => {
    expect(foldsOf(RUN, [{ from: 2000 }])[0]).toMatchObject({ from: 2000, to: RUN.end })
  })

  it('keeps every instant in its order and in the range, and finds it again at its place', () => {
    fc.assert(
      fc.property(
        runs,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
        ({ range, waits }, at) => {
          const scale = wholeScale(range, foldsOf(range, waits))
          const times = at.map((share) => range.start + share * (range.end - range.start)).toSorted((a, b) => a - b)
          const places = times.map((time) => placeAt(scale, time))
          expect(places).toEqual(places.toSorted((a, b) => a - b))
          for (const [index, time] of times.entries()) {
            expect(places[index]).toBeGreaterThanOrEqual(0)
            expect(places[index]).toBeLessThanOrEqual(1 + 1e-9)
            const shown = scale.start + (places[index] ?? 0) * (scale.end - scale.start)
            // Within a fold a step of the place is a long time.
            expect(Math.abs(timeAt(scale.folds, shown) - time)).toBeLessThan(1e-6 * (range.end - range.start) + 1e-3)
          }
        },
      ),
    )
  })

  it('gives work at least half of the width, however many waits there are', () => {
    fc.assert(
      fc.property(runs, ({ range, waits }) => {
        const scale = wholeScale(range, foldsOf(range, waits))
        const folded = scale.folds.reduce((sum, { shownMs }) => sum + shownMs, 0)
        expect(folded).toBeLessThanOrEqual((scale.end - scale.start) / 2 + 1)
      }),
    )
  })

  it('writes round times outside of the folds only', () => {
    const { times, step } = scaleTicks(FOLDED, RUN.start, 8)
    expect(step).toBe(500)
    expect(times.map((time) => time - RUN.start)).toEqual([0, 500, 1000, HOUR + 1000, HOUR + 1500, HOUR + 2000])
  })
})
