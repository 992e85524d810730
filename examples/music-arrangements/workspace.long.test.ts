import { parseAbc, readSound } from '@ensemble/audio'
import type { JournalEvent } from '@ensemble/core'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTestWorkspace, field, problemsOf } from '../test-workspace.ts'
import * as joining from './activities/joining.ts'
import * as song from './activities/song.ts'

const HERE = import.meta.dirname
const MUSIC = join(HERE, '..', 'music')
const createWorkspace = () => createTestWorkspace(HERE, [joining, song])

const entered = (events: readonly JournalEvent[]): readonly string[] =>
  events.flatMap(
    (event) => (event.type === 'module.entered' ? [String((event.data as { address: string }).address)] : []), // the data of module.entered
  )

describe('the modules of the music workspace', () => {
  const OWN = ['jingle-maker.json', 'trailer-maker.json', 'joinSounds.json']
  test.each(['ideas', 'tools'])('match the files byte for byte: %s', (folder) => {
    const files = readdirSync(join(HERE, folder)).filter((file) => !OWN.includes(file))
    expect(files.length).toBeGreaterThan(1)
    for (const file of files)
      expect(readFileSync(join(HERE, folder, file), 'utf8'), file).toBe(readFileSync(join(MUSIC, folder, file), 'utf8'))
  })
})

test('a trailer takes the Sound-Designer alone, three times at once, and joins what it made', async () => {
  const workspace = createWorkspace()
  const { output, events } = await workspace.run('trailer-maker', {
    title: 'The Lighthouse',
    opening: 'five seconds of wind',
    middle: 'six seconds of rain',
    ending: 'four seconds of a crowd',
  })
  expect(problemsOf(events)).toEqual([])
  expect(entered(events)).toEqual(['idea://sound-designer', 'idea://sound-designer', 'idea://sound-designer'])
  expect(field(output, 'title')).toBe('The Lighthouse')
  expect(field(output, 'loudness')).toBeCloseTo(-16, 0)
  expect(field(output, 'truePeak')).toBeLessThanOrEqual(-1)
  // Three scenes, crossing twice in a second and a half.
  expect(field(output, 'seconds')).toBeCloseTo(12, 0)
  const opening = readSound(workspace.bytes(field(field(output, 'parts'), 'opening'))).left
  const ending = readSound(workspace.bytes(field(field(output, 'parts'), 'ending'))).left
  const isHeard = (wave: Float32Array, second: number): boolean =>
    wave.subarray(second * 44_100, (second + 1) * 44_100).some((value) => Math.abs(value) > 0.001)
  expect([isHeard(opening, 1), isHeard(opening, 9), isHeard(ending, 1), isHeard(ending, 9)]).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test('each scene is the one that was asked for', async () => {
  const workspace = createWorkspace()
  const { events } = await workspace.run('trailer-maker', {
    title: 'Three places',
    opening: 'two seconds of wind',
    middle: 'two seconds of rain',
    ending: 'two seconds of a crowd',
  })
  const places = events.flatMap((event) => {
    const result: unknown = event.type === 'call.completed' ? (event.data as { result: unknown }).result : null
    return typeof result === 'object' && result !== null && 'places' in result ? [String(result.places)] : []
  })
  expect(new Set(places)).toEqual(new Set(['wind', 'rain', 'crowd']))
})

test('a jingle takes the Composer, who writes eight bars and has five parts played', async () => {
  const workspace = createWorkspace()
  const { output, events } = await workspace.run('jingle-maker', { brief: 'a cheerful jingle for a coffee shop' })
  expect(problemsOf(events)).toEqual([])
  expect(entered(events)).toEqual(['idea://composer', ...Array.from({ length: 5 }, () => 'idea://sound-designer')])
  const tune = parseAbc(new TextDecoder().decode(workspace.bytes(field(output, 'score'))))
  const sung = tune.sections.filter(({ name }) => name !== 'Ending')
  expect(sung.reduce((sum, { duration }) => sum + duration, 0) / 4).toBe(8)
})

test('a jingle in Russian is understood alike', async () => {
  const workspace = createWorkspace()
  const { output, events } = await workspace.run('jingle-maker', { brief: 'бодрый джингл для радио' })
  expect(problemsOf(events)).toEqual([])
  expect(new TextDecoder().decode(workspace.bytes(field(output, 'score')))).toMatch(/[а-я]/u)
})
