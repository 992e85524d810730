import { SAMPLE_RATE } from '../audio-buffer.ts'

/** Coefficients of a second-order filter, normalised to a0 = 1. */
export interface Biquad {
  readonly b0: number
  readonly b1: number
  readonly b2: number
  readonly a1: number
  readonly a2: number
}

const design = (frequency: number, quality: number): { cos: number; alpha: number } => {
  const turn = (2 * Math.PI * frequency) / SAMPLE_RATE
  return { cos: Math.cos(turn), alpha: Math.sin(turn) / (2 * quality) }
}

export const lowPass = (frequency: number, quality = Math.SQRT1_2): Biquad => {
  const { cos, alpha } = design(frequency, quality)
  const a0 = 1 + alpha
  return {
    b0: (1 - cos) / 2 / a0,
    b1: (1 - cos) / a0,
    b2: (1 - cos) / 2 / a0,
    a1: (-2 * cos) / a0,
    a2: (1 - alpha) / a0,
  }
}
export const highPass = (frequency: number, quality = Math.SQRT1_2): Biquad => {
  const { cos, alpha } = design(frequency, quality)
  const a0 = 1 + alpha
  return {
    b0: (1 + cos) / 2 / a0,
    b1: -(1 + cos) / a0,
    b2: (1 + cos) / 2 / a0,
    a1: (-2 * cos) / a0,
    a2: (1 - alpha) / a0,
  }
}
export const bandPass = (frequency: number, quality: number): Biquad => {
  const { cos, alpha } = design(frequency, quality)
  const a0 = 1 + alpha
  return { b0: alpha / a0, b1: 0, b2: -alpha / a0, a1: (-2 * cos) / a0, a2: (1 - alpha) / a0 }
}
/** Raises (or lowers) everything above `frequency` by `decibels`. */
export const highShelf = (frequency: number, decibels: number): Biquad => {
  const { cos, alpha } = design(frequency, Math.SQRT1_2)
  const gain = 10 ** (decibels / 40)
  const root = 2 * Math.sqrt(gain) * alpha
  const a0 = gain + 1 - (gain - 1) * cos + root
  return {
    b0: (gain * (gain + 1 + (gain - 1) * cos + root)) / a0,
    b1: (-2 * gain * (gain - 1 + (gain + 1) * cos)) / a0,
    b2: (gain * (gain + 1 + (gain - 1) * cos - root)) / a0,
    a1: (2 * (gain - 1 - (gain + 1) * cos)) / a0,
    a2: (gain + 1 - (gain - 1) * cos - root) / a0,
  }
}

/** Samples between two looks at whether a filter has come to rest. */
const STRETCH = 1024

/** A filter's memory, or zero if inaudible: denormal numbers would slow processors thirty times. */
export const settle = (memory: number): number => (Math.abs(memory) < 1e-90 ? 0 : memory)

/** Filters in place. */
export const applyBiquad = (data: Float32Array, { b0, b1, b2, a1, a2 }: Biquad): void => {
  let z1 = 0
  let z2 = 0
  for (let from = 0; from < data.length; from += STRETCH) {
    const to = Math.min(data.length, from + STRETCH)
    for (let index = from; index < to; index++) {
      const input = data[index] as number // index is below the length
      const output = b0 * input + z1
      z1 = b1 * input - a1 * output + z2
      z2 = b2 * input - a2 * output
      data[index] = output
    }
    z1 = settle(z1)
    z2 = settle(z2)
  }
}
