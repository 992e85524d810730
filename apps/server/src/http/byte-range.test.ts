import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRange } from './byte-range.ts'

describe('a range of bytes', () => {
  test.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=2-5', { start: 2, end: 5 }],
    ['bytes=2-', { start: 2, end: 9 }],
    ['bytes=2-99', { start: 2, end: 9 }],
    ['bytes=9-9', { start: 9, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
  ])('%s of ten', (header, range) => expect(parseRange(header, 10)).toEqual(range))

  test.each(['bytes=10-', 'bytes=10-12', 'bytes=5-4', 'bytes=-0'])('%s of ten holds none', (header) =>
    expect(parseRange(header, 10)).toBeNull(),
  )

  test.each([null, '', 'bytes=', 'bytes=-', 'bytes=0-1,3-4', 'items=0-1', 'bytes=a-b', 'xbytes=0-1', 'bytes=0-1x'])(
    '%s asks for the whole',
    (header) => expect(parseRange(header, 10)).toBeUndefined(),
  )

  test('never leads outside, and of nothing there is no part', () => {
    const bound = fc.option(fc.nat({ max: 30 }), { nil: '' })
    fc.assert(
      fc.property(bound, bound, fc.nat({ max: 20 }), (first, last, size) => {
        const range = parseRange(`bytes=${first}-${last}`, size)
        if (range === undefined) expect([first, last]).toEqual(['', ''])
        else if (range !== null) {
          expect(range.start).toBeGreaterThanOrEqual(0)
          expect(range.end).toBeGreaterThanOrEqual(range.start)
          expect(range.end).toBeLessThan(size)
        }
      }),
    )
  })
})
