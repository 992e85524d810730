import { SAMPLE_RATE } from '../audio-buffer.ts'
import { createRandom } from '../random.ts'
import { normalise, softenEdges } from './waves.ts'

/** General MIDI keys of the kit. */
export const DRUM_KEYS = {
  kick: 36,
  rim: 37,
  snare: 38,
  clap: 39,
  brush: 40,
  closedHat: 42,
  lowTom: 45,
  openHat: 46,
  highTom: 48,
  crash: 49,
  ride: 51,
  tambourine: 54,
  shaker: 70,
} as const
export type DrumName = keyof typeof DRUM_KEYS

interface Recipe {
  readonly seconds: number
  readonly peak: number
  /** A falling tone: from, to (Hz), how fast it falls (s), how long it rings (s), level. */
  readonly tone?: readonly [from: number, to: number, fall: number, ring: number, level: number]
  /** Noise between two corners (Hz), ring (s), level. */
  readonly noise?: readonly [low: number, high: number, ring: number, level: number]
  readonly metal?: readonly [base: number, ring: number, level: number]
  readonly attack: number
}

const RECIPES: Readonly<Record<DrumName, Recipe>> = {
  kick: { seconds: 0.5, peak: 0.9, tone: [130, 46, 0.05, 0.32, 1], noise: [400, 3000, 0.012, 0.12], attack: 0.001 },
  snare: { seconds: 0.4, peak: 0.65, tone: [220, 175, 0.04, 0.12, 0.5], noise: [900, 8000, 0.16, 0.7], attack: 0.001 },
  clap: { seconds: 0.3, peak: 0.5, noise: [900, 5200, 0.13, 0.9], attack: 0.002 },
  crash: { seconds: 2, peak: 0.34, noise: [4200, 13000, 1.1, 0.7], metal: [2600, 1.4, 0.3], attack: 0.002 },
  brush: { seconds: 0.5, peak: 0.4, tone: [190, 170, 0.04, 0.06, 0.15], noise: [1500, 7000, 0.26, 0.8], attack: 0.022 },
  rim: {
    seconds: 0.15,
    peak: 0.45,
    tone: [1650, 1550, 0.01, 0.03, 0.7],
    noise: [2000, 7000, 0.015, 0.3],
    attack: 0.0006,
  },
  closedHat: { seconds: 0.14, peak: 0.3, noise: [7500, 15000, 0.04, 0.8], metal: [3150, 0.04, 0.25], attack: 0.0008 },
  openHat: { seconds: 0.6, peak: 0.3, noise: [6500, 14000, 0.3, 0.8], metal: [3150, 0.3, 0.25], attack: 0.001 },
  ride: { seconds: 1.2, peak: 0.3, noise: [6000, 13000, 0.35, 0.35], metal: [2100, 0.8, 0.5], attack: 0.001 },
  shaker: { seconds: 0.16, peak: 0.28, noise: [5200, 12000, 0.07, 0.9], attack: 0.018 },
  tambourine: { seconds: 0.35, peak: 0.3, noise: [6800, 14000, 0.12, 0.6], metal: [4600, 0.18, 0.5], attack: 0.003 },
  lowTom: { seconds: 0.6, peak: 0.7, tone: [150, 98, 0.08, 0.35, 1], noise: [300, 1800, 0.02, 0.12], attack: 0.001 },
  highTom: { seconds: 0.5, peak: 0.7, tone: [220, 150, 0.07, 0.28, 1], noise: [400, 2200, 0.02, 0.12], attack: 0.001 },
}
const METAL_RATIOS = [1, 1.342, 1.797, 2.231, 2.713, 3.148]

/** One stroke of the kit, synthesised. */
export const drumWave = (name: DrumName): Float32Array => {
  const recipe = RECIPES[name]
  const data = new Float32Array(Math.round(recipe.seconds * SAMPLE_RATE))
  if (recipe.tone) addTone(data, ...recipe.tone)
  if (recipe.noise) addNoise(data, name, ...recipe.noise)
  if (recipe.metal) addMetal(data, ...recipe.metal)
  softenEdges(data, recipe.attack, 0.03)
  return normalise(data, recipe.peak)
}

const addTone = (data: Float32Array, from: number, to: number, fall: number, ring: number, level: number): void => {
  let phase = 0
  for (let index = 0; index < data.length; index++) {
    const time = index / SAMPLE_RATE
    phase += (2 * Math.PI * (to + (from - to) * Math.exp(-time / fall))) / SAMPLE_RATE
    data[index] = (data[index] ?? 0) + level * Math.sin(phase) * Math.exp((-time / ring) * 4)
  }
}

const addNoise = (data: Float32Array, seed: string, low: number, high: number, ring: number, level: number): void => {
  const random = createRandom('drum', seed)
  const lowTurn = 1 - Math.exp((-2 * Math.PI * low) / SAMPLE_RATE)
  const highTurn = 1 - Math.exp((-2 * Math.PI * high) / SAMPLE_RATE)
  const state = [0, 0, 0, 0]
  for (let index = 0; index < data.length; index++) {
    const white = random.range(-1, 1)
    state[0] = (state[0] ?? 0) + highTurn * (white - (state[0] ?? 0))
    state[1] = (state[1] ?? 0) + lowTurn * ((state[0] ?? 0) - (state[1] ?? 0))
    const once = (state[0] ?? 0) - (state[1] ?? 0)
    state[2] = (state[2] ?? 0) + lowTurn * (once - (state[2] ?? 0))
    data[index] = (data[index] ?? 0) + level * (once - (state[2] ?? 0)) * Math.exp((-index / SAMPLE_RATE / ring) * 4)
  }
}

const addMetal = (data: Float32Array, base: number, ring: number, level: number): void => {
  for (const [place, ratio] of METAL_RATIOS.entries()) {
    for (let index = 0; index < data.length; index++) {
      const time = index / SAMPLE_RATE
      const turn = 2 * Math.PI * base * ratio * time + place
      data[index] = (data[index] ?? 0) + (level / METAL_RATIOS.length) * Math.sin(turn) * Math.exp((-time / ring) * 4)
    }
  }
}
