import { expect, test } from 'vitest'
import { createStereo, SAMPLE_RATE, type Stereo } from '../audio-buffer.ts'
import { truePeak, truePeakEnvelope } from '../measure/true-peak.ts'
import { createRandom } from '../random.ts'
import { readWav, writeWav } from '../wav.ts'
import { limit } from './dynamics.ts'
import { mixdown } from './mixdown.ts'

/** Noise that swells and fades, a little different on either side. */
const swelling = (seconds: number, level: number): Stereo => {
  const sound = createStereo(seconds * SAMPLE_RATE)
  const random = createRandom('swelling')
  for (let index = 0; index < sound.left.length; index++) {
    const gain = level * Math.sin((index / sound.left.length) * Math.PI)
    sound.left[index] = gain * random.range(-1, 1)
    sound.right[index] = gain * random.range(-1, 1)
  }
  return sound
}

/** Whether two sounds have the same bits. */
const areSame = (one: Stereo, other: Stereo): boolean =>
  Buffer.from(one.left.buffer).equals(Buffer.from(other.left.buffer)) &&
  Buffer.from(one.right.buffer).equals(Buffer.from(other.right.buffer))

test('a mono file is one array for both sides, and mixed as two with the same samples', () => {
  const { left } = swelling(2, 0.5)
  const mono = readWav(writeWav({ left, right: left }, 1))
  expect(mono.right).toBe(mono.left)
  const apart = { left: mono.left.slice(), right: mono.left.slice() }
  const mix = (sound: Stereo): Stereo => mixdown([{ role: 'lead', length: sound.left.length, read: () => sound }]).sound
  expect(areSame(mix(mono), mix(apart))).toBe(true)
})

test('a mix reads each track once, when the tracks before it are in the mix', () => {
  const reads: string[] = []
  const track = (role: 'lead' | 'chords') => ({
    role,
    length: SAMPLE_RATE,
    read: () => {
      reads.push(role)
      return swelling(1, 0.5)
    },
  })
  mixdown([track('lead'), track('chords')], { progress: (done) => reads.push(done.toFixed(1)) })
  expect(reads.slice(0, 4)).toEqual(['lead', '0.2', 'chords', '0.4'])
})

test('a true peak that is looked for from a level on is the same above it', () => {
  const sound = swelling(2, 1.2)
  const whole = truePeakEnvelope(sound)
  const loud = truePeakEnvelope(sound, 0.9)
  expect(loud.some((value) => value > 0.9)).toBe(true)
  expect(loud.every((value, index) => Math.max(value, 0.9) === Math.max(whole[index] ?? 0, 0.9))).toBe(true)
  expect(truePeak(sound)).toBe(20 * Math.log10(Math.max(...whole)))
})

test('the limiter keeps what is quiet as it is, and everything under its ceiling', () => {
  const quiet = swelling(1, 0.2)
  const before = quiet.left.slice()
  limit(quiet, -1)
  expect(quiet.left).toEqual(before)
  const loud = swelling(1, 3)
  limit(loud, -1)
  expect(truePeak(loud)).toBeLessThanOrEqual(-0.9)
})
