import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { SAMPLE_RATE, type Stereo } from '../audio-buffer.ts'
import { parseAbc } from '../abc/parse-abc.ts'
import { findClicks } from '../measure/clicks.ts'
import { integratedLoudness } from '../measure/loudness.ts'
import { truePeak } from '../measure/true-peak.ts'
import { combineMidi, readMidi } from '../midi/write-midi.ts'
import { renderNotes } from '../bank/render-notes.ts'
import { composeSongByRule } from '../theory/compose-song.ts'
import { INSTRUMENT_NAMES } from '../theory/instrument-words.ts'
import { AMBIENCE_KINDS } from '../theory/lexicon.ts'
import { isMono, readWav, writeWav } from '../wav.ts'
import { performJob, runJob, type SoundJob } from './jobs.ts'

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const quiet = (): void => undefined
const briefs = [
  'a sad ballad about the sea',
  'весёлый вальс о весне',
  'not sad, upbeat pop about the city',
  'jazz about rain at night',
  'a merry jig about rain',
  'a techno track in 7/8 without bass, 20 seconds',
]
const PARTS = ['lead', 'chords', 'pad', 'bass', 'drums'] as const

/** From and to in seconds from the end. */
const stretch = ({ left, right }: Stereo, from: number, to: number): Stereo => ({
  left: left.subarray(left.length + Math.round(from * SAMPLE_RATE), left.length + Math.round(to * SAMPLE_RATE)),
  right: right.subarray(right.length + Math.round(from * SAMPLE_RATE), right.length + Math.round(to * SAMPLE_RATE)),
})

const sineAt = (frequency: number, level: number, seconds: number): Stereo => {
  const wave = Float32Array.from(
    { length: seconds * SAMPLE_RATE },
    (_, index) => level * Math.sin((2 * Math.PI * frequency * index) / SAMPLE_RATE),
  )
  return { left: wave, right: wave }
}

describe('the measures agree with their standards', () => {
  test('a 997 Hz sine at full scale in one channel is -3.01 LUFS (BS.1770)', () => {
    const sine = sineAt(997, 1, 5)
    expect(integratedLoudness({ left: sine.left, right: new Float32Array(sine.left.length) })).toBeCloseTo(-3.01, 1)
    expect(integratedLoudness({ left: sine.left, right: new Float32Array(sine.left.length) })).toBeCloseTo(
      integratedLoudness(sine) - 3.01,
      1,
    )
  })
  test('a sine whose samples miss its crests has them measured', () => {
    const wave = Float32Array.from({ length: 4410 }, (_, index) => Math.sin((Math.PI / 2) * index + Math.PI / 4))
    expect(Math.max(...wave)).toBeLessThan(0.71)
    expect(truePeak({ left: wave, right: wave })).toBeGreaterThan(-0.6)
  })
  test('a step is a click, a sine isn’t', () => {
    const sine = sineAt(220, 0.4, 1)
    expect(findClicks(sine).filter((second) => second < 1)).toEqual([])
    const broken = Float32Array.from(sine.left, (value, index) =>
      index > 22_050 && index < 22_060 ? value + 0.3 : value,
    )
    expect(findClicks({ left: broken, right: broken }).length).toBeGreaterThan(0)
  })
})

describe.each(INSTRUMENT_NAMES.filter((name) => name !== 'drum-kit'))('%s', (name) => {
  const lowest = name === 'round-bass' ? 28 : 48
  const notes = [0, 7, 12, 16, 24].map((interval, index) => ({
    start: index,
    duration: 0.9,
    pitch: lowest + interval,
    velocity: 40 + index * 18,
  }))
  test('sounds at every pitch without clicks and ends in silence', () => {
    const sound = renderNotes(notes, name, { seconds: 8 })
    expect(findClicks(sound)).toEqual([])
    expect(integratedLoudness(sound)).toBeGreaterThan(-45)
    for (const note of notes) {
      const from = Math.round((note.start + 0.5) * SAMPLE_RATE)
      const heard = sound.left.subarray(from, from + 8820)
      expect(Math.max(...heard)).toBeGreaterThan(0.002)
    }
    expect(Math.abs(sound.left.at(-1) ?? 1)).toBeLessThan(0.001)
  })
})

describe.each(briefs)('%s', (brief) => {
  const { score, players } = composeSongByRule({ brief, seed: 3 })
  const parts = PARTS.map((part) => ({
    role: part,
    ...runJob({ type: 'part', score, part, colour: 'warm', players, seed: '3' }, quiet),
  }))
  const playing = parts.filter(({ notes }) => notes > 0)

  test('every part is free of clicks', () => {
    for (const { role, wav } of playing) expect(findClicks(readWav(wav)), role).toEqual([])
  })
  test('the mix is -16 LUFS, under -1 dBTP, without clicks, and ends in silence', () => {
    const mix = runJob({ type: 'mix', tracks: playing.map(({ role, wav }) => ({ role, wav })), tempo: 90 }, quiet)
    const sound = readWav(mix.wav)
    expect(Math.abs(integratedLoudness(sound) + 16)).toBeLessThan(1)
    expect(truePeak(sound)).toBeLessThanOrEqual(-1)
    expect(findClicks(sound)).toEqual([])
    expect(isMono(sound)).toBe(false)
    expect(Math.abs(sound.left.at(-1) ?? 1)).toBeLessThan(0.001)
    // It ends with its last sound, without seconds of silence.
    expect(integratedLoudness(stretch(sound, -2.5, -0.5))).toBeGreaterThan(-70)
  })
  test('the notes are in the MIDI file', () => {
    const [lead] = parts
    const midi = readMidi(lead?.midi ?? new Uint8Array())
    expect(midi.length).toBe(lead?.notes)
    const all = readMidi(
      combineMidi(
        playing.map((part) => part.midi),
        parseAbc(score),
      ),
    )
    expect(all.length).toBe(playing.reduce((sum, { notes }) => sum + notes, 0))
  })
  test('the recording is also an MP3 of its length, the same bytes every time', async () => {
    const { wav, seconds } = runJob({ type: 'mix', tracks: playing.map(({ role, wav }) => ({ role, wav })) }, quiet)
    const encode = async () => (await performJob({ type: 'encode', wav, title: 'Песня' }, quiet)).mp3
    const mp3 = await encode()
    expect(new TextDecoder().decode(mp3.subarray(0, 40))).toMatch(/^ID3[^]*TIT2[^]*Песня/u)
    // 160 kilobits are 20 000 bytes a second.
    expect(mp3.length / 20_000).toBeCloseTo(seconds, 0)
    expect(hashOf(await encode())).toBe(hashOf(mp3))
  })
})

describe('the same work gives the same bytes', () => {
  const { score } = composeSongByRule({ brief: 'a calm lullaby', seed: 1 })
  const jobs: readonly SoundJob[] = [
    { type: 'part', score, part: 'lead', colour: 'airy', seed: 'a' },
    { type: 'ambience', kinds: ['sea', 'night'], seconds: 4, seed: 'a' },
  ]
  test.each(jobs)('$type', (job) => {
    const first = hashOf(runJob(job, quiet).wav)
    expect(hashOf(runJob(job, quiet).wav)).toBe(first)
    expect(hashOf(runJob({ ...job, seed: 'b' }, quiet).wav)).not.toBe(first)
  })
})

test.each(AMBIENCE_KINDS)('%s is stereo, lasts as asked, and has soft ends', (kind) => {
  const { wav } = runJob({ type: 'ambience', kinds: [kind], seconds: 6, seed: '1' }, quiet)
  const sound = readWav(wav)
  expect(sound.left.length).toBe(6 * SAMPLE_RATE)
  expect(isMono(sound)).toBe(false)
  expect(Math.abs(sound.left[0] ?? 1) + Math.abs(sound.left.at(-1) ?? 1)).toBeLessThan(0.002)
  expect(integratedLoudness(sound)).toBeGreaterThan(-50)
})

test('a WAV file is read as it was written', () => {
  const sine = sineAt(440, 0.5, 1)
  const again = readWav(writeWav(sine))
  expect(again.left.every((value, index) => Math.abs(value - (sine.left[index] ?? 0)) < 1e-4)).toBe(true)
  expect(writeWav(sine, 1).length).toBe(44 + sine.left.length * 2)
  expect(() => readWav(new Uint8Array(100))).toThrow(RangeError)
})
