import { OCTAVES } from './octave-levels.ts'
import type { Partial as WavePartial } from './waves.ts'

/** Low strings ring longer than high ones. */
const ringOf = (root: number, atMiddle: number): number => atMiddle * 2 ** ((60 - root) / 18)

export const tinePartials = (root: number, force: number): readonly WavePartial[] => [
  { ratio: 1, level: 1, decay: ringOf(root, 5) },
  { ratio: 2, level: 0.28 * force, decay: ringOf(root, 3) },
  { ratio: 3, level: 0.1 * force, decay: ringOf(root, 2) },
  { ratio: 4, level: 0.07 * force * force, decay: ringOf(root, 1.4) },
  { ratio: 5, level: 0.03 * force * force, decay: ringOf(root, 1) },
  // The tine's own inharmonic bell, gone in an instant.
  { ratio: 6.27, level: 0.12 * force, decay: 0.45 },
  { ratio: 11.4, level: 0.05 * force * force, decay: 0.22 },
]

export const hammerPartials = (root: number, force: number): readonly WavePartial[] =>
  Array.from({ length: 16 }, (_, index) => {
    const harmonic = index + 1
    const stretch = Math.sqrt(1 + 0.0004 * harmonic * harmonic)
    // Two strings a hair apart beat slowly, as in a real unison.
    const level = Math.exp(-index / (2.1 + 2.4 * force)) * (harmonic % 7 === 0 ? 0.3 : 1)
    return [-1, 1].map((side) => ({
      ratio: harmonic * stretch * (1 + side * 0.00045),
      level: level * 0.5,
      decay: ringOf(root, 5.2 / (1 + 0.32 * index)),
    }))
  }).flat()

export const bellPartials = (root: number): readonly WavePartial[] => [
  { ratio: 1, level: 1, decay: ringOf(root, 2.6) },
  { ratio: 2.005, level: 0.22, decay: ringOf(root, 1.6) },
  { ratio: 3.01, level: 0.12, decay: ringOf(root, 0.9) },
  { ratio: 5.42, level: 0.16, decay: 0.5 },
  { ratio: 8.93, level: 0.06, decay: 0.22 },
]

export const bassPartials = (root: number, force: number): readonly WavePartial[] =>
  Array.from({ length: 9 }, (_, index) => ({
    ratio: index + 1,
    level: Math.exp(-index / (1 + 0.9 * force)),
    decay: ringOf(root, 1.6 / (1 + 0.5 * index)),
  }))

/** A string over a curved bridge: high partials that outlive the blow, each beating with its neighbour. */
export const buzzPartials = (root: number): readonly WavePartial[] => {
  return Array.from({ length: 18 }, (_, index) =>
    [-1, 1].map((side) => ({
      ratio: (index + 1) * (1 + side * 0.0006),
      level: 0.5 / (index + 1) ** 0.45,
      decay: ringOf(root, 3.4 / (1 + 0.12 * index)),
    })),
  ).flat()
}
/** A wooden bar rings at its fourth and tenth partial, shortly. */
export const barPartials = (root: number): readonly WavePartial[] => {
  return [
    { ratio: 1, level: 1, decay: ringOf(root, 1.5) },
    { ratio: 3.98, level: 0.25, decay: ringOf(root, 0.4) },
    { ratio: 9.9, level: 0.09, decay: 0.12 },
  ]
}
export const drawbarLevel = (harmonic: number, frequency: number): number => {
  const levels = [1, 0.8, 0.6, 0.45, 0.1, 0.25, 0, 0.2]
  return (levels[harmonic - 1] ?? 0) / (1 + (frequency / 6000) ** 2)
}
/** An open vowel. */
export const vowelOf = (frequency: number): number => {
  return 0.12 + hill(frequency, 650, 0.5) + 0.5 * hill(frequency, 1080, 0.4) + 0.2 * hill(frequency, 2700, 0.4)
}
export const hill = (frequency: number, centre: number, width: number): number => {
  return Math.exp(-((Math.log2(frequency / centre) / width) ** 2))
}

/** The resonances of a wooden body, roughly. */
export const bodyOf = (frequency: number): number => {
  return 0.6 + 0.7 * hill(frequency, 460, 0.5) + 0.5 * hill(frequency, 1100, 0.6) + 0.35 * hill(frequency, 2800, 0.5)
}
export const fluteLevel = (harmonic: number, frequency: number): number => {
  const levels = [1, 0.42, 0.26, 0.1, 0.07, 0.04, 0.022, 0.012]
  return (levels[harmonic - 1] ?? 0) / (1 + (frequency / 5000) ** 2)
}

/** A level by frequency in hertz, from decibels at the centres of `OCTAVES`. */
export const curveOf =
  (decibels: readonly number[]) =>
  (frequency: number): number => {
    const octave = Math.log2(frequency / OCTAVES[0])
    const below = Math.min(OCTAVES.length - 2, Math.max(0, Math.floor(octave)))
    const [from = 0, to = 0] = decibels.slice(below, below + 2)
    return 10 ** ((from + (to - from) * Math.min(1, Math.max(0, octave - below))) / 20)
  }
/** A pluck that is even up to a corner in hertz. */
export const pluckUpTo =
  (corner: number) =>
  (frequency: number): number =>
    1 / Math.hypot(1, frequency / corner)
