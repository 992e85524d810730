import { SAMPLE_RATE } from '../audio-buffer.ts'
import { applyBiquad, type Biquad } from '../mix/filters.ts'
import type { Random } from '../random.ts'

/** Pink-like noise, three leaky sums of white noise, through filters. */
export const createNoise = (samples: number, random: Random, filters: readonly Biquad[]): Float32Array => {
  const white = new Float64Array(samples)
  random.fill(white)
  const noise = new Float32Array(samples)
  let slow = 0
  let middle = 0
  let fast = 0
  for (let index = 0; index < samples; index++) {
    const value = -1 + 2 * (white[index] as number) // index is below the length
    slow = 0.99765 * slow + value * 0.099046
    middle = 0.963 * middle + value * 0.2965164
    fast = 0.57 * fast + value * 1.0526913
    noise[index] = (slow + middle + fast + value * 0.1848) * 0.2
  }
  for (const filter of filters) applyBiquad(noise, filter)
  return noise
}

/** Samples between two values of a gain, which is linear in between. */
const GAIN_STEP = 32

/** Adds a noise as loud as `gain(t)`. */
export const addShaped = (channel: Float32Array, noise: Float32Array, gain: (second: number) => number): void => {
  let start = gain(0)
  for (let from = 0; from < noise.length; from += GAIN_STEP) {
    const end = gain((from + GAIN_STEP) / SAMPLE_RATE)
    const steps = Math.min(GAIN_STEP, noise.length - from)
    for (let index = 0; index < steps; index++) {
      const place = from + index
      channel[place] =
        (channel[place] as number) + (noise[place] as number) * (start + ((end - start) * index) / GAIN_STEP) // place is below both lengths
    }
    start = end
  }
}

/** Adds an independent noise to a channel. */
export const addNoise = (
  channel: Float32Array,
  random: Random,
  filters: readonly Biquad[],
  gain: (second: number) => number,
): void => addShaped(channel, createNoise(channel.length, random, filters), gain)
