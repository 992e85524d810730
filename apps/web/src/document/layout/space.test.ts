import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaps } from './geometry.ts'
import { createSpace } from './space.ts'

const rect = fc.record({
  x: fc.integer({ min: -3000, max: 3000 }),
  y: fc.integer({ min: -3000, max: 3000 }),
  width: fc.integer({ min: 1, max: 1400 }),
  height: fc.integer({ min: 1, max: 1400 }),
})

describe('The space of the canvas', () => {
  it('finds exactly the overlapping rectangles, at any place', () => {
    fc.assert(
      fc.property(fc.array(rect, { maxLength: 30 }), rect, (rects, asked) => {
        const spots = rects.map((each, index) => ({ ...each, id: String(index) }))
        const space = createSpace(spots)
        const expected = spots.filter((spot) => overlaps(asked, spot)).map(({ id }) => id)
        expect(
          space
            .within(asked)
            .map(({ id }) => id)
            .toSorted(),
        ).toEqual(expected.toSorted())
        expect(space.blocker(asked) !== undefined).toBe(expected.length > 0)
      }),
    )
  })
})
