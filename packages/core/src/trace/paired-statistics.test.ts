import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { pairedStatistics, signTest } from './paired-statistics.ts'

/** Differences as pairs. */
const pairsOf = (differences: readonly number[]) => differences.map((each) => [0, each] as const)

describe('the sign test', () => {
  // From scipy.stats.binomtest(wins, wins + losses, 0.5).pvalue, SciPy 1.17.1.
  it.each([
    [0, 5, 0.0625],
    [5, 0, 0.0625],
    [1, 5, 0.21875],
    [8, 2, 0.109375],
    [10, 10, 1],
    [30, 12, 0.007915897334896727],
    [600, 520, 0.018207019279300136],
    [3000, 2800, 0.00896943600119357],
    [1, 0, 1],
  ])('of %d wins and %d losses is as SciPy has it', (wins, losses, p) => {
    expect(signTest(wins, losses)).toBeCloseTo(p, 10)
  })
})

describe('paired statistics', () => {
  // From scipy.stats.bootstrap((differences,), numpy.mean, n_resamples=200000, method="percentile"), SciPy 1.17.1.
  it.each([
    [[0.1, 0.2, -0.05, 0.3, 0.15, 0, 0.25, 0.1, 0.05, 0.2], 0.13, 0.065, 0.195],
    [[1, 0, 0, 1, 0, 0, -1, 1, 0, 1, 1, 0], 1 / 3, 0, 2 / 3],
    [[-120, -80, 40, -200, -10, -60, -90, 30, -150, -40, -20, -75], -64.583, -103.75, -27.083],
  ])('give the bootstrap interval of %j as SciPy has it', (differences, mean, low, high) => {
    const found = pairedStatistics(pairsOf(differences))
    // 2,000 samples know an end to some hundredths of the width.
    const near = (high - low) * 0.05
    expect(found.difference).toBeCloseTo(mean, 3)
    expect(Math.abs((found.interval?.low ?? Infinity) - low)).toBeLessThanOrEqual(near)
    expect(Math.abs((found.interval?.high ?? Infinity) - high)).toBeLessThanOrEqual(near)
  })

  test('decide only where the interval and the sign test agree', () => {
    expect(pairedStatistics(pairsOf([1, 1, 1]))).toEqual({
      pairs: 3,
      difference: 1,
      interval: { low: 1, high: 1 },
      larger: 3,
      smaller: 0,
      equal: 0,
      p: expect.closeTo(0.25),
      isDecided: false,
      more: 3,
    })
    expect(pairedStatistics(pairsOf([1, 1, 1, 1, 1, 1]))).toMatchObject({
      p: expect.closeTo(0.03125),
      isDecided: true,
      more: 0,
    })
  })

  test('say what is not known', () => {
    expect(pairedStatistics([])).toMatchObject({ pairs: 0, difference: null, interval: null, p: null, more: null })
    expect(pairedStatistics(pairsOf([2]))).toMatchObject({ pairs: 1, difference: 2, interval: null, p: 1, more: null })
    expect(pairedStatistics(pairsOf([0, 0, 0]))).toMatchObject({ difference: 0, equal: 3, p: null, more: null })
    // One large win against many small losses: more of the same never decides.
    expect(pairedStatistics(pairsOf([10, -1, -1, -1]))).toMatchObject({ isDecided: false, more: null })
  })

  test('are the same each time, mirrored when the sides change places, and count every pair once', () => {
    const figure = () => fc.integer({ min: -20, max: 20 })
    fc.assert(
      fc.property(fc.array(fc.tuple(figure(), figure()), { maxLength: 30 }), (pairs) => {
        const found = pairedStatistics(pairs)
        expect(pairedStatistics(pairs)).toEqual(found)
        expect(found.larger + found.smaller + found.equal).toBe(pairs.length)
        if (found.interval !== null && found.difference !== null) {
          expect(found.interval.low).toBeLessThanOrEqual(found.interval.high)
        }
        const mirrored = pairedStatistics(pairs.map(([first, second]) => [second, first] as const))
        expect([mirrored.larger, mirrored.smaller, mirrored.p]).toEqual([found.smaller, found.larger, found.p])
        expect(mirrored.interval?.low ?? 0).toBeCloseTo(-(found.interval?.high ?? 0), 9)
      }),
      { numRuns: 40 },
    )
  })

  test('become decided by as many more pairs of the same kind as they ask for', () => {
    const some = [1, 1, 0, 1, -1, 0]
    const { more } = pairedStatistics(pairsOf(some))
    const times = Math.ceil((some.length + (more ?? 0)) / some.length) + 1
    const repeated = Array.from({ length: times }, () => some).flat()
    expect(pairedStatistics(pairsOf(repeated)).isDecided).toBe(true)
  })
})
