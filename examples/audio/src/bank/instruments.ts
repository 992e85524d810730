import type { InstrumentName } from '../theory/instrument-words.ts'
import {
  barPartials,
  bassPartials,
  bellPartials,
  bodyOf,
  buzzPartials,
  curveOf,
  drawbarLevel,
  fluteLevel,
  hammerPartials,
  hill,
  pluckUpTo,
  tinePartials,
  vowelOf,
} from './timbres.ts'
import { STRING_LEVELS } from './octave-levels.ts'
import { ensembleWave, pluckedWave, struckWave, type Wave } from './waves.ts'

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
    zones: (root) => [
      {
        wave: pluckedWave(root, {
          seconds: 2.8,
          level: curveOf(STRING_LEVELS.harp),
          loss: 0.9975,
          attack: 0.01,
          seed: 'harp',
        }),
      },
    ],
    envelope: { attack: 0.001, release: 0.9 },
    cutoff: 11_000,
  },
  guitar: {
    roots: [40, 46, 52, 58, 64, 70, 76],
    zones: (root) => [
      {
        wave: pluckedWave(root, {
          seconds: 2.4,
          level: curveOf(STRING_LEVELS.guitar),
          loss: 0.996,
          attack: 0.004,
          seed: 'guitar',
        }),
      },
    ],
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
  violin: bowed([54, 60, 66, 72, 78, 84], 'violin', 0.06),
  cello: bowed([28, 34, 40, 46, 52, 58, 64], 'cello', 0.09),
  accordion: {
    roots: EVERY_SIXTH,
    // Two reeds of a note, a few cents apart, tremble against each other.
    zones: (root) =>
      wide((seed) =>
        ensembleWave(root, {
          width: 6,
          seed: `accordion ${seed}`,
          level: (harmonic, frequency) =>
            (harmonic % 2 === 1 ? 1 : 0.6) / harmonic ** 0.75 / (1 + (frequency / 3600) ** 2),
        }),
      ),
    envelope: { attack: 0.035, release: 0.09 },
    cutoff: 9000,
  },
  organ: {
    roots: EVERY_SIXTH,
    zones: (root) => wide((seed) => ensembleWave(root, { width: 1.5, seed: `organ ${seed}`, level: drawbarLevel })),
    envelope: { attack: 0.02, release: 0.12 },
    cutoff: 9000,
    vibrato: { cents: 4, hertz: 5.8, delay: 0 },
  },
  choir: {
    roots: EVERY_SIXTH,
    zones: (root) =>
      wide((seed) =>
        ensembleWave(root, {
          width: 13,
          breath: 0.03,
          seed: `choir ${seed}`,
          level: (harmonic, frequency) => vowelOf(frequency) / harmonic ** 0.8,
        }),
      ),
    envelope: { attack: 0.14, release: 0.4 },
    cutoff: 7000,
    vibrato: { cents: 9, hertz: 5.1, delay: 0.3 },
  },
  trumpet: blown(
    [54, 60, 66, 72, 78, 84],
    'trumpet',
    0.03,
    (harmonic, frequency) => (0.35 + hill(frequency, 1300, 1.1)) / harmonic ** 0.6 / (1 + (frequency / 5200) ** 3),
  ),
  clarinet: blown(
    [54, 60, 66, 72, 78, 84],
    'clarinet',
    0.035,
    (harmonic, frequency) =>
      (harmonic % 2 === 1 ? 1 : 0.12 + frequency / 20_000) / harmonic ** 0.9 / (1 + (frequency / 3800) ** 2),
  ),
  oboe: blown(
    [58, 64, 70, 76, 82],
    'oboe',
    0.03,
    (harmonic, frequency) =>
      (0.25 + hill(frequency, 1150, 0.6) + 0.7 * hill(frequency, 2900, 0.5)) /
      harmonic ** 0.5 /
      (1 + (frequency / 6000) ** 2),
  ),
  saxophone: blown(
    [48, 54, 60, 66, 72, 78],
    'saxophone',
    0.04,
    (harmonic, frequency) => curveOf(STRING_LEVELS.saxophone)(frequency) / harmonic ** 0.5,
  ),
  harpsichord: {
    roots: EVERY_SIXTH,
    zones: (root) => [
      { wave: pluckedWave(root, { seconds: 2.6, level: () => 1, loss: 0.9985, attack: 0.0015, seed: 'harpsichord' }) },
    ],
    envelope: { attack: 0.001, release: 0.12 },
    cutoff: 13_000,
  },
  banjo: {
    roots: [48, 54, 60, 66, 72, 78],
    zones: (root) => [
      {
        wave: pluckedWave(root, { seconds: 1.4, level: pluckUpTo(13_000), loss: 0.994, attack: 0.0015, seed: 'banjo' }),
      },
    ],
    envelope: { attack: 0.001, release: 0.1 },
    cutoff: 11_000,
  },
  sitar: {
    roots: [48, 54, 60, 66, 72, 78],
    zones: (root) => [
      { wave: struckWave(root, buzzPartials(root), { seconds: 3, attack: 0.002, knock: 0.25, seed: 'sitar' }) },
    ],
    envelope: { attack: 0.001, release: 0.6 },
    cutoff: 10_000,
    vibrato: { cents: 14, hertz: 5, delay: 0.25 },
  },
  marimba: {
    roots: EVERY_SIXTH,
    zones: (root) => [
      { wave: struckWave(root, barPartials(root), { seconds: 1.6, attack: 0.002, knock: 0.3, seed: 'marimba' }) },
    ],
    envelope: { attack: 0.001, release: 0.4 },
  },
  'drive-guitar': {
    roots: [40, 46, 52, 58, 64, 70, 76],
    zones: (root) =>
      wide((seed) =>
        ensembleWave(root, {
          width: 2.5,
          seed: `drive ${seed}`,
          level: (harmonic, frequency) =>
            (0.4 + hill(frequency, 1900, 1.1)) / harmonic ** 0.55 / (1 + (frequency / 4400) ** 4),
        }),
      ),
    envelope: { attack: 0.006, release: 0.07, decay: 2.4, sustain: 90 },
    cutoff: 6500,
    vibrato: { cents: 8, hertz: 5.4, delay: 0.4 },
  },
  'saw-lead': {
    roots: EVERY_SIXTH,
    zones: (root) =>
      wide((seed) =>
        ensembleWave(root, {
          width: 7,
          seed: `saw ${seed}`,
          level: (harmonic, frequency) => 1 / harmonic / (1 + (frequency / 6000) ** 2),
        }),
      ),
    envelope: { attack: 0.008, release: 0.14, decay: 0.9, sustain: 70 },
    cutoff: 8000,
  },
  'square-lead': {
    roots: EVERY_SIXTH,
    zones: (root) => [
      {
        wave: ensembleWave(root, {
          width: 0.2,
          seed: 'square',
          level: (harmonic) => (harmonic % 2 === 1 ? 1 / harmonic : 0),
        }),
      },
    ],
    envelope: { attack: 0.003, release: 0.05 },
    cutoff: 12_000,
  },
  'synth-bass': {
    roots: [28, 34, 40, 46, 52],
    zones: (root) => [
      {
        wave: ensembleWave(root, {
          width: 1,
          seed: 'synth bass',
          level: (harmonic, frequency) => 1 / harmonic ** 1.3 / (1 + (frequency / 900) ** 2),
        }),
      },
    ],
    envelope: { attack: 0.006, release: 0.08 },
    cutoff: 1800,
  },
  'triangle-bass': {
    roots: [28, 34, 40, 46, 52, 58, 64, 70],
    zones: (root) => [
      {
        wave: ensembleWave(root, {
          width: 0.3,
          seed: 'triangle',
          level: (harmonic) => (harmonic % 2 === 1 ? 1 / harmonic ** 2 : 0),
        }),
      },
    ],
    envelope: { attack: 0.004, release: 0.06 },
    cutoff: 6000,
  },
}

function bowed(roots: readonly number[], seed: string, attack: number): Recipe {
  return {
    roots,
    zones: (root) => [
      {
        wave: ensembleWave(root, {
          width: 1.6,
          breath: 0.035,
          seed,
          level: (harmonic, frequency) => bodyOf(frequency) / harmonic ** 0.85 / (1 + (frequency / 5000) ** 2),
        }),
      },
    ],
    envelope: { attack, release: 0.16 },
    cutoff: 11_000,
    vibrato: { cents: 12, hertz: 5.6, delay: 0.22 },
  }
}

function blown(
  roots: readonly number[],
  seed: string,
  attack: number,
  level: (harmonic: number, frequency: number) => number,
): Recipe {
  return {
    roots,
    zones: (root) => [{ wave: ensembleWave(root, { width: 1, breath: 0.03, seed, level }) }],
    envelope: { attack, release: 0.12 },
    cutoff: 9500,
    vibrato: { cents: 8, hertz: 5, delay: 0.35 },
  }
}
