import { gainToDecibels, type Stereo } from '../audio-buffer.ts'

const PHASES = 4
const TAPS = 12

/** A windowed-sinc interpolator: four phases of twelve taps. */
const KERNELS: readonly (readonly number[])[] = Array.from({ length: PHASES }, (_, phase) =>
  Array.from({ length: TAPS }, (__, tap) => {
    const distance = tap - (TAPS / 2 - 1) - phase / PHASES
    const sinc = distance === 0 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance)
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / (TAPS / 2 + 0.5)))
  }),
)

/** The largest value between and at samples around every sample, both channels together: what a converter would put out (4x oversampled). */
export const truePeakEnvelope = (sound: Stereo): Float32Array => {
  const envelope = new Float32Array(sound.left.length)
  for (const channel of [sound.left, sound.right]) {
    for (let index = 0; index < channel.length; index++) {
      const own = Math.abs(channel[index] as number) // index is below the length
      let highest = own
      // Between quiet samples nothing can reach the ceiling: the kernel's gain is below two.
      if (own > 0.3 || Math.abs(channel[index + 1] ?? 0) > 0.3) {
        for (let phase = 1; phase < PHASES; phase++) {
          const kernel = KERNELS[phase] as readonly number[] // phase is below PHASES
          let value = 0
          for (let tap = 0; tap < TAPS; tap++)
            value += (kernel[tap] as number) * (channel[index + tap - (TAPS / 2 - 1)] ?? 0)
          highest = Math.max(highest, Math.abs(value))
        }
      }
      envelope[index] = Math.max(envelope[index] as number, highest)
    }
  }
  return envelope
}

/** True peak in dBTP. */
export const truePeak = (sound: Stereo): number =>
  gainToDecibels(truePeakEnvelope(sound).reduce((highest, value) => Math.max(highest, value), 0))
