import { gainToDecibels, type Stereo } from '../audio-buffer.ts'

const PHASES = 4
const TAPS = 12
/** Samples before a place that the interpolator looks at, out of its taps. */
const BEFORE = TAPS / 2 - 1

/** A windowed-sinc interpolator of twelve taps for a place between two samples: `phase` quarters after the first. */
const kernelAt = (phase: number): Float64Array =>
  Float64Array.from({ length: TAPS }, (_, tap) => {
    const distance = tap - BEFORE - phase / PHASES
    const sinc = distance === 0 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance)
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / (TAPS / 2 + 0.5)))
  })
const FIRST = kernelAt(1)
const SECOND = kernelAt(2)
const THIRD = kernelAt(3)

/** Between samples a sound rises no higher than this many times the highest of the samples that the interpolator looks at. */
const MOST_RISE = Math.max(
  ...[FIRST, SECOND, THIRD].map((kernel) => kernel.reduce((sum, tap) => sum + Math.abs(tap), 0)),
)
/** If neither of two neighbours is louder, the space between them is skipped. */
const QUIET = 0.3
/** Samples whose highest is looked up at once. */
const STRETCH = 16

/** The true peak around every sample of both channels, 4x oversampled; below `from`, only the samples count. */
export const truePeakEnvelope = (sound: Stereo, from = 0): Float32Array => {
  const envelope = new Float32Array(sound.left.length)
  for (const channel of [sound.left, sound.right]) {
    const between = interpolator(channel)
    for (let start = 0; start < channel.length; start += STRETCH) {
      const end = Math.min(channel.length, start + STRETCH)
      const canRise = highestOf(channel, start - BEFORE, end + TAPS - BEFORE) * MOST_RISE > from
      for (let index = start; index < end; index++) {
        const own = Math.abs(channel[index] as number) // index is below the length
        const isLoud = canRise && (own > QUIET || Math.abs(channel[index + 1] ?? 0) > QUIET)
        const highest = isLoud ? Math.max(own, between(index)) : own
        if (highest > (envelope[index] as number)) envelope[index] = highest
      }
    }
  }
  return envelope
}

const highestOf = (channel: Float32Array, from: number, to: number): number => {
  let highest = 0
  const end = Math.min(channel.length, to)
  for (let index = Math.max(0, from); index < end; index++)
    highest = Math.max(highest, Math.abs(channel[index] as number)) // index is below the length
  return highest
}

/** The peak between a sample and the next; silence surrounds the channel. */
const interpolator = (channel: Float32Array): ((index: number) => number) => {
  const around = new Float32Array(TAPS)
  return (index) => {
    let first = 0
    let second = 0
    let third = 0
    const from = index - BEFORE
    for (let tap = 0; tap < TAPS; tap++)
      around[tap] = from + tap >= 0 && from + tap < channel.length ? (channel[from + tap] as number) : 0 // in range by the test
    for (let tap = 0; tap < TAPS; tap++) {
      const value = around[tap] as number // every kernel has its taps
      first += (FIRST[tap] as number) * value // every kernel has its taps
      second += (SECOND[tap] as number) * value // likewise
      third += (THIRD[tap] as number) * value // likewise
    }
    return Math.max(Math.abs(first), Math.abs(second), Math.abs(third))
  }
}

/** True peak in dBTP. */
export const truePeak = (sound: Stereo): number => {
  const ofSamples = Math.max(...[sound.left, sound.right].map((channel) => highestOf(channel, 0, channel.length)))
  return gainToDecibels(highestOf(truePeakEnvelope(sound, ofSamples), 0, sound.left.length))
}
