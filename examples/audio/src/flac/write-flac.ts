import { SAMPLE_RATE } from '../audio-buffer.ts'
import { BitWriter } from './bits.ts'
import { crc16, crc8 } from './crc.ts'

/** Samples of a frame. */
export const BLOCK = 4096
const BITS = 16
/** Samples: numbers of frames after it have no code. */
const LONGEST = 0xd800 * BLOCK
/** Eight groups of residuals in a whole frame, each with its own parameter. */
const GROUPS_POWER = 3
const MOST_PARAMETER = 14
const MOST_ORDER = 4

/** 16-bit samples, one array for each of one or two channels, as a FLAC file: the same samples in about half the bytes (RFC 9639). */
export const writeFlac = (channels: readonly Int16Array[]): Uint8Array => {
  const [left, right] = channels
  if (left === undefined || channels.length > 2) throw new RangeError('A FLAC file has one or two channels here.')
  if (left.length > LONGEST) throw new RangeError('A FLAC file holds 85 minutes here.')
  const out = new BitWriter()
  writeHeader(out, channels.length, left.length)
  for (let frame = 0; frame * BLOCK < left.length; frame++) {
    const from = frame * BLOCK
    const own = Int32Array.from(left.subarray(from, from + BLOCK))
    const other = right && Int32Array.from(right.subarray(from, from + BLOCK))
    writeFrame(out, frame, own, other)
  }
  return out.written().slice()
}

const writeHeader = (out: BitWriter, channels: number, length: number): void => {
  for (const letter of 'fLaC') out.put(letter.charCodeAt(0), 8)
  // The stream's information is the last block of metadata, of 34 bytes.
  out.put(0x80, 8)
  out.put(34, 24)
  out.put(BLOCK, 16)
  out.put(BLOCK, 16)
  // Unknown sizes of frames.
  out.put(0, 24)
  out.put(0, 24)
  out.put(SAMPLE_RATE, 20)
  out.put(channels - 1, 3)
  out.put(BITS - 1, 5)
  out.put(Math.floor(length / 2 ** 24), 12)
  out.put(length % 2 ** 24, 24)
  // No sum of the samples.
  for (let byte = 0; byte < 16; byte++) out.put(0, 8)
}

/** The second channel is written as its difference to the first where that is smaller. */
const writeFrame = (out: BitWriter, frame: number, left: Int32Array, right: Int32Array | undefined): void => {
  const begin = out.length
  const side = right && differenceOf(left, right)
  const isSide = side !== undefined && right !== undefined && sizeOf(side) < sizeOf(right)
  const isWhole = left.length === BLOCK
  out.put(0xfff8, 16)
  // The size of the block: 4096, or as told below; 44.1 kHz.
  out.put(isWhole ? 0xc : 0x7, 4)
  out.put(0x9, 4)
  out.put(right === undefined ? 0 : isSide ? 0x8 : 0x1, 4)
  // 16 bits a sample.
  out.put(0x8, 4)
  putNumber(out, frame)
  if (!isWhole) out.put(left.length - 1, 16)
  out.put(crc8(out.written(begin)), 8)
  writeChannel(out, left, BITS)
  if (right !== undefined) writeChannel(out, isSide ? side : right, isSide ? BITS + 1 : BITS)
  out.align()
  out.put(crc16(out.written(begin)), 16)
}

const differenceOf = (left: Int32Array, right: Int32Array): Int32Array => {
  const side = new Int32Array(left.length)
  for (let index = 0; index < left.length; index++) side[index] = (left[index] as number) - (right[index] as number) // both have one length
  return side
}

/** A number as UTF-8 codes it. */
const putNumber = (out: BitWriter, value: number): void => {
  for (const byte of new TextEncoder().encode(String.fromCodePoint(value))) out.put(byte, 8)
}

const sizeOf = (samples: Int32Array): number => {
  let size = 0
  for (let index = 0; index < samples.length; index++) size += Math.abs(samples[index] as number) // below the length
  return size
}

const writeChannel = (out: BitWriter, samples: Int32Array, bits: number): void => {
  const sizes = sizesByOrder(samples)
  const least = Math.min(...sizes)
  if (sizes[1] === 0) {
    out.put(0, 8)
    out.put(samples[0] ?? 0, bits)
    return
  }
  const order = samples.length > MOST_ORDER ? sizes.indexOf(least) : 0
  const residuals = samples.slice()
  // Each order predicts a sample by one more before it: its residuals are differences of differences.
  for (let turn = 1; turn <= order; turn++)
    for (let index = residuals.length - 1; index >= turn; index--)
      residuals[index] = (residuals[index] as number) - (residuals[index - 1] as number) // both are below the length
  out.put((0b001000 | order) << 1, 8)
  for (let index = 0; index < order; index++) out.put(samples[index] ?? 0, bits)
  writeResiduals(out, residuals, order)
}

/** The sum of each order's residuals without their signs, in one pass. */
const sizesByOrder = (samples: Int32Array): readonly number[] => {
  const sizes = [0, 0, 0, 0, 0] as [number, number, number, number, number]
  let [first, second, third, fourth] = [0, 0, 0, 0]
  for (let index = 0; index < samples.length; index++) {
    const own = samples[index] as number // below the length
    // The first samples of an order have none before them.
    const one = index < 1 ? 0 : own - first
    const two = index < 2 ? 0 : one - second
    const three = index < 3 ? 0 : two - third
    const four = index < 4 ? 0 : three - fourth
    sizes[0] += Math.abs(own)
    sizes[1] += Math.abs(one)
    sizes[2] += Math.abs(two)
    sizes[3] += Math.abs(three)
    sizes[4] += Math.abs(four)
    first = own
    second = one
    third = two
    fourth = three
  }
  return sizes
}

const writeResiduals = (out: BitWriter, residuals: Int32Array, order: number): void => {
  const power = residuals.length === BLOCK ? GROUPS_POWER : 0
  out.put(0, 2)
  out.put(power, 4)
  const group = residuals.length >> power
  for (let begin = 0; begin < residuals.length; begin += group) {
    const from = Math.max(begin, order)
    const count = begin + group - from
    let sum = 0
    for (let index = from; index < begin + group; index++) sum += folded(residuals[index] as number) // below the length
    const parameter = Math.min(MOST_PARAMETER, Math.max(0, Math.floor(Math.log2((sum / count) * Math.LN2 + 1e-9)) + 1))
    out.put(parameter, 4)
    for (let index = from; index < begin + group; index++) out.putRice(folded(residuals[index] as number), parameter) // likewise
  }
}

/** 0, -1, 1, -2, 2 as 0, 1, 2, 3, 4. */
const folded = (value: number): number => (value << 1) ^ (value >> 31)
