import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { flacShape, readFlac } from './read-flac.ts'
import { writeFlac } from './write-flac.ts'

const DECODER = 'ffmpeg'
const random = createRandom('flac')
const tone = (length: number, pitch: number): Int16Array =>
  Int16Array.from({ length }, (_, index) => 9000 * Math.sin(index * pitch) + random.range(-20, 20))
const noise = (length: number): Int16Array => Int16Array.from({ length }, () => random.integer(-32_768, 32_767))
const square = (length: number): Int16Array => Int16Array.from({ length }, (_, index) => (index % 2 ? 32_767 : -32_768))

const hasFfmpeg = (() => {
  try {
    execFileSync(DECODER, ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
/** The samples that ffmpeg reads, channels in turns. */
const ffmpegSamples = (flac: Uint8Array): Int16Array => {
  const bytes = execFileSync(DECODER, ['-v', 'error', '-xerror', '-i', '-', '-f', 's16le', '-'], {
    input: flac,
    maxBuffer: 2 ** 26,
  })
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}

test.each([
  ['nothing', [new Int16Array(0)]],
  ['one sample', [Int16Array.of(-5)]],
  ['silence', [new Int16Array(10_000), new Int16Array(10_000)]],
  ['a tone that ends within a block', [tone(600_000, 0.03)]],
  ['two tones', [tone(9000, 0.03), tone(9000, 0.031)]],
  ['equal sides', [tone(9000, 0.02), tone(9000, 0.02)]],
  ['noise', [noise(8192), noise(8192)]],
  ['the largest differences', [square(5000), square(5000).map((value) => -value - 1)]],
])('%s: every sample comes back, and ffmpeg reads the same', (_, channels) => {
  const flac = writeFlac(channels)
  expect(flacShape(flac)).toEqual({ frames: channels[0]?.length, channels: channels.length })
  expect(readFlac(flac)).toEqual(channels)
  if (!hasFfmpeg || channels[0]?.length === 0) return
  const [left = new Int16Array(0), right] = channels
  const turns = right
    ? Int16Array.from({ length: left.length * 2 }, (_each, at) => (at % 2 ? right : left)[at >> 1] ?? 0)
    : left
  expect(Buffer.from(ffmpegSamples(flac).buffer).equals(Buffer.from(turns.buffer))).toBe(true)
})

test('a tone takes less than 3/5 of its bytes, silence almost none', () => {
  expect(writeFlac([tone(44_100, 0.03)]).length).toBeLessThan(44_100 * 2 * 0.6)
  expect(writeFlac([new Int16Array(441_000)]).length).toBeLessThan(2000)
})

test('a file that is cut, or written otherwise, is named', () => {
  const flac = writeFlac([tone(9000, 0.03)])
  expect(() => readFlac(flac.subarray(0, flac.length / 2))).toThrow('The FLAC file ends early.')
  expect(() => readFlac(Uint8Array.from(flac, (byte, at) => (at === 43 ? 0xf9 : byte)))).toThrow('another program')
})
