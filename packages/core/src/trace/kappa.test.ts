import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { kappaOf } from './kappa.ts'

/** So many pairs of yes-yes, yes-no, no-yes and no-no. */
const table = (
  bothYes: number,
  first: number,
  second: number,
  bothNo: number,
): readonly (readonly [boolean, boolean])[] => [
  ...Array.from({ length: bothYes }, () => [true, true] as const),
  ...Array.from({ length: first }, () => [true, false] as const),
  ...Array.from({ length: second }, () => [false, true] as const),
  ...Array.from({ length: bothNo }, () => [false, false] as const),
]

describe("Cohen's kappa", () => {
  // The published worked examples: https://en.wikipedia.org/wiki/Cohen%27s_kappa#Examples
  it.each([
    [20, 5, 10, 15, 0.4],
    [45, 15, 25, 15, 0.1304],
    [25, 35, 5, 35, 0.2593],
    [5, 0, 0, 5, 1],
    [0, 5, 5, 0, -1],
  ])('of %d, %d, %d and %d pairs is as published', (bothYes, first, second, bothNo, kappa) => {
    expect(kappaOf(table(bothYes, first, second, bothNo)).kappa).toBeCloseTo(kappa, 4)
  })

  test('has the bootstrap interval that NumPy finds with 100,000 samples', () => {
    const { interval } = kappaOf(table(20, 5, 10, 15))
    expect(interval?.low).toBeCloseTo(0.141, 1)
    expect(interval?.high).toBeCloseTo(0.64, 1)
  })

  test('is unknown without pairs, and where both always say the same one thing', () => {
    expect(kappaOf([])).toEqual({ pairs: 0, agreement: null, kappa: null, interval: null })
    expect(kappaOf(table(4, 0, 0, 0))).toEqual({ pairs: 4, agreement: 1, kappa: null, interval: null })
  })

  test('does not depend on which judge is first, and is never above the agreement', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.boolean()), { maxLength: 40 }), (pairs) => {
        const found = kappaOf(pairs)
        expect(kappaOf(pairs.map(([one, other]) => [other, one] as const)).kappa ?? 0).toBeCloseTo(found.kappa ?? 0, 12)
        if (found.kappa !== null) expect(found.kappa).toBeLessThanOrEqual((found.agreement ?? 0) + 1e-12)
      }),
      { numRuns: 40 },
    )
  })
})
