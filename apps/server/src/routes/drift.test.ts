import { expect, test } from 'vitest'
import { bodyOf, testServer } from '../testing/test-server.ts'

const helper = (type: string) => ({
  context: [
    { type: 'text', text: 'Answer.' },
    { type: 'input', schema: { type: 'object', properties: { city: { type } }, required: ['city'] } },
  ],
  schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
})
const CALLER = {
  context: [
    { type: 'text', text: 'Ask the helper.' },
    { type: 'input', schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
    {
      type: 'tool',
      tool: {
        askHelper: {
          type: 'object',
          description: 'Asks the helper about a city.',
          properties: { _module: { const: 'idea://helper' }, city: { type: 'string' } },
          required: ['city'],
        },
      },
    },
  ],
  schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
}

test('The drift of an edge compares what was passed with what the Module takes now', async () => {
  await using server = await testServer({ 'ideas/caller.json': CALLER, 'ideas/helper.json': helper('string') })
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'caller', input: { city: 'Lisbon' } }))
  await (await server.deps.executor()).settled(id)
  const drift = async () => bodyOf(await server.ask('GET', '/api/drift'))
  const edge = { id: 'idea:caller/askHelper/idea:helper', resolve: 'runtime', calls: 1 }
  expect(await drift()).toMatchObject({ edges: [{ ...edge, fits: 1, bridged: 0 }], runs: 1, more: false })
  const etag = (await server.ask('GET', '/api/ideas/helper')).headers.get('etag') ?? ''
  await server.ask('PUT', '/api/ideas/helper', helper('integer'), { 'if-match': etag })
  const [now] = (await drift()).edges
  expect(now).toMatchObject({ ...edge, fits: 0, bridged: 1 })
  expect(now.differences).toMatchObject([{ path: '/city', count: 1, example: { run: id, value: 'Lisbon' } }])
})
