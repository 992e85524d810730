import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bodyOf, openTestServer } from '../../apps/server/src/testing/test-server.ts'
import { startEndpoint, type Fixture } from '../../e2e/src/endpoint.ts'
import { field, problemsOf, programsOf } from '../test-workspace.ts'

const BRIEF = 'a short tune for sitar and drums'
const PARTS = ['lead', 'chords', 'pad', 'bass', 'drums'] as const
const CHORDS = 'X:1\nT:Two Bars\nR:raga\nM:4/4\nL:1/8\nQ:1/4=120\nK:Dm\nP:B\n"Dm"z8 | "A"z4 "Dm"z4 |]\n'
const SCORE = CHORDS.replace(
  '"Dm"z8 | "A"z4 "Dm"z4 |]',
  '"Dm"D2F2 A2F2 | "A"E4 "Dm"D4 |]\nw:far a-way from home we sing',
)

/** The answer of a model that chose `band`; it names no instrument anywhere else. */
const songOf = (band: object): readonly Fixture[] => [
  { idea: 'Producer', turn: 0, calls: [{ _tool: 'composeSong', brief: BRIEF }] },
  { idea: 'Producer', turn: 1, resultOf: 'composeSong' },
  {
    idea: 'Composer',
    turn: 0,
    calls: [
      { _tool: 'writeTitle', brief: BRIEF, _output: 'Two Bars' },
      { _tool: 'chooseBand', brief: BRIEF, _output: band },
      { _tool: 'planForm', brief: BRIEF, _output: 'short' },
      {
        _tool: 'writeHarmony',
        brief: BRIEF,
        form: '†state.form',
        title: '†state.title',
        players: '†state.players',
        _output: CHORDS,
      },
      {
        _tool: 'writeLyrics',
        brief: BRIEF,
        form: '†state.form',
        _output: [{ name: 'B', lines: ['far a-way from home we sing'] }],
      },
      {
        _tool: 'writeMelody',
        brief: BRIEF,
        harmony: '†state.harmony',
        lyrics: '†state.lyrics',
        title: '†state.title',
        _output: SCORE,
      },
      ...PARTS.map((part) => ({
        _tool: `design${part[0]?.toUpperCase()}${part.slice(1)}`,
        kind: 'part',
        part,
        notation: '†state.notation',
      })),
      {
        _tool: 'mixSong',
        title: '†state.title',
        notation: '†state.notation',
        ...Object.fromEntries(PARTS.map((part) => [part, `†state.${part}`])),
      },
    ],
  },
  { idea: 'Composer', turn: 1, resultOf: 'mixSong' },
  ...PARTS.flatMap((part): Fixture[] => [
    {
      idea: 'Sound-Designer',
      turn: 0,
      saying: `"part":"${part}"`,
      calls: [
        { _tool: 'choosePatch', part, _output: 'warm' },
        {
          _tool: 'renderPart',
          part,
          notation: '†input.notation',
          players: '†state.players',
          colour: '†state.colour',
        },
      ],
    },
    { idea: 'Sound-Designer', turn: 1, saying: `"part":"${part}"`, resultOf: 'renderPart' },
  ]),
]

const SITAR = 104
const DRUM_CHANNEL = 9

/** One song of the profile `production`: the model writes, functions only render and mix. */
const record = async (band: object, wire: 'structured' | 'tools') => {
  const root = mkdtempSync(join(tmpdir(), 'ensemble-production-'))
  cpSync(import.meta.dirname, root, { recursive: true })
  const endpoint = await startEndpoint(songOf(band))
  const server = await openTestServer(root, { OPENAI_BASE_URL: endpoint.baseUrl, ENSEMBLE_MODEL: 'scripted' })
  try {
    const body = { idea: 'producer', input: { brief: BRIEF }, profile: 'production', config: { wire } }
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', body))
    const { status, error, output } = await (await server.deps.executor()).settled(id)
    expect(error).toBeUndefined()
    expect(problemsOf(await server.deps.journal.read(id))).toEqual([])
    const { $artifact } = field(output, 'midi') as { readonly $artifact: string } // a finished song has one
    const midi = await server.ask('GET', `/api/runs/${id}/artifacts/${$artifact}`)
    expect(midi.ok, await midi.clone().text()).toBe(true)
    return {
      status,
      parts: Object.keys(field(output, 'parts') ?? {}),
      programs: programsOf(new Uint8Array(await midi.arrayBuffer())),
      asked: endpoint.requests().map((request) => JSON.stringify(request)),
    }
  } finally {
    await server.stop()
    await endpoint.stop()
    rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  }
}

describe.each(['structured', 'tools'] as const)('a model that writes on %s', (wire) => {
  test('is heard in the players that it chose: a sitar and drums, and no pad', async () => {
    const { status, parts, programs, asked } = await record(
      {
        mood: 'calm',
        density: 0.8,
        lead: 'sitar',
        chords: 'sitar',
        pad: 'none',
        bass: 'round-bass',
        drums: 'drum-kit',
      },
      wire,
    )
    expect(status).toBe('completed')
    expect(programs).toContainEqual([0, SITAR])
    expect(programs.some(([channel]) => channel === DRUM_CHANNEL)).toBe(true)
    expect(parts).toEqual(['lead', 'chords', 'bass', 'drums'])
    const designing = asked.filter((text) => text.includes('You are the Sound-Designer'))
    expect(designing.every((text) => text.includes('sitar') && text.includes('drum-kit'))).toBe(true)
  })
})

test('the same score with other players is another recording, and the model sees none of the simulated model’s words', async () => {
  const { programs, parts, asked } = await record(
    { mood: 'calm', density: 0.2, lead: 'flute', chords: 'harp', bass: 'none', drums: 'none' },
    'structured',
  )
  expect(programs.some(([, program]) => program === SITAR)).toBe(false)
  expect(parts).toEqual(['lead', 'chords', 'pad'])
  for (const word of ['mazurka', 'колыбельная', 'thunder']) expect(asked.join(' ')).not.toContain(word)
})
