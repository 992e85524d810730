import { decibelsToGain, gainToDecibels, SAMPLE_RATE, type Stereo } from '../audio-buffer.ts'
import { truePeakEnvelope } from '../measure/true-peak.ts'

export const scale = (sound: Stereo, gain: number): void => {
  for (const channel of [sound.left, sound.right])
    for (let index = 0; index < channel.length; index++) channel[index] = (channel[index] as number) * gain // index is below the length
}

/** Bus compression with a soft knee, both channels together; times in seconds, `threshold` in dBFS. */
export const compress = (
  sound: Stereo,
  options: { readonly threshold: number; readonly ratio: number; readonly attack: number; readonly release: number },
): void => {
  const attack = Math.exp(-1 / (options.attack * SAMPLE_RATE))
  const release = Math.exp(-1 / (options.release * SAMPLE_RATE))
  const slope = 1 - 1 / options.ratio
  const knee = 6
  let level = 0
  let gain = 1
  for (let index = 0; index < sound.left.length; index++) {
    const left = sound.left[index] as number // index is below the length
    const right = sound.right[index] as number // likewise
    const power = Math.max(left * left, right * right)
    level = power > level ? attack * level + (1 - attack) * power : release * level + (1 - release) * power
    // The gain needs no new logarithm for every sample.
    if (index % 16 === 0) {
      const over = gainToDecibels(Math.sqrt(level)) - options.threshold
      const bent = over <= -knee / 2 ? 0 : over >= knee / 2 ? over : (over + knee / 2) ** 2 / (2 * knee)
      gain = decibelsToGain(-bent * slope)
    }
    sound.left[index] = left * gain
    sound.right[index] = right * gain
  }
}

const LOOK_AHEAD = Math.round(0.004 * SAMPLE_RATE)
const RELEASE = 0.12

/** Keeps the true peak under `ceiling` (dBTP): looks 4 ms ahead, turns down smoothly, releases slowly. */
export const limit = (sound: Stereo, ceiling: number): void => {
  const highest = decibelsToGain(ceiling)
  const gains = truePeakEnvelope(sound, highest)
  const length = gains.length
  for (let index = 0; index < length; index++)
    gains[index] = Math.min(1, highest / Math.max(gains[index] as number, 1e-9)) // index is below the length
  const lowest = slidingMinimum(gains, LOOK_AHEAD)
  const release = 1 - Math.exp(-1 / (RELEASE * SAMPLE_RATE))
  let held = 1
  for (let index = 0; index < length; index++) {
    const target = lowest[index] as number // index is below the length
    held = target < held ? target : held + release * (target - held)
    lowest[index] = held
  }
  boxAverage(lowest, Math.floor(LOOK_AHEAD / 2), gains)
  for (const channel of [sound.left, sound.right])
    for (let index = 0; index < length; index++) channel[index] = (channel[index] as number) * (gains[index] as number) // index is below both lengths
}

/** The least value around every place, `reach` to either side. */
const slidingMinimum = (values: Float32Array, reach: number): Float32Array => {
  const result = new Float32Array(values.length)
  // Places of ever larger values, the least first: a ring with room for a whole window, so that places are found by a mask.
  const queue = new Int32Array(2 ** Math.ceil(Math.log2(2 * reach + 2)))
  const mask = queue.length - 1
  let head = 0
  let end = 0
  for (let index = 0; index < values.length + reach; index++) {
    if (index < values.length) {
      const value = values[index] as number // index is below the length
      // The queue holds positions in the values.
      while (end > head && (values[queue[(end - 1) & mask] as number] as number) >= value) end -= 1
      queue[end++ & mask] = index
    }
    const centre = index - reach
    if (centre < 0) continue
    while ((queue[head & mask] as number) < centre - reach) head += 1
    result[centre] = values[queue[head & mask] as number] as number // likewise
  }
  return result
}

/** The mean around every place, `reach` to either side, put into `means`. */
const boxAverage = (values: Float32Array, reach: number, means: Float32Array): void => {
  const { length } = values
  // Running sums, of which only those of one window are needed at once.
  const sums = new Float64Array(2 ** Math.ceil(Math.log2(2 * reach + 2)))
  const mask = sums.length - 1
  let summed = 0
  let sum = 0
  for (let index = 0; index < length; index++) {
    const from = Math.max(0, index - reach)
    const to = Math.min(length, index + reach + 1)
    for (; summed < to; summed++) {
      sum += values[summed] as number // summed is below the length
      sums[(summed + 1) & mask] = sum
    }
    means[index] = (sum - (sums[from & mask] as number)) / (to - from) // the ring holds the sums of this window
  }
}
