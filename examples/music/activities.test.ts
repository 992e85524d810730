import type { ActivityContext, Artifact } from '@ensemble/core'
import { composeSongByRule, readMidi, readWav } from '@ensemble/audio'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  bandByRule,
  harmonyByRule,
  lyricsByRule,
  melodyByRule,
  mixdown,
  mixSong,
  renderAmbience,
  renderPart,
  titleByRule,
} from './activities/song.ts'

/** A context that keeps files in memory and counts progress. */
const createContext = () => {
  const files = new Map<string, Uint8Array>()
  const progress: number[] = []
  const context: ActivityContext = {
    // No Activity here looks at its Tool.
    tool: {} as ActivityContext['tool'],
    imports: {},
    state: {},
    signal: new AbortController().signal,
    log: () => undefined,
    progress: (done) => void progress.push(done),
    artifact: async (fileName, bytes, { type }) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      files.set(sha256, bytes)
      return { $artifact: `${sha256.slice(0, 16)}-${fileName}`, type, bytes: bytes.length, sha256 }
    },
    readArtifact: async ({ sha256 }) => files.get(sha256) ?? new Uint8Array(),
    idempotencyKey: 'test',
    attempt: 1,
    approved: false,
    traceparent: '',
  }
  return {
    context,
    progress,
    bytes: (artifact: Artifact): Uint8Array => files.get(artifact.sha256) ?? new Uint8Array(),
  }
}

test('title, harmony, words and melody fit together step by step', () => {
  const brief = 'a hopeful ballad about the road home'
  const title = titleByRule({ brief })
  expect(bandByRule({ brief })).toMatchObject({ mood: 'hopeful', bass: 'round-bass' })
  const harmony = harmonyByRule({ brief, form: 'AABA', title })
  const lyrics = lyricsByRule({ brief, form: 'AABA' })
  const score = melodyByRule({ brief, harmony, lyrics, title })
  expect(harmony).toMatch(/^X:1\nT:.+\n[^]*K:[A-G][^]*P:A\n[^]*"[A-G][^]*z/u)
  expect(score).toContain(`T:${title}`)
  expect(score).toMatch(/^w:/mu)
  expect(score).not.toContain('%')
  expect(melodyByRule({ brief, harmony, lyrics, title })).toBe(score)
  expect(melodyByRule({ brief, harmony, lyrics, title, seed: 'other' })).not.toBe(score)
})

test('a melody is found over a model’s chords, under its own names', () => {
  const harmony =
    'X:1\nT:Mine\nM:3/4\nL:1/8\nQ:1/4=110\nK:Em\nP:Strophe\n"Em"z6|"C"z6|"Am"z6|"B7"z6|\nP:Refrain\n"G"z6|"D"z6|"B7"z6|"Em"z6|]'
  const lyrics = [
    { name: 'Strophe', lines: ['A line of my own mak-ing'] },
    { name: 'Refrain', lines: ['and here it ends'] },
  ]
  const score = melodyByRule({ brief: 'anything', harmony, lyrics, title: 'Mine' })
  expect(score).toContain('K:Em')
  expect(score).toContain('mak-ing')
})

test('parts become a song with its score, its MIDI file and the parts that play', async () => {
  const { context, bytes, progress } = createContext()
  const {
    score: notation,
    title,
    players,
  } = composeSongByRule({
    brief: 'a jingle for a coffee shop, without drums',
    seed: 'a',
  })
  const render = (part: 'lead' | 'chords' | 'pad' | 'bass' | 'drums') =>
    renderPart({ part, notation, players, colour: 'warm' }, context)
  const [lead, chords, pad, bass, drums] = await Promise.all([
    render('lead'),
    render('chords'),
    render('pad'),
    render('bass'),
    render('drums'),
  ])
  expect(lead).toMatchObject({ part: 'lead', title: `${title} (lead)` })
  expect(drums.notes).toBe(0)
  const song = await mixSong({ title, notation, lead, chords, pad, bass, drums }, context)
  expect(Object.keys(song.parts)).toEqual(['lead', 'chords', 'pad', 'bass'])
  expect(song.loudness).toBeCloseTo(-16, 0)
  expect(song.truePeak).toBeLessThanOrEqual(-1)
  expect(new TextDecoder().decode(bytes(song.score))).toBe(notation)
  expect(song.midi && readMidi(bytes(song.midi)).length).toBe(
    (lead.notes ?? 0) + (chords.notes ?? 0) + (pad.notes ?? 0) + (bass.notes ?? 0),
  )
  const read = (file: Artifact | undefined): string => new TextDecoder().decode(file && bytes(file))
  expect(read(song.musicXml).match(/<part id=/gu)).toHaveLength(4)
  expect(song.mp3?.type).toBe('audio/mpeg')
  // The page has everything in it and loads nothing.
  const page = read(song.page)
  expect(page).toContain(`<title>${title}</title>`)
  expect(page).toContain("default-src 'none'")
  expect(page).toContain(Buffer.from(song.mp3 ? bytes(song.mp3) : []).toString('base64'))
  expect(page.replaceAll(/<script[^]*?<\/script>/gu, '')).not.toMatch(/(?:src|href)="(?:https?:)?\/\//u)
  expect(progress.every((done) => done >= 0 && done <= 100)).toBe(true)
  expect(progress.length).toBeGreaterThan(10)

  const ambience = await renderAmbience({ brief: 'five seconds of waves' }, context)
  expect(ambience).toMatchObject({ places: ['sea'], seconds: 5, title: 'Waves' })
  const mix = await mixdown({ song, ambience }, context)
  expect(mix).toMatchObject({ title, places: ['sea'] })
  expect(Object.keys(mix.parts)).toContain('ambience')
  // The place is heard to the end of the song, however short its recording is.
  const heard = readWav(bytes(mix.audio)).left
  const late = heard.subarray(Math.round(heard.length * 0.55), Math.round(heard.length * 0.6))
  expect(late.some((value) => Math.abs(value) > 0.001)).toBe(true)
})

test('an invalid score is refused with the missing part', async () => {
  const { context } = createContext()
  await expect(renderPart({ part: 'lead', notation: 'la la la', colour: 'warm' }, context)).rejects.toThrow(/K:Am/u)
})

test('what cannot be heard is refused in a sentence, and no empty file is made', async () => {
  const { context } = createContext()
  await expect(renderAmbience({ brief: 'a squeaky door' }, context)).rejects.toThrow(
    'The brief names no sound of a place. There are: sea, rain, wind, crowd, night.',
  )
  const silent = { audio: { $artifact: 'x', type: 'audio/wav', bytes: 0, sha256: '' }, notes: 0 }
  const parts = { lead: silent, chords: silent, pad: silent, bass: silent, drums: silent }
  await expect(mixSong({ title: 'Nothing', notation: 'K:C\nC', ...parts }, context)).rejects.toThrow(
    'There is nothing to mix: every part is silent in this score.',
  )
})
