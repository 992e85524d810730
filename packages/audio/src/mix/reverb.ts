import { createStereo, SAMPLE_RATE, type Stereo } from '../audio-buffer.ts'
import { settle } from './filters.ts'

/** Delay lengths in samples: mutually prime, so that echoes never line up. */
const LENGTHS = [1687, 1931, 2287, 2503, 2843, 3137, 3469, 3907] as const
const PRE_DELAY = Math.round(0.018 * SAMPLE_RATE)
const DIFFUSERS = [227, 337, 541, 739] as const

/** A room of eight delay lines that feed each other (a Householder matrix), darker as it decays. `decay` in seconds; returns only the wet sound. */
export const reverb = (send: Stereo, options: { readonly decay: number; readonly damping: number }): Stereo => {
  const wet = createStereo(send.left.length)
  const lines = LENGTHS.map((length) => new Float64Array(length))
  const gains = LENGTHS.map((length) => 10 ** ((-3 * length) / (options.decay * SAMPLE_RATE)))
  const places = new Int32Array(LENGTHS.length)
  const dark = new Float64Array(LENGTHS.length)
  const outputs = new Float64Array(LENGTHS.length)
  const diffuseLeft = createDiffuser(1)
  const diffuseRight = createDiffuser(1.07)
  const pass = 1 - options.damping
  for (let index = 0; index < send.left.length; index++) {
    const from = index - PRE_DELAY
    const left = diffuseLeft(from < 0 ? 0 : (send.left[from] as number)) // in range by the test before
    const right = diffuseRight(from < 0 ? 0 : (send.right[from] as number)) // likewise
    let sum = 0
    for (let line = 0; line < LENGTHS.length; line++) {
      // Every array has one entry for each line; the place is below the line's length.
      const value = (lines[line] as Float64Array)[places[line] as number] as number
      const damped = (dark[line] as number) + pass * (value - (dark[line] as number))
      dark[line] = damped
      outputs[line] = damped * (gains[line] as number)
      sum += outputs[line] as number
    }
    const shared = sum * (-2 / LENGTHS.length)
    for (let line = 0; line < LENGTHS.length; line++) {
      const place = places[line] as number
      ;(lines[line] as Float64Array)[place] = (outputs[line] as number) + shared + (line % 2 === 0 ? left : right)
      places[line] = place + 1 === LENGTHS[line] ? 0 : place + 1
    }
    wet.left[index] =
      0.35 * ((outputs[0] as number) + (outputs[2] as number) - (outputs[4] as number) + (outputs[6] as number))
    wet.right[index] =
      0.35 * ((outputs[1] as number) - (outputs[3] as number) + (outputs[5] as number) + (outputs[7] as number))
  }
  return wet
}

/** A chain of all-pass filters that smears a click into a patch of echoes. */
const createDiffuser = (stretch: number): ((input: number) => number) => {
  const lines = DIFFUSERS.map((length) => new Float64Array(Math.round(length * stretch)))
  const places = new Int32Array(DIFFUSERS.length)
  return (input) => {
    let value = input
    for (let stage = 0; stage < lines.length; stage++) {
      const line = lines[stage] as Float64Array // stage is below the number of lines
      const place = places[stage] as number
      const delayed = line[place] as number
      const fed = value - 0.6 * delayed
      line[place] = fed
      value = delayed + 0.6 * fed
      places[stage] = place + 1 === line.length ? 0 : place + 1
    }
    return value
  }
}

/** Echoes that go from side to side and lose their treble; `time` in seconds. Returns only the wet sound. */
export const pingPong = (send: Stereo, options: { readonly time: number; readonly feedback: number }): Stereo => {
  const wet = createStereo(send.left.length)
  const length = Math.max(1, Math.round(options.time * SAMPLE_RATE))
  const left = new Float64Array(length)
  const right = new Float64Array(length)
  let darkLeft = 0
  let darkRight = 0
  for (let index = 0, place = 0; index < send.left.length; index++, place = place + 1 === length ? 0 : place + 1) {
    const fromLeft = left[place] as number // place is below the length
    const fromRight = right[place] as number // likewise
    darkLeft = settle(darkLeft + 0.35 * (fromLeft - darkLeft))
    darkRight = settle(darkRight + 0.35 * (fromRight - darkRight))
    left[place] = 0.5 * ((send.left[index] as number) + (send.right[index] as number)) + darkRight * options.feedback
    right[place] = darkLeft * options.feedback
    wet.left[index] = darkLeft
    wet.right[index] = darkRight
  }
  return wet
}
