/** Samples that an interval is read from. */
const SAMPLES = 2000

/** An interval that holds the true value 95 times of 100, as far as the data tells. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/**
 * The 95 % percentile bootstrap interval (Efron, 1979) of a figure of `count` items: `figure` gets the positions of a
 * sample with replacement, and returns undefined where it has no value. The same input gives the same interval.
 */
export const bootstrapInterval = (
  count: number,
  figure: (positions: Uint32Array) => number | undefined,
): Interval | undefined => {
  if (count < 2) return undefined
  const random = createRandom(count)
  const positions = new Uint32Array(count)
  const figures: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    for (let at = 0; at < count; at++) positions[at] = Math.floor(random() * count)
    const value = figure(positions)
    if (value !== undefined) figures.push(value)
  }
  if (figures.length === 0) return undefined
  const sorted = Float64Array.from(figures).sort()
  return { low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) }
}

/** Linear between the two nearest values, as R's type 7. */
const quantile = (sorted: Float64Array, share: number): number => {
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? 0
  const above = sorted[Math.ceil(place)] ?? below
  return below + (above - below) * (place - Math.floor(place))
}

/** mulberry32: the same numbers in 0..1 for the same seed. */
const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
