import type { Stereo } from '../audio-buffer.ts'
import { applyBiquad, highPass, lowPass } from '../mix/filters.ts'

/** Levels of the registers in decibels against the whole, and how wide the picture is. */
export interface Balance {
  /** Below 150 Hz: kick and bass. */
  readonly low: number
  /** 150 Hz to 2 kHz: chords and melody. */
  readonly middle: number
  /** 2 to 6 kHz: consonants, attacks. */
  readonly presence: number
  /** Above 6 kHz: air, and hiss where there is too much of it. */
  readonly air: number
  /** The energy of what the sides do not share, as a part of the whole: 0 is mono. */
  readonly width: number
  /** From -1 to 1: below 0 the song would lose itself on one loudspeaker. */
  readonly correlation: number
}

/** The spectral and stereo balance of a sound that is not silent. */
export const measureBalance = ({ left, right }: Stereo): Balance => {
  const mono = left.map((value, index) => (value + (right[index] ?? 0)) / 2)
  const whole = energyOf(mono)
  const band = (from: number | undefined, to: number | undefined): number => {
    const filtered = Float32Array.from(mono)
    // Twice: 24 dB an octave keep the registers apart.
    for (const _ of [1, 2]) {
      if (from !== undefined) applyBiquad(filtered, highPass(from))
      if (to !== undefined) applyBiquad(filtered, lowPass(to))
    }
    return 10 * Math.log10(Math.max(energyOf(filtered) / whole, 1e-9))
  }
  const side = energyOf(left.map((value, index) => (value - (right[index] ?? 0)) / 2))
  let shared = 0
  for (let index = 0; index < left.length; index++) shared += (left[index] ?? 0) * (right[index] ?? 0)
  return {
    low: band(undefined, 150),
    middle: band(150, 2000),
    presence: band(2000, 6000),
    air: band(6000, undefined),
    width: side / (side + whole),
    correlation: shared / Math.sqrt(Math.max(energyOf(left) * energyOf(right), 1e-12)),
  }
}

const energyOf = (channel: Float32Array): number => channel.reduce((sum, value) => sum + value * value, 0)
