import { describe, expect, test } from 'vitest'
import { parseAbc } from '../abc/parse-abc.ts'
import { writeAbc } from '../abc/write-abc.ts'
import { measureCraft } from '../measure/craft.ts'
import { createRandom } from '../random.ts'
import { scoredNotes } from './arrange.ts'
import { composeSongByRule } from './compose-song.ts'
import { FORMS } from './form.ts'
import { syllablesOf } from './syllables.ts'
import { TEST_BRIEFS } from './test-briefs.ts'
import { materialOf, quartersToSeconds } from './tune.ts'

const songs = TEST_BRIEFS.map((brief, index) => {
  const { score, lyrics } = composeSongByRule({ brief, seed: index, form: FORMS[index % 2] })
  return { brief, score, lyrics, tune: parseAbc(score) }
})
const reports = songs.map(({ brief, tune }) => ({ brief, ...measureCraft(tune) }))
const failing = (holds: (report: (typeof reports)[number]) => boolean): readonly string[] =>
  reports.filter((report) => !holds(report)).map((report) => JSON.stringify(report))
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

describe('melodies keep the rules of the craft, over fifty briefs', () => {
  test('chord tones are on strong beats', () => {
    expect(failing(({ strongChordTones }) => strongChordTones >= 0.9)).toEqual([])
    expect(mean(reports.map(({ strongChordTones }) => strongChordTones))).toBeGreaterThan(0.97)
  })
  test('the range is singable and varied', () => {
    expect(failing(({ range }) => range >= 7 && range <= 19)).toEqual([])
  })
  test('leaps are answered by a smaller move the other way', () => {
    expect(mean(reports.map(({ leapsAnswered }) => leapsAnswered))).toBeGreaterThan(0.8)
  })
  test('most moves are steps', () => {
    expect(failing(({ stepwise }) => stepwise >= 0.5)).toEqual([])
  })
  test('motifs come back', () => {
    expect(failing(({ brief, motifRecurrence }) => motifRecurrence >= 0.5 || /jingle|джингл/u.test(brief))).toEqual([])
  })
  test('the highest note comes in the second half', () => {
    expect(mean(reports.map(({ climax }) => climax))).toBeGreaterThan(0.5)
    expect(failing(({ brief, climax }) => (climax >= 0.35 && climax <= 0.9) || /jingle|джингл/u.test(brief))).toEqual(
      [],
    )
  })
  test('sections end on tonic or dominant, and the song on the tonic', () => {
    expect(failing(({ cadences, endsOnTonic }) => cadences === 1 && endsOnTonic)).toEqual([])
  })
  test('chords move without parallel fifths', () => {
    expect(mean(reports.map(({ parallelsPerChange }) => parallelsPerChange))).toBeLessThan(0.05)
  })
})

test('a song lasts between twenty and seventy-five seconds', () => {
  const lengths = songs.map(({ brief, tune }) => ({ brief, seconds: quartersToSeconds(tune.duration, tune.tempo) }))
  expect(lengths.filter(({ seconds }) => seconds < 20 || seconds > 75)).toEqual([])
})

test('every syllable is under a note', () => {
  for (const { brief, tune, lyrics } of songs) {
    const sung = tune.notes.flatMap((note) => (note.syllable === undefined ? [] : [note.syllable.replace('-', '')]))
    const written = lyrics
      .flatMap(({ lines }) => lines.flatMap(syllablesOf))
      .map((syllable) => syllable.replace('-', '').replaceAll('~', ' '))
    expect(sung, brief).toEqual(written)
  }
})

test('a score survives being written and read', () => {
  for (const { score, tune } of songs) expect(writeAbc(tune)).toBe(score)
})

test('the same brief and seed give the same score; another seed gives another', () => {
  const request = { brief: 'a sad ballad about the sea', seed: 'one' }
  expect(composeSongByRule(request)).toEqual(composeSongByRule(request))
  expect(composeSongByRule({ ...request, seed: 'two' }).score).not.toBe(composeSongByRule(request).score)
})

test('ten briefs give ten clearly different songs', () => {
  const openings = songs.slice(0, 10).map(
    ({ tune }) =>
      `${tune.genre} ${tune.key.tonic} ${tune.tempo} ${tune.notes
        .slice(0, 8)
        .map(({ pitch }) => pitch)
        .join(' ')}`,
  )
  expect(new Set(openings).size).toBe(10)
  expect(new Set(songs.map(({ tune }) => tune.genre)).size).toBeGreaterThan(7)
})

test('the second voice never crosses the melody', () => {
  for (const { brief, tune } of songs) {
    const counter = scoredNotes(tune, 'counter', createRandom('test'))
    const crossings = counter.filter((low) =>
      tune.notes.some((note) => Math.abs(note.start - low.start) < 1e-6 && low.pitch > note.pitch),
    )
    expect(crossings, brief).toEqual([])
  }
})

test('the words of sung sections are there', () => {
  for (const { brief, tune, lyrics } of songs) {
    const sung = tune.sections.filter(({ name }) => !['intro', 'ending'].includes(materialOf(name)))
    expect(
      lyrics.map(({ name }) => name),
      brief,
    ).toEqual(sung.map(({ name }) => name))
  }
})
