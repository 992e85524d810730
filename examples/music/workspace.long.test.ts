import { INSTRUMENT_NAMES, readWav } from '@ensemble/audio'
import type { JournalEvent } from '@ensemble/core'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createTestWorkspace, field, problemsOf, programsOf } from '../test-workspace.ts'
import * as song from './activities/song.ts'

const createWorkspace = () => createTestWorkspace(import.meta.dirname, [song])

const entered = (events: readonly JournalEvent[], depth: number): readonly string[] =>
  events.flatMap((event) =>
    event.type === 'module.entered' && event.span.split('/call/').length === depth + 1
      ? [String((event.data as { address: string }).address)] // the data of module.entered
      : [],
  )

describe('the Producer decides by the task who works', () => {
  test('a plain ballad is one Call to the Composer', async () => {
    const workspace = createWorkspace()
    const { status, output, events } = await workspace.run('producer', { brief: 'a sad ballad about the sea' })
    expect(problemsOf(events)).toEqual([])
    expect(status).toBe('completed')
    expect(entered(events, 1)).toEqual(['idea://composer'])
    expect(entered(events, 2)).toEqual(Array.from({ length: 5 }, () => 'idea://sound-designer'))
    expect(readWav(workspace.bytes(field(output, 'audio'))).left.length / 44_100).toBeGreaterThan(20)
  })

  test('a ballad with waves is the Composer and, in parallel, the Sound-Designer, mixed', async () => {
    const workspace = createWorkspace()
    const { output, events } = await workspace.run('producer', { brief: 'a sad ballad about the sea, with waves' })
    expect(problemsOf(events)).toEqual([])
    expect(entered(events, 1).toSorted()).toEqual(['idea://composer', 'idea://sound-designer'])
    const wav = readWav(workspace.bytes(field(output, 'audio')))
    expect(wav.left.length / 44_100).toBeGreaterThan(20)
    expect(wav.left).not.toEqual(wav.right)
    expect(Object.keys(field(output, 'parts') ?? {})).toEqual(
      expect.arrayContaining(['lead', 'chords', 'bass', 'ambience']),
    )
    expect(new TextDecoder().decode(workspace.bytes(field(output, 'score')))).toMatch(/^X:1\n/u)
    const [first] = events.filter(({ type }) => type === 'request.completed')
    expect(first?.span).toBeDefined()
  })

  test('only ten seconds of rain is the Sound-Designer alone', async () => {
    const workspace = createWorkspace()
    const { output, events } = await workspace.run('producer', { brief: 'only ten seconds of rain' })
    expect(problemsOf(events)).toEqual([])
    expect(entered(events, 1)).toEqual(['idea://sound-designer'])
    expect(field(output, 'seconds')).toBe(10)
    expect(field(output, 'places')).toEqual(['rain'])
  })

  test.each([
    ['6 seconds of wind', ['wind']],
    ['a storm at sea, 6 seconds', ['sea', 'wind']],
    ['шум моря и ветра, 6 секунд', ['sea', 'wind']],
    ['rain', ['rain']],
  ])('%s is that sound alone: no song is written about it', async (brief, places) => {
    const { output, events } = await createWorkspace().run('producer', { brief })
    expect(problemsOf(events)).toEqual([])
    expect(entered(events, 1)).toEqual(['idea://sound-designer'])
    expect(field(output, 'places')).toEqual(places)
  })

  test.each(['a song that lasts some seconds', 'ein Lied, traurig, 10 s', 'рок на десять секунд'])(
    'a length or a language brings no unrequested place: %s',
    async (brief) => {
      const { events } = await createWorkspace().run('producer', { brief })
      expect(problemsOf(events)).toEqual([])
      expect(entered(events, 1)).toEqual(['idea://composer'])
    },
  )

  test('a dance about rain is music: only a brief that wants to hear the rain brings its sound', async () => {
    const workspace = createWorkspace()
    const { output, events } = await workspace.run('producer', { brief: 'a merry jig about rain' })
    expect(problemsOf(events)).toEqual([])
    expect(entered(events, 1)).toEqual(['idea://composer'])
    const score = new TextDecoder().decode(workspace.bytes(field(output, 'score')))
    expect(score).toMatch(/\nR:jig\nM:6\/8\n/u)
    const both = await workspace.run('producer', { brief: 'a jig with the sound of rain, 20 seconds' })
    expect(problemsOf(both.events)).toEqual([])
    expect(entered(both.events, 1).toSorted()).toEqual(['idea://composer', 'idea://sound-designer'])
  })

  test('a brief in Russian is understood alike', async () => {
    const workspace = createWorkspace()
    const rain = await workspace.run('producer', { brief: 'только десять секунд дождя' })
    expect(entered(rain.events, 1)).toEqual(['idea://sound-designer'])
    expect(field(rain.output, 'seconds')).toBe(10)
    const song = await workspace.run('producer', { brief: 'грустная баллада о море' })
    expect(entered(song.events, 1)).toEqual(['idea://composer'])
    expect(problemsOf(song.events)).toEqual([])
  })
})

describe('the players of a song', () => {
  test('are those of the brief, in every part of the recording', async () => {
    const workspace = createWorkspace()
    const brief = 'in 7/8 at 140 bpm in F# minor for sitar and drums, 12 seconds'
    const { output, events } = await workspace.run('producer', { brief })
    expect(problemsOf(events)).toEqual([])
    const programs = programsOf(workspace.bytes(field(output, 'midi')))
    expect(programs).toContainEqual([0, 104])
    expect(programs.map(([channel]) => channel)).toContain(9)
    const score = new TextDecoder().decode(workspace.bytes(field(output, 'score')))
    expect(score).toMatch(/\nM:7\/8\n[^]*\nK:F#m\n/u)
    expect(score).not.toContain('%')
    const designed = events.flatMap((event) =>
      event.type === 'module.entered' && event.span.split('/call/').length === 3 ? [event.data] : [],
    )
    expect(designed).toHaveLength(5)
    for (const data of designed) expect(data).toMatchObject({ imports: ['state:players'], awaited: ['state:players'] })
  })

  test('unwanted players rest', async () => {
    const workspace = createWorkspace()
    const { output } = await workspace.run('composer', { brief: 'a jingle for solo piano' })
    expect(Object.keys(field(output, 'parts') ?? {})).toEqual(['lead', 'chords'])
  })

  test('are chosen among the instruments that there are', () => {
    const { $defs } = JSON.parse(readFileSync(`${import.meta.dirname}/tools/chooseBand.json`, 'utf8'))
    const playing = INSTRUMENT_NAMES.filter((name) => name !== 'drum-kit')
    expect($defs.player.enum.toSorted()).toEqual([...playing, 'none'].toSorted())
  })
})

describe('the modules run alone', () => {
  test('the Composer writes and records a whole song', async () => {
    const workspace = createWorkspace()
    const { output, events } = await workspace.run('composer', { brief: 'a hopeful folk song about the road home' })
    expect(problemsOf(events)).toEqual([])
    expect(field(output, 'seconds')).toBeGreaterThan(20)
  })

  test('the Sound-Designer synthesises a place', async () => {
    const workspace = createWorkspace()
    const { output, events } = await workspace.run('sound-designer', {
      kind: 'ambience',
      brief: 'ten seconds of rain on a roof',
    })
    expect(problemsOf(events)).toEqual([])
    expect(field(output, 'title')).toBe('Rain')
    expect(field(output, 'seconds')).toBe(10)
  })
})

test('no score and no sound passes through the model: Calls carry references', async () => {
  const workspace = createWorkspace()
  const { events } = await workspace.run('composer', { brief: 'a calm lullaby' })
  const proposed = events.flatMap((event) =>
    event.type === 'call.proposed' ? [event.data as { tool: string; raw: string }] : [],
  ) // the data of call.proposed
  expect(
    proposed
      .filter(({ tool }) => tool.startsWith('design'))
      .map(({ raw }) => /"notation":\s*"†state.notation"/u.test(raw)),
  ).toEqual([true, true, true, true, true])
  for (const { raw } of proposed) expect(raw).not.toContain('X:1')
})
