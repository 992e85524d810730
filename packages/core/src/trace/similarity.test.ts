import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Json } from '../schema/json.ts'
import { similarityOf } from './similarity.ts'

const json = (): fc.Arbitrary<Json> => fc.jsonValue() as fc.Arbitrary<Json>

describe('the similarity of two values', () => {
  it.each<[Json, Json, number]>([
    // The published examples of the Sørensen–Dice coefficient of letter pairs: 1 shared of 3 + 3, 3 shared of 6 + 6.
    ['night', 'nacht', 1 / 4],
    ['context', 'contact', 0.5],
    ['The sea', 'the  SEA ', 1],
    ['a', 'b', 0],
    [80, 100, 0.8],
    [0, 0, 1],
    [-1, 1, 0],
    [{ title: 'night', bars: 4 }, { title: 'nacht', bars: 4 }, 0.625],
    [['a', 'b'], ['a'], 0.5],
    [[], [], 1],
    [[], {}, 0],
    [null, 0, 0],
    [true, true, 1],
    [{ song: { bars: 1, key: 'C' } }, {}, 0],
  ])('of %j and %j is %d', (one, other, similarity) => {
    expect(similarityOf(one, other)).toBeCloseTo(similarity, 12)
  })

  it('of long texts is that of their first 100,000 characters', () => {
    const long = 'ab'.repeat(50_000)
    expect(similarityOf(`${long}x`, `${long}y`)).toBe(1)
    expect(similarityOf(`x${long}`, `y${long}`)).toBeLessThan(1)
    // Each of these characters is eighteen letters once it is normalised.
    const wide = '\uFDFA'
    expect(similarityOf(wide.repeat(100_000), wide.repeat(100_001))).toBe(1)
  })

  test('is between 0 and 1, the same both ways, and 1 for a value and itself', () => {
    fc.assert(
      fc.property(json(), json(), (one, other) => {
        const similarity = similarityOf(one, other)
        expect(similarity).toBeGreaterThanOrEqual(0)
        expect(similarity).toBeLessThanOrEqual(1)
        expect(similarityOf(other, one)).toBeCloseTo(similarity, 12)
        expect(similarityOf(one, one)).toBe(1)
      }),
    )
  })
})
