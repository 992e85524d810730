import { SAMPLE_RATE } from '../audio-buffer.ts'
import { inverseFourier } from '../bank/fourier.ts'
import { OCTAVES } from '../bank/octave-levels.ts'

/** The level of each octave of `OCTAVES`, in decibels below the whole sound. */
export const octaveLevels = (mono: Float32Array): readonly number[] => {
  const size = 2 ** Math.ceil(Math.log2(mono.length))
  const real = new Float64Array(size)
  real.set(mono)
  const imaginary = new Float64Array(size)
  // The spectrum turned backwards: its power is the same.
  inverseFourier(real, imaginary)
  const energies = OCTAVES.map((centre) => {
    const from = Math.ceil(((centre / Math.SQRT2) * size) / SAMPLE_RATE)
    const to = Math.min(size / 2, (centre * Math.SQRT2 * size) / SAMPLE_RATE)
    let energy = 0
    for (let bin = from; bin < to; bin++) energy += (real[bin] as number) ** 2 + (imaginary[bin] as number) ** 2 // below the size
    return energy
  })
  const whole = energies.reduce((sum, energy) => sum + energy, 0)
  return energies.map((energy) => 10 * Math.log10(Math.max(energy / whole, 1e-9)))
}

/** Samples of a frame of the envelope: 2 ms, one every half millisecond. */
const FRAME = Math.round(SAMPLE_RATE * 0.002)
const HOP = Math.round(SAMPLE_RATE * 0.0005)
/** Seconds in which a note reaches its attack's peak. */
const WITHIN = 0.4

/** Seconds in which a note rises from a tenth to nine tenths of its first peak. The sound begins with the note. */
export const attackTime = (mono: Float32Array): number => {
  const frames = Math.floor((Math.min(mono.length, WITHIN * SAMPLE_RATE) - FRAME) / HOP)
  const levels = Array.from({ length: frames }, (_, frame) => {
    let energy = 0
    for (let index = frame * HOP; index < frame * HOP + FRAME; index++) energy += (mono[index] as number) ** 2 // below the length
    return Math.sqrt(energy)
  })
  const peak = Math.max(...levels)
  const reaches = (share: number): number => levels.findIndex((level) => level >= peak * share)
  return ((reaches(0.9) - reaches(0.1)) * HOP) / SAMPLE_RATE
}
