import { expect, test } from 'vitest'
import { createIdeaSource } from '../../../idea/workspace.ts'
import type { JsonObject } from '../../../schema/json.ts'
import { createExecutor } from '../executor.ts'
import { createTestWorld } from '../../../../testing/test-run.ts'

const tool = (properties: JsonObject, description: string) => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties).filter((name) => !name.startsWith('_')),
})
const text = { type: 'string' }
const TOOLS = {
  writeHarmony: tool(
    { mood: text, _outputPath: { const: '†state.harmony' }, _output: { type: 'array', items: text } },
    'Пишет гармонию.',
  ),
  writeMelody: tool({ mood: text, harmony: { type: 'array' }, _output: text }, 'Writes a melody.'),
  judge: tool({ verse: text, _output: text }, 'Judges a verse.'),
  mix: tool({ melody: text }, 'Mixes it.'),
}

const createWorld = (script?: Parameters<typeof createTestWorld>[0]['script']) => {
  const ran: string[] = []
  const world = createTestWorld({
    ideas: {
      band: {
        title: 'Band',
        context: [
          { type: 'input', schema: { type: 'object' }, input: { mood: 'грустно' } },
          { type: 'state', state: {} },
          { type: 'tool', tool: TOOLS },
        ],
        schema: { type: 'object', properties: { song: text }, required: ['song'] },
      },
    },
    activities: {
      writeHarmony: ({ mood }: { mood: string }) => (ran.push('harmony'), [mood, 'Am']),
      writeMelody: ({ harmony }: { harmony: string[] }) => (ran.push('melody'), harmony.join('-')),
      mix: () => (ran.push('mix'), 'mixed'),
    },
    script:
      script ??
      ((body) => {
        if (JSON.stringify(body.messages).includes('mixed')) return { calls: [], output: { song: 'done' } }
        if (JSON.stringify(body.messages).includes('-Am'))
          return { calls: [{ _tool: 'mix', melody: 'x' }], output: null }
        return {
          calls: [
            { _tool: 'writeHarmony', mood: '†input.mood' },
            { _tool: 'writeMelody', mood: 'merry', harmony: '†state.harmony' },
            { _tool: 'judge', verse: 'ach', _output: '†† fine' },
          ],
          output: null,
        }
      }),
  })
  return { world, ran }
}
const CALLS = ['request/0/call/2', 'request/0/call/0', 'request/0/call/1']

test('sibling Calls become an Idea and one module Tool; a Run of it keeps the record, and nothing is asked or run', async () => {
  const { world, ran } = createWorld()
  const { id, status } = await world.run()
  expect([status, ran]).toEqual(['completed', ['harmony', 'melody', 'mix']])
  const asked = world.model.asked.length
  const lifted = await world.executor.liftCalls(id, { calls: CALLS, name: 'tune', tool: 'writeTune' })
  const { writeHarmony, writeMelody, judge } = TOOLS
  expect(lifted).toMatchObject({
    caller: 'idea://band',
    replaced: ['writeHarmony', 'writeMelody', 'judge'],
    writes: ['†state.harmony'],
    tool: {
      description: 'Does in one step: Пишет гармонию. Writes a melody. Judges a verse.',
      properties: {
        _module: { const: 'idea://tune' },
        _imports: { const: [] },
        _outputPath: { const: '†state.harmony <- writeHarmony' },
        mood: text,
        writeMelody_mood: text,
        verse: text,
      },
      required: ['mood', 'writeMelody_mood', 'verse'],
    },
    idea: {
      context: [
        {
          type: 'text',
          text: 'Call writeHarmony, writeMelody and judge for the input. Answer with their results, unchanged.',
        },
        { type: 'input', input: { mood: 'грустно', writeMelody_mood: 'merry', verse: 'ach' } },
        { type: 'state', state: {} },
        { type: 'tool', tool: { writeHarmony, writeMelody, judge } },
      ],
      schema: { required: ['writeHarmony', 'writeMelody', 'judge'] },
    },
  })
  // A sibling's write isn't part of the input.
  expect(lifted.tool['properties']).not.toHaveProperty('harmony')
  const ideas = createIdeaSource({
    ideas: new Map([['tune', JSON.stringify(lifted.idea)]]),
    tools: new Map(),
    activities: ['writeHarmony', 'writeMelody'],
  })
  const after = createExecutor({ ...world.deps, ideas })
  const { id: own } = await after.extract(id, { calls: CALLS, idea: 'idea://tune' })
  expect(await after.settled(own)).toMatchObject({
    status: 'completed',
    idea: 'idea://tune',
    parent: { run: id },
    output: { writeHarmony: ['грустно', 'Am'], writeMelody: 'грустно-Am', judge: '†† fine' },
  })
  expect([ran.length, world.model.asked.length]).toEqual([3, asked])
  expect(await after.replay(own)).toEqual({ identical: true })
  expect(await after.replay(own, { ideas: 'current' })).toEqual({ identical: true })
})

test('a Tool with other Calls stays with the caller, and several Calls of one Tool get a number', async () => {
  const { world } = createWorld((body) =>
    JSON.stringify(body.messages).includes('judge')
      ? { calls: [], output: { song: 'x' } }
      : { calls: ['a', 'b', 'c'].map((verse) => ({ _tool: 'judge', verse, _output: `${verse}!` })), output: null },
  )
  const { id } = await world.run()
  const calls = ['request/0/call/0', 'request/0/call/2']
  const { replaced, idea } = await world.executor.liftCalls(id, { calls, name: 'jury', tool: 'judgeAll' })
  expect(replaced).toEqual([])
  expect(idea.context[1]).toMatchObject({ input: { verse: 'a', judge2_verse: 'c' } })
  expect(idea.schema).toMatchObject({ required: ['judge', 'judge2'] })
})

test('refuses anything but completed Calls of one Loop', async () => {
  const { world } = createWorld((body) =>
    JSON.stringify(body.messages).includes('judge')
      ? { calls: [], output: { song: 'x' } }
      : { calls: [{ _tool: 'judge', verse: 'a' }], output: null },
  )
  const { id } = await world.run()
  for (const [calls, message] of [
    [[], 'Name at least one Call'],
    [['request/0'], 'is not a Call'],
    [['request/7/call/0'], 'There is no Call'],
    [['request/0/call/0', 'request/0/call/0/request/0/call/0'], 'different parents'],
    [['request/0/call/0'], 'There is no Call|did not complete'],
  ] as const)
    await expect(world.executor.liftCalls(id, { calls, name: 'x', tool: 'x' })).rejects.toMatchObject({
      code: 'extract.calls',
      message: expect.stringMatching(message),
    })
})
