import { createRandom } from './random.ts'
import { SAMPLE_RATE, type Stereo } from './audio-buffer.ts'

const HEADER_BYTES = 44

/** 16-bit PCM WAV with seeded dither: deterministic. Stereo, unless `channels` is 1 and both sides are equal. */
export const writeWav = (sound: Stereo, channels: 1 | 2 = 2): Uint8Array => {
  const { left } = sound
  const dataBytes = left.length * 2 * channels
  const bytes = new Uint8Array(HEADER_BYTES + dataBytes)
  const view = new DataView(bytes.buffer)
  const text = (offset: number, value: string): void =>
    bytes.set(
      [...value].map((letter) => letter.charCodeAt(0)),
      offset,
    )
  text(0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, channels, true)
  view.setUint32(24, SAMPLE_RATE, true)
  view.setUint32(28, SAMPLE_RATE * 2 * channels, true)
  view.setUint16(32, 2 * channels, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, dataBytes, true)
  quantise(sound, channels, new Int16Array(bytes.buffer, HEADER_BYTES))
  return bytes
}

/** Writes the channels in turns. */
const quantise = ({ left, right }: Stereo, channels: 1 | 2, samples: Int16Array): void => {
  const random = createRandom('dither')
  const drawn = new Float64Array(4096)
  let next = drawn.length
  for (let index = 0; index < samples.length; index++) {
    const frame = channels === 1 ? index : index >> 1
    const value = (channels === 1 || index % 2 === 0 ? left : right)[frame] as number // a frame of the sound
    // Digital silence stays silent.
    if (value === 0) continue
    if (next === drawn.length) {
      random.fill(drawn)
      next = 0
    }
    const dither = (drawn[next] as number) - (drawn[next + 1] as number) // an even number of them is drawn
    next += 2
    // Math.round takes twice as long, and it is done for every sample.
    const whole = Math.floor(value * 32767 + dither + 0.5)
    samples[index] = whole > 32767 ? 32767 : whole < -32768 ? -32768 : whole
  }
}

/** Whether both channels hold the same samples. */
export const isMono = ({ left, right }: Stereo): boolean => {
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) return false
  return true
}

/** Reads 16-bit PCM WAV at this package's sample rate; a mono file's sides share one array. Throws RangeError. */
export const readWav = (bytes: Uint8Array): Stereo => {
  const { view, from, frames, channels } = findSamples(bytes)
  return readSamples(view, from, frames, channels)
}

/** Reads such a file in pieces of at most so many samples: a long recording never fills the memory. Throws RangeError. */
export function* readWavInPieces(bytes: Uint8Array, most: number): Generator<Stereo> {
  const { view, from, frames, channels } = findSamples(bytes)
  for (let at = 0; at < frames; at += most)
    yield readSamples(view, from + at * channels * 2, Math.min(most, frames - at), channels)
}

/** The samples of each channel of such a file, 16 bits each. Throws RangeError. */
export const wavChannels = (bytes: Uint8Array): readonly Int16Array[] => {
  const { view, from, frames, channels } = findSamples(bytes)
  return Array.from({ length: channels }, (_, channel) => {
    const samples = new Int16Array(frames)
    for (let frame = 0; frame < frames; frame++)
      samples[frame] = view.getInt16(from + (frame * channels + channel) * 2, true)
    return samples
  })
}

/** The length of such a file in samples, without reading them. Throws RangeError. */
export const wavLength = (bytes: Uint8Array): number => findSamples(bytes).frames

interface Samples {
  readonly view: DataView
  /** Where they begin. */
  readonly from: number
  readonly frames: number
  readonly channels: number
}

const findSamples = (bytes: Uint8Array): Samples => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = (offset: number): string => String.fromCharCode(...bytes.subarray(offset, offset + 4))
  if (bytes.length < HEADER_BYTES || text(0) !== 'RIFF' || text(8) !== 'WAVE')
    throw new RangeError('This is not a WAV file.')
  let channels = 0
  for (let offset = 12; offset + 8 <= bytes.length;) {
    const size = view.getUint32(offset + 4, true)
    const body = offset + 8
    if (text(offset) === 'fmt ') {
      channels = view.getUint16(body + 2, true)
      const isPcm16 = view.getUint16(body, true) === 1 && view.getUint16(body + 14, true) === 16
      if (!isPcm16 || (channels !== 1 && channels !== 2) || view.getUint32(body + 4, true) !== SAMPLE_RATE) {
        throw new RangeError(`Only 16-bit PCM WAV at ${SAMPLE_RATE} Hz, mono or stereo, can be mixed.`)
      }
    }
    if (text(offset) === 'data' && channels > 0) {
      const frames = Math.floor(Math.min(size, bytes.length - body) / (channels * 2))
      return { view, from: body, frames, channels }
    }
    offset = body + size + (size % 2)
  }
  throw new RangeError('The WAV file holds no sound.')
}

const readSamples = (view: DataView, from: number, frames: number, channels: number): Stereo => {
  const left = new Float32Array(frames)
  for (let frame = 0; frame < frames; frame++) left[frame] = view.getInt16(from + frame * channels * 2, true) / 32767
  if (channels === 1) return { left, right: left }
  const right = new Float32Array(frames)
  for (let frame = 0; frame < frames; frame++) right[frame] = view.getInt16(from + frame * 4 + 2, true) / 32767
  return { left, right }
}
