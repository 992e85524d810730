import { bootstrapInterval, type Interval } from './bootstrap.ts'

/** The difference between two ways of doing the same work, in pairs of figures. */
export interface PairedStatistics {
  readonly pairs: number
  /** The mean of second less first; null without a pair. */
  readonly difference: number | null
  /** The 95 % bootstrap interval of that mean; null with fewer than two pairs. */
  readonly interval: Interval | null
  /** Pairs in which the second figure is larger, smaller, or the same. */
  readonly larger: number
  readonly smaller: number
  readonly equal: number
  /** Two-sided exact sign test: how often as clear a difference would come by chance; null if all pairs are equal. */
  readonly p: number | null
  /** The interval excludes 0 and the sign test is below 0.05. */
  readonly isDecided: boolean
  /** How many more pairs would decide, if they go as these did; 0 if decided, null if that is unknown. */
  readonly more: number | null
}

/** The level of the interval and of the sign test. */
const LEVEL = 0.05
/** The normal quantile of that level. */
const Z = 1.959963984540054
/** No experiment is that long. */
const MOST_PAIRS = 100_000

/** Compares pairs of figures, [first, second] each. */
export const pairedStatistics = (pairs: readonly (readonly [number, number])[]): PairedStatistics => {
  const differences = Float64Array.from(pairs, ([first, second]) => second - first)
  const larger = differences.filter((each) => each > 0).length
  const smaller = differences.filter((each) => each < 0).length
  const equal = differences.length - larger - smaller
  const difference = differences.length === 0 ? null : meanOf(differences)
  const interval = bootstrapInterval(differences.length, (positions) => meanAt(differences, positions)) ?? null
  const p = larger + smaller === 0 ? null : signTest(larger, smaller)
  const isOffZero = interval !== null && (interval.low > 0 || interval.high < 0)
  const isDecided = isOffZero && p !== null && p < LEVEL
  return {
    pairs: differences.length,
    difference,
    interval,
    larger,
    smaller,
    equal,
    p,
    isDecided,
    more: isDecided ? 0 : morePairs(differences, larger, smaller),
  }
}

/** The two-sided exact sign test: the chance that a fair coin falls at least as unevenly as `wins` to `losses`. */
export const signTest = (wins: number, losses: number): number => {
  const tosses = wins + losses
  const fewer = Math.min(wins, losses)
  // In logarithms: 2^-tosses is 0 from about a thousand tosses on.
  let term = -tosses * Math.LN2
  let sum = 0
  for (let heads = 0; heads <= fewer; heads++) {
    sum += Math.exp(term)
    term += Math.log((tosses - heads) / (heads + 1))
  }
  return Math.min(1, 2 * sum)
}

const morePairs = (differences: Float64Array, larger: number, smaller: number): number | null => {
  const count = differences.length
  const mean = meanOf(differences)
  // The interval and the sign test never agree where the mean and the majority point apart.
  if (count < 2 || mean === 0 || Math.sign(mean) !== Math.sign(larger - smaller)) return null
  const spread = Math.sqrt(differences.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (count - 1))
  const byInterval = Math.ceil(((Z * spread) / Math.abs(mean)) ** 2)
  const bySigns = pairsForSigns(larger / count, smaller / count)
  if (bySigns === undefined || byInterval > MOST_PAIRS) return null
  // The estimates are rough: a pair at least is missing where it isn't decided.
  return Math.max(1, Math.max(byInterval, bySigns) - count)
}

/** How many pairs the sign test needs at these shares of larger and smaller ones. */
const pairsForSigns = (larger: number, smaller: number): number | undefined => {
  const isEnough = (count: number): boolean => signTest(Math.round(count * larger), Math.round(count * smaller)) < LEVEL
  let most = 2
  while (!isEnough(most)) {
    most *= 2
    if (most > MOST_PAIRS) return undefined
  }
  let least = most / 2
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2)
    if (isEnough(middle)) most = middle
    else least = middle
  }
  return most
}

const meanOf = (numbers: Float64Array): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

const meanAt = (numbers: Float64Array, positions: Uint32Array): number => {
  let sum = 0
  for (const position of positions) sum += numbers[position] ?? 0
  return sum / positions.length
}
