import { SAMPLE_RATE } from '../audio-buffer.ts'
import { applyBiquad, highPass, lowPass } from '../mix/filters.ts'
import { createRandom } from '../random.ts'
import type { DrumName } from './drum-keys.ts'
import { NOISE_LEVELS, OCTAVES } from './octave-levels.ts'
import { addDecayingSine, normalise, softenEdges } from './waves.ts'

interface Recipe {
  readonly seconds: number
  readonly peak: number
  /** A falling tone: from, to (Hz), how fast it falls (s), how long it rings (s), level. */
  readonly tone?: readonly [from: number, to: number, fall: number, ring: number, level: number]
  /** Seconds that the noise rings at 63 Hz and at 16 kHz. */
  readonly ring: readonly [low: number, high: number]
  readonly metal?: readonly [base: number, ring: number, level: number]
  /** Seconds between the hands of a clap. */
  readonly apart?: number
  readonly attack: number
}

const RECIPES: Readonly<Record<DrumName, Recipe>> = {
  kick: { seconds: 0.5, peak: 0.9, tone: [130, 46, 0.05, 0.32, 1], ring: [0.25, 0.05], attack: 0.001 },
  snare: { seconds: 0.5, peak: 0.65, tone: [220, 175, 0.04, 0.2, 0.5], ring: [0.3, 0.2], attack: 0.001 },
  clap: { seconds: 0.35, peak: 0.5, ring: [0.12, 0.16], apart: 0.011, attack: 0.001 },
  crash: { seconds: 2.4, peak: 0.34, ring: [1.2, 1.8], metal: [2600, 1.4, 0.2], attack: 0.002 },
  brush: { seconds: 0.5, peak: 0.4, tone: [190, 170, 0.04, 0.06, 0.15], ring: [0.1, 0.26], attack: 0.022 },
  rim: { seconds: 0.2, peak: 0.45, tone: [1650, 1550, 0.01, 0.03, 0.3], ring: [0.1, 0.05], attack: 0.0006 },
  closedHat: { seconds: 0.2, peak: 0.3, ring: [0.12, 0.12], metal: [3150, 0.05, 0.1], attack: 0.0008 },
  openHat: { seconds: 1, peak: 0.3, ring: [0.5, 0.8], metal: [3150, 0.35, 0.1], attack: 0.001 },
  ride: { seconds: 1.6, peak: 0.3, ring: [1.2, 0.6], metal: [2100, 1, 0.2], attack: 0.001 },
  shaker: { seconds: 0.16, peak: 0.28, ring: [0.07, 0.08], attack: 0.018 },
  tambourine: { seconds: 0.35, peak: 0.3, ring: [0.12, 0.16], metal: [4600, 0.18, 0.1], attack: 0.003 },
  lowTom: { seconds: 0.7, peak: 0.7, tone: [98, 81, 0.08, 0.5, 1], ring: [0.3, 0.08], attack: 0.001 },
  highTom: { seconds: 0.6, peak: 0.7, tone: [165, 128, 0.07, 0.4, 1], ring: [0.3, 0.08], attack: 0.001 },
}
const METAL_RATIOS = [1, 1.342, 1.797, 2.231, 2.713, 3.148]

/** Layers of force: up to which velocity, and by how many decibels an octave above 500 Hz the stroke is brighter. */
export const DRUM_LAYERS = [
  { upTo: 66, tilt: -1.4 },
  { upTo: 96, tilt: 0 },
  { upTo: 127, tilt: 0.8 },
] as const
/** Strokes of one force that take turns, so that no two in a row are the same. */
export const DRUM_TURNS = 3

/** One stroke of the kit in each layer of force, synthesised; the turns of a drum differ as a hand does. */
export const drumWaves = (name: DrumName, turn: number): readonly Float32Array[] => {
  const recipe = RECIPES[name]
  const length = Math.round(recipe.seconds * SAMPLE_RATE)
  const random = createRandom('drum', name, turn)
  const ring = turn === 0 ? 1 : random.range(0.93, 1.07)
  const pitch = turn === 0 ? 1 : random.range(0.99, 1.01)
  const body = new Float32Array(length)
  if (recipe.tone) addTone(body, recipe.tone, pitch, ring)
  if (recipe.metal) addMetal(body, ...recipe.metal, turn)
  const octaves = OCTAVES.map((centre, octave) => {
    const share = octave / (OCTAVES.length - 1)
    const seconds = ring * recipe.ring[0] ** (1 - share) * recipe.ring[1] ** share
    const corners = [centre / edge(name, octave, octave - 1), centre * edge(name, octave, octave + 1)] as const
    return fadingNoise(length, noiseBetween(...corners), { ring: seconds, from: random(), apart: recipe.apart })
  })
  return DRUM_LAYERS.map(({ tilt }) => {
    const data = body.slice()
    octaves.forEach((noise, octave) => {
      const level = 10 ** (((NOISE_LEVELS[name][octave] ?? 0) + tilt * Math.max(0, octave - 3)) / 20)
      for (let index = 0; index < length; index++)
        data[index] = (data[index] as number) + level * (noise[index] as number) // both have this length
    })
    softenEdges(data, recipe.attack, 0.03)
    return normalise(data, recipe.peak)
  })
}

const addTone = (
  data: Float32Array,
  [from, to, fall, ring, level]: NonNullable<Recipe['tone']>,
  pitch: number,
  longer: number,
): void => {
  let phase = 0
  for (let index = 0; index < data.length; index++) {
    const time = index / SAMPLE_RATE
    phase += (2 * Math.PI * pitch * (to + (from - to) * Math.exp(-time / fall))) / SAMPLE_RATE
    data[index] = (data[index] ?? 0) + level * Math.sin(phase) * Math.exp((-time / (ring * longer)) * 4)
  }
}

/** Seconds in which the blow itself is louder than the ring. */
const STICK = 0.004

/** Decibels by which a filter's slope would fill a quieter neighbour. */
const SLOPE = 20
/** How far an octave reaches, as a factor: less far to a neighbour that is much quieter. */
const edge = (name: DrumName, octave: number, neighbour: number): number => {
  const levels = NOISE_LEVELS[name]
  return (levels[neighbour] ?? 0) < (levels[octave] ?? 0) - SLOPE ? 1.15 : Math.SQRT2
}

/** Samples of a noise that goes round: strokes begin at different places of it. */
const ROUND = 2 ** 16
/** Caches noise by its corners in hertz: octaves are the same for most drums. */
const noises = new Map<string, Float32Array>()

/** Noise between two corners in hertz; its level is the same for all. */
const noiseBetween = (low: number, high: number): Float32Array => {
  const key = `${low} ${high}`
  const known = noises.get(key)
  if (known !== undefined) return known
  const random = createRandom('drum', key)
  // White noise has as much power as its band is wide.
  const even = Math.sqrt(12_000 / (high - low))
  const noise = Float32Array.from({ length: ROUND }, () => even * random.range(-1, 1))
  for (const _ of [1, 2, 3, 4]) {
    applyBiquad(noise, highPass(low))
    if (high < SAMPLE_RATE / 2) applyBiquad(noise, lowPass(high))
  }
  noises.set(key, noise)
  return noise
}

/** A stretch of noise, from a share of it on, that fades away. */
const fadingNoise = (
  length: number,
  noise: Float32Array,
  { ring, from, apart }: { readonly ring: number; readonly from: number; readonly apart: number | undefined },
): Float32Array => {
  const faded = new Float32Array(length)
  const start = Math.floor(from * ROUND)
  // Three hands clap, one after the other; the last of them rings.
  const hands = apart === undefined ? [0] : [0, 1, 2].map((hand) => Math.round(hand * apart * SAMPLE_RATE))
  hands.forEach((begin, hand) => {
    const isLast = hand === hands.length - 1
    const shrink = Math.exp(-4 / ((isLast || apart === undefined ? ring : apart * 2) * SAMPLE_RATE))
    const stickShrink = Math.exp(-1 / (STICK * SAMPLE_RATE))
    let level = hand === 0 ? 1 : 0.5
    let stick = 1
    for (let index = begin; index < (hands[hand + 1] ?? length); index++) {
      faded[index] = (noise[(start + index) % ROUND] as number) * level * (1 + stick) // below the round
      level *= shrink
      stick *= stickShrink
    }
  })
  return faded
}

const addMetal = (data: Float32Array, base: number, ring: number, level: number, turn: number): void => {
  for (const [place, ratio] of METAL_RATIOS.entries())
    addDecayingSine(data, base * ratio, level / METAL_RATIOS.length, ring * TO_SILENCE, place * (turn + 1))
}
/** A ring falls by 35 dB; a sine's decay is counted to -60 dB. */
const TO_SILENCE = (3 * Math.LN10) / 4
