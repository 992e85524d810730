import { SAMPLE_RATE, type Stereo } from '../audio-buffer.ts'
import { settle } from './filters.ts'

/** Delay lengths in samples: mutually prime, so that echoes never line up. */
const LENGTHS = [1687, 1931, 2287, 2503, 2843, 3137, 3469, 3907] as const
const PRE_DELAY = Math.round(0.018 * SAMPLE_RATE)
const DIFFUSERS = [227, 337, 541, 739] as const

/** Samples that are worked on at once: fewer than the shortest line holds, so that nothing a block writes is read in it. */
const BLOCK = 1024

/** A delay line, the place where it is read and written, and what has passed its damping. */
interface Line {
  readonly data: Float64Array
  readonly gain: number
  place: number
  dark: number
}

/** A room of eight delay lines that feed each other (a Householder matrix), darker as it decays. `decay` in seconds. Writes only the wet sound over `wet`, which has the length of `send`. */
export const reverb = (
  send: Stereo,
  wet: Stereo,
  options: { readonly decay: number; readonly damping: number },
): void => {
  const lines = LENGTHS.map((length): Line => ({
    data: new Float64Array(length),
    gain: 10 ** ((-3 * length) / (options.decay * SAMPLE_RATE)),
    place: 0,
    dark: 0,
  }))
  const block = (): Block => new Float64Array(BLOCK)
  const outputs: Outputs = [block(), block(), block(), block(), block(), block(), block(), block()]
  const shared = block()
  const inputs = [block(), block()] as const
  const diffusers = [createDiffuser(1), createDiffuser(1.07)] as const
  const [first, second, third, fourth, fifth, sixth, seventh, eighth] = outputs
  for (let from = 0; from < send.left.length; from += BLOCK) {
    const length = Math.min(BLOCK, send.left.length - from)
    for (const [side, channel] of [send.left, send.right].entries()) {
      const input = inputs[side === 0 ? 0 : 1]
      for (let index = 0; index < length; index++) {
        const source = from + index - PRE_DELAY
        input[index] = source < 0 ? 0 : (channel[source] as number) // in range by the test before
      }
      diffusers[side === 0 ? 0 : 1](input, length)
    }
    shared.fill(0)
    for (const [index, line] of lines.entries()) readLine(line, outputs[index] as Block, shared, length, options) // one for each line
    for (let index = 0; index < length; index++) shared[index] = (shared[index] as number) * (-2 / LENGTHS.length) // length is at most a block
    for (const [index, line] of lines.entries())
      writeLine(line, outputs[index] as Block, shared, inputs[index % 2 === 0 ? 0 : 1], length) // likewise
    for (let index = 0; index < length; index++) {
      // Every index is within a block.
      wet.left[from + index] =
        0.35 *
        ((first[index] as number) + (third[index] as number) - (fifth[index] as number) + (seventh[index] as number))
      wet.right[from + index] =
        0.35 *
        ((second[index] as number) - (fourth[index] as number) + (sixth[index] as number) + (eighth[index] as number))
    }
  }
}

type Block = Float64Array
type Outputs = readonly [Block, Block, Block, Block, Block, Block, Block, Block]

/** A line's output, damped and weaker, added to the sum of all. */
const readLine = (
  line: Line,
  output: Block,
  shared: Block,
  length: number,
  { damping }: { readonly damping: number },
): void => {
  const { data, gain } = line
  const pass = 1 - damping
  let { place, dark } = line
  for (let index = 0; index < length; index++) {
    const value = data[place] as number // the place is below the line's length, the index within a block
    dark += pass * (value - dark)
    const given = dark * gain
    output[index] = given
    shared[index] = (shared[index] as number) + given // likewise
    place = place + 1 === data.length ? 0 : place + 1
  }
  line.dark = dark
}

/** A line's feedback: its own, the sum, and the new input. */
const writeLine = (line: Line, output: Block, shared: Block, input: Block, length: number): void => {
  const { data } = line
  let { place } = line
  for (let index = 0; index < length; index++) {
    data[place] = (output[index] as number) + (shared[index] as number) + (input[index] as number) // all within a block
    place = place + 1 === data.length ? 0 : place + 1
  }
  line.place = place
}

/** A chain of all-pass filters that smears a click into a patch of echoes, in place. */
const createDiffuser = (stretch: number): ((block: Block, length: number) => void) => {
  const stages = DIFFUSERS.map((length) => ({ data: new Float64Array(Math.round(length * stretch)), place: 0 }))
  return (block, length) => {
    for (const stage of stages) {
      const { data } = stage
      let { place } = stage
      for (let index = 0; index < length; index++) {
        const delayed = data[place] as number // the place is below the line's length
        const fed = (block[index] as number) - 0.6 * delayed // the index is within a block
        data[place] = fed
        block[index] = delayed + 0.6 * fed
        place = place + 1 === data.length ? 0 : place + 1
      }
      stage.place = place
    }
  }
}

/** Echoes that go from side to side and lose their treble; `time` in seconds. The wet sound takes the place of the send. */
export const pingPong = (send: Stereo, options: { readonly time: number; readonly feedback: number }): void => {
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
    send.left[index] = darkLeft
    send.right[index] = darkRight
  }
}
