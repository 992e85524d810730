import { expect, test } from 'vitest'
import { parseAbc } from '../abc/parse-abc.ts'
import { createRandom } from '../random.ts'
import { arrangePart, scoredNotes } from './arrange.ts'
import { composeSongByRule } from './compose-song.ts'
import { barQuarters } from './metre.ts'
import { PART_NAMES } from './parts.ts'
import { energyOf, quartersToSeconds, type Tune } from './tune.ts'

const composed = (brief: string, form = 'AABA') => parseAbc(composeSongByRule({ brief, seed: 'x', form }).score)
const energies = (tune: Tune) =>
  tune.sections.map(({ name }, index) => [name, Number(energyOf(tune.sections, index).toFixed(2))])
/** Mean velocity times notes in each section. */
const forces = (tune: Tune) =>
  tune.sections.map(({ start, duration }) => {
    const [from, to] = [start, start + duration].map((time) => quartersToSeconds(time, tune.tempo))
    const notes = PART_NAMES.flatMap((part) => arrangePart(tune, part, 'x')).filter(
      (note) => note.start >= (from ?? 0) && note.start < (to ?? 0),
    )
    return notes.reduce((sum, { velocity }) => sum + velocity, 0) / duration
  })

test('a trailer is dark and rises from section to section', () => {
  const tune = composed('an epic film trailer')
  expect(tune.key.mode).toMatch(/minor|dorian|phrygian/u)
  expect(energies(tune)).toEqual([
    ['Intro', 0.3],
    ['Quiet', 0.1],
    ['Rise', 0.4],
    ['Rise 2', 0.65],
    ['Peak', 1],
    ['Ending', 0.35],
  ])
  const [, quiet = 0, rise = 0, more = 0, peak = 0] = forces(tune)
  expect(rise).toBeGreaterThan(quiet)
  expect(more).toBeGreaterThan(rise)
  expect(peak).toBeGreaterThan(more)
})

test('a techno track builds, drops, breaks off and drops again', () => {
  const tune = composed('techno about machines')
  expect(tune.sections.map(({ name }) => name)).toEqual([
    'Intro',
    'Build',
    'Drop',
    'Break',
    'Build 2',
    'Drop 2',
    'Ending',
  ])
  const broken = tune.sections[3]
  const inside = (time: number) => broken && time >= broken.start && time < broken.start + broken.duration - 2
  expect(tune.notes.filter(({ start }) => inside(start))).toEqual([])
  expect(scoredNotes(tune, 'drums', createRandom('x'), 1).filter(({ start }) => inside(start))).toEqual([])
  const [, build = 0, drop = 0, rest = 0] = forces(tune)
  expect(drop).toBeGreaterThan(build * 1.3)
  expect(rest).toBeLessThan(build)
})

test('a blues has twelve bars and turns around', () => {
  const tune = composed('a blues about a broken car, 100 seconds')
  const chorus = tune.sections.find(({ name }) => name === 'A')
  expect((chorus?.duration ?? 0) / barQuarters(tune.metre)).toBe(12)
  const end = (chorus?.start ?? 0) + (chorus?.duration ?? 0)
  const roots = tune.chords.filter(({ start }) => start >= end - 8 && start < end).map(({ chord }) => chord.root)
  const { tonic } = tune.key
  expect(roots).toEqual([tonic, (tonic + 5) % 12, tonic, (tonic + 7) % 12])
})

test('a song with a chorus has a bridge before its last one, if it is long enough', () => {
  const names = composed('a pop song about coffee, 100 seconds', 'verse-chorus').sections.map(({ name }) => name)
  expect(names.slice(-3)).toEqual(['Bridge', 'Chorus 3', 'Ending'])
})

test('a waltz leans into its second beat', () => {
  const tune = composed('a happy waltz about spring, with piano')
  const beat = 60 / tune.tempo
  const late = arrangePart(tune, 'chords', 'x')
    .map(({ start }) => ((start / beat) % 3) - 1)
    .filter((away) => Math.abs(away) < 0.25)
  expect(late.reduce((sum, away) => sum + away, 0) / late.length).toBeLessThan(-0.03)
})
