import { SAMPLE_RATE } from '../audio-buffer.ts'
import { BitReader } from './bits.ts'
import { BLOCK } from './write-flac.ts'

/** Whether a file is one. */
export const isFlac = (bytes: Uint8Array): boolean => String.fromCharCode(...bytes.subarray(0, 4)) === 'fLaC'

/** How long a FLAC file is, in samples, and how many channels it has. Throws RangeError. */
export const flacShape = (bytes: Uint8Array): { readonly frames: number; readonly channels: number } => {
  const bits = new BitReader(bytes)
  bits.place = 18 * 8
  const rate = bits.take(20)
  const channels = bits.take(3) + 1
  const isSixteen = bits.take(5) === 15
  if (!isFlac(bytes) || rate !== SAMPLE_RATE || channels > 2 || !isSixteen)
    throw new RangeError(`Only 16-bit FLAC at ${SAMPLE_RATE} Hz, mono or stereo, can be mixed.`)
  return { frames: bits.take(12) * 2 ** 24 + bits.take(24), channels }
}

/** Reads what `writeFlac` writes: one array of 16-bit samples for each channel. Throws RangeError. */
export const readFlac = (bytes: Uint8Array): readonly Int16Array[] => {
  const { frames, channels } = flacShape(bytes)
  const bits = new BitReader(bytes)
  bits.place = FIRST_FRAME * 8
  const sounds = Array.from({ length: channels }, () => new Int16Array(frames))
  for (let from = 0; from < frames; from += BLOCK) readFrame(bits, sounds, from)
  return sounds
}
const FIRST_FRAME = 42

const readFrame = (bits: BitReader, [left, right]: readonly Int16Array[], from: number): void => {
  if (bits.take(16) !== 0xfff8)
    throw new RangeError('This FLAC file was written by another program: its frames differ.')
  const isWhole = bits.take(4) === 0xc
  bits.take(4)
  const isSide = bits.take(4) === 0x8
  bits.take(4)
  // The frame's number: as many bytes as its first one says.
  const first = bits.take(8)
  const more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3
  bits.take(more * 8)
  const length = isWhole ? BLOCK : bits.take(16) + 1
  bits.take(8)
  const own = readChannel(bits, length, 16)
  left?.set(own, from)
  if (right !== undefined) {
    const other = readChannel(bits, length, isSide ? 17 : 16)
    right.set(isSide ? other.map((value, index) => (own[index] as number) - value) : other, from) // both have one length
  }
  bits.align()
  bits.take(16)
}

/** How a sample follows from those before it, the nearest first, by order (RFC 9639, 9.2.5). */
const PREDICTORS = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]] as const

const readChannel = (bits: BitReader, length: number, size: number): Int32Array => {
  const kind = bits.take(8) >> 1
  const samples = new Int32Array(length)
  if (kind === 0) return samples.fill(bits.takeSigned(size))
  const order = kind & 0b111
  if (kind >> 3 !== 1 || order > 4)
    throw new RangeError('This FLAC file was written by another program: its predictors differ.')
  for (let index = 0; index < order; index++) samples[index] = bits.takeSigned(size)
  readResiduals(bits, samples, order)
  const weights = PREDICTORS[order] ?? []
  for (let index = order; index < length; index++)
    samples[index] = weights.reduce(
      (sum, weight, back) => sum + weight * (samples[index - 1 - back] as number), // there are as many before
      samples[index] as number, // below the length
    )
  return samples
}

const readResiduals = (bits: BitReader, samples: Int32Array, order: number): void => {
  bits.take(2)
  const group = samples.length >> bits.take(4)
  for (let begin = 0; begin < samples.length; begin += group) {
    const parameter = bits.take(4)
    for (let index = Math.max(begin, order); index < begin + group; index++) {
      const value = bits.takeRice(parameter)
      samples[index] = (value >>> 1) ^ -(value & 1)
    }
  }
}
