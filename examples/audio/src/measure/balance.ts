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
export const measureBalance = (sound: Stereo): Balance => {
  const mono = sharedOf(sound)
  const whole = energyOf(mono)
  return {
    low: bandOf(mono, whole, undefined, 150),
    middle: bandOf(mono, whole, 150, 2000),
    presence: bandOf(mono, whole, ...PRESENCE),
    air: bandOf(mono, whole, 6000, undefined),
    width: widthOf(sound, whole),
    correlation: correlationOf(sound),
  }
}

/** The two of them that a mix is polished by. */
export const measurePresenceAndWidth = (sound: Stereo): Pick<Balance, 'presence' | 'width'> => {
  const mono = sharedOf(sound)
  const whole = energyOf(mono)
  return { presence: bandOf(mono, whole, ...PRESENCE), width: widthOf(sound, whole) }
}

const PRESENCE = [2000, 6000] as const

const bandOf = (mono: Float32Array, whole: number, from: number | undefined, to: number | undefined): number => {
  const filtered = mono.slice()
  // Twice: 24 dB an octave keep the registers apart.
  for (const _ of [1, 2]) {
    if (from !== undefined) applyBiquad(filtered, highPass(from))
    if (to !== undefined) applyBiquad(filtered, lowPass(to))
  }
  return 10 * Math.log10(Math.max(energyOf(filtered) / whole, 1e-9))
}

const widthOf = (sound: Stereo, whole: number): number => {
  const side = energyOf(sideOf(sound))
  return side / (side + whole)
}

const correlationOf = ({ left, right }: Stereo): number => {
  let shared = 0
  for (let index = 0; index < left.length; index++) shared += (left[index] as number) * (right[index] as number) // both have one length
  return shared / Math.sqrt(Math.max(energyOf(left) * energyOf(right), 1e-12))
}

/** The signal shared by both sides. */
const sharedOf = ({ left, right }: Stereo): Float32Array => {
  const shared = new Float32Array(left.length)
  for (let index = 0; index < left.length; index++)
    shared[index] = ((left[index] as number) + (right[index] as number)) / 2 // both have one length
  return shared
}

/** The difference between the sides. */
const sideOf = ({ left, right }: Stereo): Float32Array => {
  const side = new Float32Array(left.length)
  for (let index = 0; index < left.length; index++)
    side[index] = ((left[index] as number) - (right[index] as number)) / 2 // both have one length
  return side
}

const energyOf = (channel: Float32Array): number => {
  let energy = 0
  for (let index = 0; index < channel.length; index++) energy += (channel[index] as number) ** 2 // index is below the length
  return energy
}
