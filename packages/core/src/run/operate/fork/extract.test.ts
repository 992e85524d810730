import { expect, test } from 'vitest'
import { createIdeaSource } from '../../../idea/workspace.ts'
import type { JsonObject } from '../../../schema/json.ts'
import { createExecutor } from '../executor.ts'
import { createTestWorld } from '../../../../testing/test-run.ts'

const ask = {
  type: 'object',
  description: 'Asks the poet.',
  properties: { about: { type: 'string' }, _module: { const: 'idea://poet' }, _imports: { const: ['state', 'input'] } },
  required: ['about'],
}
const rhyme = {
  type: 'object',
  description: 'Finds a rhyme.',
  properties: { word: { type: 'string' }, _outputPath: { const: '†state.rhyme' } },
  required: ['word'],
}
const speak = {
  type: 'object',
  description: 'Speaks a line.',
  properties: { line: { type: 'string' }, _imports: { const: ['data:voice'] } },
  required: ['line'],
}
const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }

test('a recorded Module becomes an Idea, and a Run of it keeps every answer and result: nothing runs, nothing is asked', async () => {
  let ran = 0
  const world = createTestWorld({
    ideas: {
      band: {
        context: [
          { type: 'text', text: 'Lead the band.' },
          { type: 'input', schema: { type: 'object' }, input: { mood: 'sad' } },
          { type: 'state', state: { key: 'a minor' } },
          { type: 'tool', tool: { ask } },
        ],
        schema: text,
      },
      poet: {
        title: 'Poet',
        context: [
          { type: 'text', text: 'Write verse.' },
          { type: 'input', schema: { type: 'object', properties: { about: { type: 'string' } } } },
          { type: 'state', state: { lines: 4 } },
          { type: 'tool', tool: { rhyme } },
        ],
        schema: text,
      },
    },
    activities: { rhyme: () => `sea ${++ran}` },
    script: (body) => {
      const said = JSON.stringify(body.messages)
      const isPoet = said.includes('Write verse.')
      if (said.includes('sea 1')) return { calls: [], output: { text: isPoet ? 'verse' : 'song' } }
      if (isPoet) return { calls: [{ _tool: 'rhyme', word: 'me' }], output: null }
      if (said.includes('verse')) return { calls: [], output: { text: 'song' } }
      return { calls: [{ _tool: 'ask', about: 'the sea' }], output: null }
    },
  })
  const { id, status } = await world.run()
  expect([status, ran]).toEqual(['completed', 1])
  const asked = world.model.asked.length
  const { idea } = await world.executor.extractIdea(id, 'request/0/call/0')
  expect(idea).toMatchObject({
    title: 'Poet',
    schema: text,
    context: [
      { type: 'text', text: 'Write verse.' },
      {
        type: 'input',
        schema: {
          type: 'object',
          properties: { about: {}, callerInput: { type: 'object' }, state: { type: 'object' } },
        },
        input: { about: 'the sea', callerInput: { mood: 'sad' }, state: { key: 'a minor' } },
      },
      { type: 'state', state: { lines: 4 } },
      { type: 'tool' },
      { type: 'state', state: '†input.state' },
    ],
  })
  const ideas = createIdeaSource({
    ideas: new Map([['poem', JSON.stringify(idea)]]),
    tools: new Map(),
    activities: ['rhyme'],
  })
  const after = createExecutor({ ...world.deps, ideas })
  const { id: own } = await after.extract(id, { span: 'request/0/call/0', idea: 'idea://poem' })
  expect(await after.settled(own)).toMatchObject({
    status: 'completed',
    idea: 'idea://poem',
    output: { text: 'verse' },
    input: { about: 'the sea', callerInput: { mood: 'sad' }, state: { key: 'a minor' } },
    parent: { run: id },
  })
  expect([ran, world.model.asked.length]).toEqual([1, asked])
  expect(await after.replay(own)).toEqual({ identical: true })
  expect(await after.replay(own, { ideas: 'current' })).toEqual({ identical: true })
  // Asked for something else, nothing of that Run is left in what the model sees.
  const { id: other } = await after.start({ idea: 'idea://poem', input: { about: 'rain', state: { key: 'C major' } } })
  await after.settled(other)
  const shown = JSON.stringify(
    (await world.journal.read(other, { hydrate: true })).find(({ type }) => type === 'request.started'),
  )
  expect(shown).toContain('C major')
  for (const ghost of ['sad', 'the sea', 'a minor']) expect(shown).not.toContain(ghost)
  for (const span of ['', 'request/0', 'request/9/call/0', 'request/0/call/0/request/0/call/0'])
    await expect(after.extractIdea(id, span)).rejects.toMatchObject({ code: 'extract.span' })
})

test('data that a Tool of the Module hands on keeps its place, filled from the input; a taken name gets a number', async () => {
  const heard: unknown[] = []
  const ask = {
    type: 'object',
    description: 'Asks the speaker.',
    properties: {
      voice: { type: 'string' },
      _module: { const: 'idea://speaker' },
      _imports: { const: ['data:voice', 'text'] },
    },
    required: ['voice'],
  }
  const world = createTestWorld({
    ideas: {
      stage: {
        context: [
          { type: 'text', text: 'Печальная баллада.' },
          { type: 'data', kind: 'voice', data: { pitch: 'low' } },
          { type: 'tool', tool: { ask } },
        ],
        schema: text,
      },
      speaker: { context: [{ type: 'tool', tool: { speak } }], schema: text },
    },
    activities: {
      speak: (_call, { imports }) => {
        heard.push(imports['data'])
        return 'said'
      },
    },
    script: (body) => {
      const said = JSON.stringify(body.messages)
      const has = JSON.stringify(body).includes('Speaks a line')
      if (has && said.includes('said')) return { calls: [], output: { text: 'done' } }
      if (has) return { calls: [{ _tool: 'speak', line: 'hello' }], output: null }
      return said.includes('done')
        ? { calls: [], output: { text: 'end' } }
        : { calls: [{ _tool: 'ask', voice: 'alto' }], output: null }
    },
  })
  const { id } = await world.run()
  const { idea } = await world.executor.extractIdea(id, 'request/0/call/0')
  expect(idea.context).toMatchObject([
    { type: 'tool' },
    {
      type: 'input',
      schema: { properties: { voice: { type: 'string' }, callerTexts: { type: 'array' }, voice2: { type: 'object' } } },
      input: { voice: 'alto', callerTexts: ['Печальная баллада.'], voice2: { pitch: 'low' } },
    },
    { type: 'data', kind: 'voice', data: '†input.voice2' },
  ])
  const ideas = createIdeaSource({
    ideas: new Map([['voice', JSON.stringify(idea)]]),
    tools: new Map(),
    activities: ['speak'],
  })
  const after = createExecutor({ ...world.deps, ideas })
  const inputs: readonly JsonObject[] = [{ voice: 'bass', voice2: { pitch: 'high' } }, { voice: 'bass' }]
  for (const input of inputs) await after.settled((await after.start({ idea: 'idea://voice', input })).id)
  expect(heard).toEqual([{ voice: { pitch: 'low' } }, { voice: { pitch: 'high' } }, {}])
})
