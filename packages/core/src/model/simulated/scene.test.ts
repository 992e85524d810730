import { describe, expect, it } from 'vitest'
import type { Message } from '../../idea/message.ts'
import type { JsonObject, JsonSchema } from '../../schema/json.ts'
import { runSimulated, type SimulatedTool } from './test-loop.ts'

const file: JsonObject = { type: 'object', properties: { $artifact: { type: 'string' } }, required: ['$artifact'] }
const made = (name: string): JsonObject => ({ audio: { $artifact: `${name}.wav` }, title: name })
const result: JsonObject = {
  type: 'object',
  properties: { title: { type: 'string' }, audio: file },
  required: ['title', 'audio'],
}

/** An orchestrator as a person would write one: two modules and a step that brings their results together. */
const tools: Record<string, SimulatedTool> = {
  composeSong: {
    schema: {
      type: 'object',
      description: 'Hands the composer a brief for a piece with melody and lyrics: a ballad, a lullaby, a march.',
      properties: {
        _module: { const: 'idea://composer' },
        _outputPath: { const: '†state.song' },
        brief: { type: 'string', description: 'What to write.' },
        _output: result,
      },
      required: ['brief'],
    },
    run: () => made('song'),
  },
  designAmbience: {
    schema: {
      type: 'object',
      description: 'Asks the sound designer for a background such as the sea, waves, rain, wind or a forest.',
      properties: {
        _module: { const: 'idea://sound-designer' },
        _outputPath: { const: '†state.ambience' },
        brief: { type: 'string' },
        seconds: { type: 'number', minimum: 1, maximum: 60 },
        _output: result,
      },
      required: ['brief'],
    },
    run: () => made('ambience'),
  },
  mixdown: {
    schema: {
      type: 'object',
      description: 'Mixes a song and an ambience into one stereo file.',
      properties: {
        _outputPath: { const: '†state.mix' },
        song: { type: 'object' },
        ambience: { type: 'object' },
        _output: result,
      },
      required: ['song', 'ambience'],
    },
    run: () => made('mix'),
  },
}
const output: JsonSchema = {
  type: 'object',
  properties: { title: { type: 'string' }, audio: file },
  required: ['title', 'audio'],
}
const context = (brief: string): readonly Message[] => [
  { type: 'text', text: 'You are a producer. Use the composer for songs and the sound designer for the ambience.' },
  { type: 'state', state: {} },
  { type: 'input', schema: { type: 'object', properties: { brief: { type: 'string' } } }, input: { brief } },
]

describe.each(['structured', 'strict', 'tools'] as const)('an orchestrator chooses by the task on %s', (wire) => {
  const run = async (brief: string) => {
    const { turns, output: answer } = await runSimulated({ wire, tools, context: context(brief), output, seed: '1' })
    return { turns: turns.map((calls) => calls.map(({ tool }) => tool)), calls: turns.flat(), answer }
  }

  it('both in parallel, and what joins them by reference', async () => {
    const { turns, calls, answer } = await run('a sad ballad about the sea, with waves')
    expect(turns).toEqual([['composeSong', 'designAmbience', 'mixdown']])
    expect(calls[2]?.call).toMatchObject({ song: '†state.song', ambience: '†state.ambience' })
    expect(calls[0]?.call).toMatchObject({ brief: '†input.brief' })
    expect(answer).toMatchObject({ audio: { $artifact: 'mix.wav' } })
  })
  it('one alone where the task takes one', async () => {
    expect(await run('a plain ballad')).toMatchObject({
      turns: [['composeSong']],
      answer: { audio: { $artifact: 'song.wav' } },
    })
    expect(await run('only ten seconds of rain')).toMatchObject({
      turns: [['designAmbience']],
      answer: { audio: { $artifact: 'ambience.wav' } },
    })
  })
})

it.each(['structured', 'strict', 'tools', 'final'] as const)(
  'gives a result back unchanged on %s, maps included',
  async (wire) => {
    const parts = { type: 'object', additionalProperties: file }
    const schema: JsonObject = {
      type: 'object',
      properties: { title: { type: 'string' }, parts, note: { type: 'string' } },
      required: ['title', 'parts'],
    }
    const value = { title: 'Sea', parts: { lead: { $artifact: 'a.wav' }, bass: { $artifact: 'b.wav' } } }
    const record = {
      schema: { type: 'object', description: 'Records.', properties: { _output: schema } },
      run: () => value,
    }
    const asked: Message = { type: 'text', role: 'user', text: 'Record it' }
    const { output: answer } = await runSimulated({
      wire,
      tools: { record },
      context: [asked],
      output: schema,
      seed: '1',
    })
    expect(answer).toEqual(value)
  },
)
