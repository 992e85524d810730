import { expect, test } from 'vitest'
import { createIdeaSource } from '../../idea/workspace.ts'
import { createExecutor } from '../executor.ts'
import { createTestWorld } from '../test-run.ts'

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
      { type: 'input', input: { about: 'the sea' } },
      { type: 'state', state: { lines: 4 } },
      { type: 'tool' },
      { type: 'data', data: { mood: 'sad' } },
      { type: 'state', state: { key: 'a minor' } },
    ],
  })
  const ideas = createIdeaSource({
    ...{ ideas: new Map([['poem', JSON.stringify(idea)]]), tools: new Map(), activities: ['rhyme'] },
  })
  const after = createExecutor({ ...world.deps, ideas })
  const { id: own } = await after.extract(id, { span: 'request/0/call/0', idea: 'idea://poem' })
  expect(await after.settled(own)).toMatchObject({
    ...{ status: 'completed', idea: 'idea://poem', input: { about: 'the sea' }, output: { text: 'verse' } },
    parent: { run: id },
  })
  expect([ran, world.model.asked.length]).toEqual([1, asked])
  expect(await after.replay(own)).toEqual({ identical: true })
  expect(await after.replay(own, { ideas: 'current' })).toEqual({ identical: true })
  for (const span of ['', 'request/0', 'request/9/call/0', 'request/0/call/0/request/0/call/0'])
    await expect(after.extractIdea(id, span)).rejects.toMatchObject({ code: 'extract.span' })
})
