import type { Stereo } from './audio-buffer.ts'
import { flacShape, isFlac, readFlac } from './flac/read-flac.ts'
import { writeFlac } from './flac/write-flac.ts'
import { readWav, wavChannels, wavLength } from './wav.ts'

/** Reads a sound of this package, a WAV or FLAC file; a mono file's sides share one array. Throws RangeError. */
export const readSound = (bytes: Uint8Array): Stereo => {
  if (!isFlac(bytes)) return readWav(bytes)
  const [left = new Float32Array(0), right = left] = readFlac(bytes).map((samples) => {
    const channel = new Float32Array(samples.length)
    for (let index = 0; index < samples.length; index++) channel[index] = (samples[index] as number) / 32767 // below the length
    return channel
  })
  return { left, right }
}

/** The length of such a file in samples, without reading them. Throws RangeError. */
export const soundLength = (bytes: Uint8Array): number => (isFlac(bytes) ? flacShape(bytes).frames : wavLength(bytes))

/** A WAV as a FLAC file: the same samples in less than half the bytes. Throws RangeError. */
export const packWav = (wav: Uint8Array): Uint8Array => writeFlac(wavChannels(wav))
