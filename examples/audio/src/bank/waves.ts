import { createRandom, type Random } from '../random.ts'
import { SAMPLE_RATE } from '../audio-buffer.ts'
import { inverseFourier } from './fourier.ts'

/** One recording of the bank: sound at a root pitch, looped where it sustains. */
export interface Wave {
  readonly data: Float32Array
  readonly root: number
  readonly loop?: readonly [start: number, end: number]
}

export const frequencyOf = (pitch: number): number => 440 * 2 ** ((pitch - 69) / 12)

export interface Partial {
  /** Multiple of the fundamental. */
  readonly ratio: number
  readonly level: number
  /** Seconds to fall by 60 dB; undefined for a steady one. */
  readonly decay: number
}

/** Struck and plucked sounds: partials that decay each at its own rate, with a short soft start. */
export const struckWave = (
  root: number,
  partials: readonly Partial[],
  options: { readonly seconds: number; readonly attack: number; readonly knock?: number; readonly seed: string },
): Wave => {
  const random = createRandom(options.seed, root)
  const data = new Float32Array(Math.round(options.seconds * SAMPLE_RATE))
  const fundamental = frequencyOf(root)
  for (const { ratio, level, decay } of partials) {
    const frequency = fundamental * ratio
    if (frequency > 15_000) continue
    addDecayingSine(data, frequency, level, decay, random() * 2 * Math.PI)
  }
  if (options.knock !== undefined) addKnock(data, options.knock, random)
  softenEdges(data, options.attack, 0.08)
  return { data: normalise(data, 0.7), root }
}

/** A rotating phasor: one complex multiplication a sample instead of a sine. */
export const addDecayingSine = (
  data: Float32Array,
  frequency: number,
  level: number,
  decay: number,
  phase: number,
): void => {
  const angle = (2 * Math.PI * frequency) / SAMPLE_RATE
  const shrink = 10 ** (-3 / (decay * SAMPLE_RATE))
  const turnReal = Math.cos(angle) * shrink
  const turnImaginary = Math.sin(angle) * shrink
  let real = level * Math.cos(phase)
  let imaginary = level * Math.sin(phase)
  const end = Math.min(data.length, Math.round(decay * 1.2 * SAMPLE_RATE))
  for (let index = 0; index < end; index++) {
    data[index] = (data[index] as number) + imaginary // index is below the length
    const turned = real * turnReal - imaginary * turnImaginary
    imaginary = real * turnImaginary + imaginary * turnReal
    real = turned
  }
}

/** The felt's touch: 30 ms of dull noise. */
const addKnock = (data: Float32Array, level: number, random: Random): void => {
  let dull = 0
  let rumble = 0
  for (let index = 0; index < 0.06 * SAMPLE_RATE; index++) {
    dull += 0.22 * (random.range(-1, 1) - dull)
    rumble += 0.02 * (dull - rumble)
    data[index] = (data[index] as number) + level * (dull - rumble) * Math.exp(-index / (0.012 * SAMPLE_RATE)) // every wave is longer
  }
}

const LOOP_SAMPLES = 2 ** 17

/**
 * An endless ensemble: bands of partials with random phases, all multiples of the loop's frequency, so without a seam.
 * `width` is half a band in cents, `level` per harmonic, `breath` the air.
 */
export const ensembleWave = (
  root: number,
  options: {
    readonly width: number
    readonly level: (harmonic: number, frequency: number) => number
    readonly breath?: number
    readonly seed: string
  },
): Wave => {
  const random = createRandom(options.seed, root)
  const real = new Float64Array(LOOP_SAMPLES)
  const imaginary = new Float64Array(LOOP_SAMPLES)
  const fundamental = frequencyOf(root)
  const grid = SAMPLE_RATE / LOOP_SAMPLES
  for (let harmonic = 1; fundamental * harmonic < 12_000; harmonic++) {
    const centre = fundamental * harmonic
    const level = options.level(harmonic, centre)
    if (level < 1e-4) continue
    const width = Math.max(grid, centre * (2 ** (options.width / 1200) - 1))
    addBand(real, imaginary, centre / grid, width / grid, level, random)
  }
  if (options.breath !== undefined) addBreath(real, imaginary, options.breath, grid, random)
  inverseFourier(real, imaginary)
  const data = new Float32Array(LOOP_SAMPLES + LOOP_MARGIN)
  for (let index = 0; index < data.length; index++) data[index] = real[index % LOOP_SAMPLES] ?? 0
  return { data: normalise(data, 0.5), root, loop: [0, LOOP_SAMPLES] }
}
const LOOP_MARGIN = 64

const addBand = (
  real: Float64Array,
  imaginary: Float64Array,
  centre: number,
  width: number,
  level: number,
  random: Random,
): void => {
  const from = Math.max(1, Math.floor(centre - width * 3))
  const to = Math.min(real.length / 2 - 1, Math.ceil(centre + width * 3))
  let power = 0
  const weights: number[] = []
  for (let bin = from; bin <= to; bin++) {
    const weight = Math.exp(-(((bin - centre) / width) ** 2))
    weights.push(weight)
    power += weight * weight
  }
  weights.forEach((weight, index) => {
    const amplitude = (level * weight) / Math.sqrt(power)
    const phase = random() * 2 * Math.PI
    const bin = from + index
    real[bin] = (real[bin] ?? 0) + amplitude * Math.cos(phase)
    imaginary[bin] = (imaginary[bin] ?? 0) + amplitude * Math.sin(phase)
  })
}

/** Soft noise between 1 and 10 kHz, strongest near 2.5 kHz. */
const addBreath = (real: Float64Array, imaginary: Float64Array, level: number, grid: number, random: Random): void => {
  const from = Math.round(1000 / grid)
  const to = Math.round(10_000 / grid)
  for (let bin = from; bin < to; bin++) {
    const octaves = Math.log2((bin * grid) / 2500)
    const amplitude = (level / Math.sqrt(to - from)) * Math.exp(-octaves * octaves)
    const phase = random() * 2 * Math.PI
    real[bin] = (real[bin] ?? 0) + amplitude * Math.cos(phase)
    imaginary[bin] = (imaginary[bin] ?? 0) + amplitude * Math.sin(phase)
  }
}

/**
 * A plucked string (Karplus and Strong): a burst of harmonics that circles in a lossy delay line. `level` is how strong the
 * pluck is at a frequency in hertz.
 */
export const pluckedWave = (
  root: number,
  options: {
    readonly seconds: number
    readonly level: (frequency: number) => number
    readonly loss: number
    /** Seconds. */
    readonly attack: number
    readonly seed: string
  },
): Wave => {
  const random = createRandom(options.seed, root)
  const period = SAMPLE_RATE / frequencyOf(root)
  const data = new Float32Array(Math.round(options.seconds * SAMPLE_RATE))
  const size = Math.floor(period - 0.5)
  // The rest of the period, as an all-pass filter, keeps the string in tune.
  const rest = period - 0.5 - size
  const allPass = (1 - rest) / (1 + rest)
  const line = new Float64Array(size)
  for (let harmonic = 1; harmonic < size / 2; harmonic++) {
    const level = options.level(harmonic * frequencyOf(root))
    const phase = random() * 2 * Math.PI
    for (let index = 0; index < size; index++)
      line[index] = (line[index] ?? 0) + level * Math.sin(phase + (2 * Math.PI * harmonic * index) / size)
  }
  let previous = 0
  let passIn = 0
  let passOut = 0
  for (let index = 0, place = 0; index < data.length; index++) {
    const out = line[place] ?? 0
    data[index] = out
    const averaged = options.loss * (0.5 * out + 0.5 * previous)
    previous = out
    passOut = allPass * averaged + passIn - allPass * passOut
    passIn = averaged
    line[place] = passOut
    place = place + 1 === size ? 0 : place + 1
  }
  softenEdges(data, options.attack, 0.1)
  return { data: normalise(data, 0.7), root }
}

/** Raised-cosine edges, so that no sample starts or ends with a step. */
export const softenEdges = (data: Float32Array, attack: number, release: number): void => {
  const head = Math.max(8, Math.round(attack * SAMPLE_RATE))
  const tail = Math.max(8, Math.round(release * SAMPLE_RATE))
  for (let index = 0; index < head && index < data.length; index++)
    data[index] = (data[index] ?? 0) * (0.5 - 0.5 * Math.cos((Math.PI * index) / head))
  for (let index = 0; index < tail && index < data.length; index++) {
    const place = data.length - 1 - index
    data[place] = (data[place] ?? 0) * (0.5 - 0.5 * Math.cos((Math.PI * index) / tail))
  }
}

export const normalise = (data: Float32Array, peak: number): Float32Array => {
  let highest = 1e-9
  for (let index = 0; index < data.length; index++) highest = Math.max(highest, Math.abs(data[index] as number)) // index is below the length
  const gain = peak / highest
  for (let index = 0; index < data.length; index++) data[index] = (data[index] ?? 0) * gain
  return data
}
