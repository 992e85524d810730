import { SAMPLE_RATE, type Stereo } from '../audio-buffer.ts'

const WINDOW = Math.round(0.02 * SAMPLE_RATE)

/**
 * Times (s) of clicks: an audible second difference above `ratio` times its mean over the 20 ms around. A step at
 * either end counts.
 */
export const findClicks = (sound: Stereo, ratio = 24): readonly number[] => {
  const found = new Set<number>()
  for (const channel of [sound.left, sound.right]) {
    const rough = roughness(channel)
    const sums = new Float64Array(rough.length + 1)
    for (let index = 0; index < rough.length; index++)
      sums[index + 1] = (sums[index] as number) + (rough[index] as number) // indices below the lengths
    for (let index = 0; index < rough.length; index++) {
      const value = rough[index] as number // index is below the length
      if (value < 0.02) continue
      const from = Math.max(0, index - WINDOW)
      const to = Math.min(rough.length, index + WINDOW)
      const around = ((sums[to] as number) - (sums[from] as number) - value) / (to - from)
      if (value > around * ratio + 0.01) found.add(Math.round((index / SAMPLE_RATE) * 100) / 100)
    }
    if (Math.abs(channel[0] ?? 0) > 0.003) found.add(0)
    if (Math.abs(channel.at(-1) ?? 0) > 0.003) found.add(channel.length / SAMPLE_RATE)
  }
  return [...found].sort((a, b) => a - b)
}

const roughness = (channel: Float32Array): Float32Array => {
  const result = new Float32Array(channel.length)
  for (let index = 1; index + 1 < channel.length; index++) {
    result[index] = Math.abs(
      (channel[index + 1] as number) - 2 * (channel[index] as number) + (channel[index - 1] as number),
    ) // indices below the length
  }
  return result
}
