import type { InstrumentName } from '../theory/lexicon.ts'
import { ensembleWave, pluckedWave, struckWave, type Partial as WavePartial, type Wave } from './waves.ts'

export interface Zone {
  readonly wave: Wave
  readonly velocities?: readonly [low: number, high: number]
  /** SoundFont pan, -500 left to 500 right. */
  readonly pan?: number
  /** Hertz, where a layer is darker than the instrument. */
  readonly cutoff?: number
  /** Centibels. */
  readonly attenuation?: number
}

/** How an instrument is built: recordings at a few roots, an envelope, a filter and slow movement. */
export interface Recipe {
  readonly roots: readonly number[]
  readonly zones: (root: number) => readonly Zone[]
  /** Seconds; `sustain` in centibels below full. */
  readonly envelope: {
    readonly attack: number
    readonly release: number
    readonly decay?: number
    readonly sustain?: number
  }
  /** Hertz. */
  readonly cutoff?: number
  readonly vibrato?: { readonly cents: number; readonly hertz: number; readonly delay: number }
  readonly tremolo?: { readonly centibels: number; readonly hertz: number }
}

/** Low strings ring longer than high ones. */
const ringOf = (root: number, atMiddle: number): number => atMiddle * 2 ** ((60 - root) / 18)

const tinePartials = (root: number, force: number): readonly WavePartial[] => [
  { ratio: 1, level: 1, decay: ringOf(root, 5) },
  { ratio: 2, level: 0.28 * force, decay: ringOf(root, 3) },
  { ratio: 3, level: 0.1 * force, decay: ringOf(root, 2) },
  { ratio: 4, level: 0.07 * force * force, decay: ringOf(root, 1.4) },
  { ratio: 5, level: 0.03 * force * force, decay: ringOf(root, 1) },
  // The tine's own inharmonic bell, gone in an instant.
  { ratio: 6.27, level: 0.12 * force, decay: 0.45 },
  { ratio: 11.4, level: 0.05 * force * force, decay: 0.22 },
]

const hammerPartials = (root: number, force: number): readonly WavePartial[] =>
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

const bellPartials = (root: number): readonly WavePartial[] => [
  { ratio: 1, level: 1, decay: ringOf(root, 2.6) },
  { ratio: 2.005, level: 0.22, decay: ringOf(root, 1.6) },
  { ratio: 3.01, level: 0.12, decay: ringOf(root, 0.9) },
  { ratio: 5.42, level: 0.16, decay: 0.5 },
  { ratio: 8.93, level: 0.06, decay: 0.22 },
]

const bassPartials = (root: number, force: number): readonly WavePartial[] =>
  Array.from({ length: 9 }, (_, index) => ({
    ratio: index + 1,
    level: Math.exp(-index / (1 + 0.9 * force)),
    decay: ringOf(root, 1.6 / (1 + 0.5 * index)),
  }))

const layered = (root: number, make: (force: number, seed: string) => Wave): readonly Zone[] => [
  { wave: make(0.35, 'soft'), velocities: [0, 64], cutoff: 4200 + root * 40 },
  { wave: make(0.8, 'firm'), velocities: [65, 127] },
]
const wide = (make: (seed: string) => Wave): readonly Zone[] => [
  { wave: make('left'), pan: -380 },
  { wave: make('right'), pan: 380 },
]

const EVERY_SIXTH = [36, 42, 48, 54, 60, 66, 72, 78, 84]
const EVERY_OCTAVE = [36, 48, 60, 72, 84]

export const INSTRUMENTS: Readonly<Record<Exclude<InstrumentName, 'drum-kit'>, Recipe>> = {
  'electric-piano': {
    roots: EVERY_SIXTH,
    zones: (root) =>
      layered(root, (force, seed) =>
        struckWave(root, tinePartials(root, force), { seconds: 3.6, attack: 0.003, seed }),
      ),
    envelope: { attack: 0.001, release: 0.28 },
    cutoff: 9000,
    tremolo: { centibels: 9, hertz: 4.6 },
  },
  'felt-piano': {
    roots: EVERY_SIXTH,
    zones: (root) =>
      layered(root, (force, seed) =>
        struckWave(root, hammerPartials(root, force), { seconds: 4, attack: 0.004, knock: 0.5 * force, seed }),
      ),
    envelope: { attack: 0.001, release: 0.4 },
    cutoff: 8500,
  },
  'warm-pad': {
    roots: EVERY_OCTAVE,
    zones: (root) =>
      wide((seed) =>
        ensembleWave(root, {
          width: 11,
          seed: `pad ${seed}`,
          level: (harmonic, frequency) => 1 / harmonic ** 1.25 / (1 + (frequency / 2200) ** 2),
        }),
      ),
    envelope: { attack: 0.7, release: 1.4 },
    cutoff: 4500,
  },
  strings: {
    roots: EVERY_OCTAVE,
    zones: (root) =>
      wide((seed) =>
        ensembleWave(root, {
          width: 8,
          seed: `strings ${seed}`,
          level: (harmonic, frequency) => bodyOf(frequency) / harmonic ** 0.95 / (1 + (frequency / 4200) ** 2),
        }),
      ),
    envelope: { attack: 0.22, release: 0.55 },
    cutoff: 11_000,
    vibrato: { cents: 7, hertz: 5.2, delay: 0.35 },
  },
  'round-bass': {
    roots: [28, 34, 40, 46, 52],
    zones: (root) =>
      layered(root, (force, seed) =>
        struckWave(root, bassPartials(root, force), { seconds: 2.6, attack: 0.006, seed }),
      ),
    envelope: { attack: 0.001, release: 0.12 },
    cutoff: 2600,
  },
  harp: {
    roots: EVERY_SIXTH,
    zones: (root) => [{ wave: pluckedWave(root, { seconds: 2.8, brightness: 0.34, loss: 0.9975, seed: 'harp' }) }],
    envelope: { attack: 0.001, release: 0.9 },
    cutoff: 11_000,
  },
  guitar: {
    roots: [40, 46, 52, 58, 64, 70, 76],
    zones: (root) => [{ wave: pluckedWave(root, { seconds: 2.4, brightness: 0.55, loss: 0.996, seed: 'guitar' }) }],
    envelope: { attack: 0.001, release: 0.25 },
    cutoff: 10_000,
  },
  flute: {
    roots: [60, 66, 72, 78, 84],
    zones: (root) => [{ wave: ensembleWave(root, { width: 1.2, breath: 0.09, seed: 'flute', level: fluteLevel }) }],
    envelope: { attack: 0.07, release: 0.16 },
    cutoff: 13_000,
    vibrato: { cents: 11, hertz: 4.9, delay: 0.3 },
  },
  'music-box': {
    roots: [60, 66, 72, 78, 84, 90],
    zones: (root) => [{ wave: struckWave(root, bellPartials(root), { seconds: 2.4, attack: 0.001, seed: 'box' }) }],
    envelope: { attack: 0.001, release: 0.8 },
  },
}

/** The resonances of a wooden body, roughly. */
function bodyOf(frequency: number): number {
  const hill = (centre: number, width: number): number => Math.exp(-((Math.log2(frequency / centre) / width) ** 2))
  return 0.6 + 0.7 * hill(460, 0.5) + 0.5 * hill(1100, 0.6) + 0.35 * hill(2800, 0.5)
}
function fluteLevel(harmonic: number, frequency: number): number {
  const levels = [1, 0.42, 0.26, 0.1, 0.07, 0.04, 0.022, 0.012]
  return (levels[harmonic - 1] ?? 0) / (1 + (frequency / 5000) ** 2)
}
