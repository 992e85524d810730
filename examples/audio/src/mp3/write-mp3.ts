import { createMp3Encoder } from 'wasm-media-encoders'
import { SAMPLE_RATE } from '../audio-buffer.ts'
import { readWavInPieces } from '../wav.ts'

/** Kilobits a second: a minute is one megabyte, and few hear a difference. */
const BITRATE = 160
/** Samples that the encoder gets at once. */
const CHUNK = SAMPLE_RATE * 4

/** A WAV as an MP3 file with its title, to send to somebody. The same sound gives the same bytes. */
export const writeMp3 = async (wav: Uint8Array, title: string): Promise<Uint8Array> => {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: SAMPLE_RATE, channels: 2, bitrate: BITRATE })
  const pieces: Uint8Array[] = [titleTag(title)]
  for (const { left, right } of readWavInPieces(wav, CHUNK))
    // The encoder's memory is reused by its next call.
    pieces.push(encoder.encode([left, right]).slice())
  pieces.push(encoder.finalize().slice())
  return joined(pieces)
}

const joined = (pieces: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** An ID3v2.4 tag with the title (https://id3.org/id3v2.4.0-structure). */
const titleTag = (title: string): Uint8Array => {
  const text = new TextEncoder().encode(title)
  const utf8 = 3
  const frame = [...ascii('TIT2'), ...synchsafe(text.length + 1), 0, 0, utf8, ...text]
  return Uint8Array.from([...ascii('ID3'), 4, 0, 0, ...synchsafe(frame.length), ...frame])
}
const ascii = (text: string): readonly number[] => [...text].map((letter) => letter.charCodeAt(0))
/** Seven bits a byte: no byte looks like the beginning of sound. */
const synchsafe = (size: number): readonly number[] => [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f)
