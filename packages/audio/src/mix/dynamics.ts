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

/** Keeps the true peak under `ceiling` (dBTP): looks 4 ms ahead, turns down smoothly, lets go slowly. */
export const limit = (sound: Stereo, ceiling: number): void => {
  const highest = decibelsToGain(ceiling)
  const envelope = truePeakEnvelope(sound)
  const length = envelope.length
  const wanted = new Float32Array(length + LOOK_AHEAD)
  wanted.fill(1)
  for (let index = 0; index < length; index++)
    wanted[index] = Math.min(1, highest / Math.max(envelope[index] as number, 1e-9)) // index is below the length
  const lowest = slidingMinimum(wanted, LOOK_AHEAD * 2)
  const release = 1 - Math.exp(-1 / (RELEASE * SAMPLE_RATE))
  let held = 1
  for (let index = 0; index < length; index++) {
    const target = lowest[index] as number // index is below the length
    held = target < held ? target : held + release * (target - held)
    lowest[index] = held
  }
  const smooth = boxAverage(lowest.subarray(0, length), LOOK_AHEAD)
  for (let index = 0; index < length; index++) {
    const gain = smooth[index] as number // index is below the length
    sound.left[index] = (sound.left[index] as number) * gain
    sound.right[index] = (sound.right[index] as number) * gain
  }
}

/** The least value in the window centred on every place. */
const slidingMinimum = (values: Float32Array, window: number): Float32Array => {
  const result = new Float32Array(values.length)
  const queue: number[] = []
  let head = 0
  const half = Math.floor(window / 2)
  for (let index = 0; index < values.length + half; index++) {
    if (index < values.length) {
      while (queue.length > head && (values[queue.at(-1) ?? 0] as number) >= (values[index] as number)) queue.pop() // indices from the queue are in range
      queue.push(index)
    }
    const centre = index - half
    if (centre < 0) continue
    while ((queue[head] ?? 0) < centre - half) head += 1
    result[centre] = values[queue[head] ?? 0] as number // likewise
  }
  return result
}

/** The mean of the window centred on every place. */
const boxAverage = (values: Float32Array, window: number): Float32Array => {
  const sums = new Float64Array(values.length + 1)
  for (let index = 0; index < values.length; index++)
    sums[index + 1] = (sums[index] as number) + (values[index] as number) // indices below the lengths
  const half = Math.floor(window / 2)
  return values.map((_, index) => {
    const from = Math.max(0, index - half)
    const to = Math.min(values.length, index + half + 1)
    return ((sums[to] as number) - (sums[from] as number)) / (to - from) // both within the sums
  })
}
