import { describe, expect, test } from 'vitest'
import { type TestServer, bodyOf, testServer } from '../testing/test-server.ts'

const idea = (context: readonly object[]) => ({
  context,
  schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
})
const HELPER = idea([
  { type: 'text', text: 'Answer.' },
  { type: 'input', schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
])
const CALLER = idea([
  { type: 'text', text: 'Ask the helper.' },
  { type: 'input', schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
  { type: 'data', kind: 'rules', data: { house: 'Never mention the zebra-crossing rule.' } },
  {
    type: 'tool',
    tool: {
      askHelper: {
        type: 'object',
        description: 'Asks the helper about a city.',
        properties: {
          _module: { const: 'idea://helper' },
          _imports: { const: ['input', 'data:rules'] },
          city: { type: 'string' },
        },
        required: ['city'],
      },
    },
  },
])

const record = async (server: TestServer): Promise<string> => {
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'caller', input: { city: 'Lisbon' } }))
  await (await server.deps.executor()).settled(id)
  return id
}

describe('reports from recorded Runs', () => {
  test('say which imports are never found again, and where', async () => {
    await using server = await testServer({ 'ideas/caller.json': CALLER, 'ideas/helper.json': HELPER })
    const run = await record(server)
    const { imports, runs } = await bodyOf(await server.ask('GET', '/api/imports'))
    expect(runs).toBe(1)
    const rules = imports.find((each: { readonly import: string }) => each.import === 'data:rules')
    expect(rules).toMatchObject({
      from: 'caller',
      tool: 'askHelper',
      to: 'helper',
      calls: 1,
      used: 0,
      unusedIn: { run },
    })
  })

  test('price the recorded tokens with other models, null without a price', async () => {
    await using server = await testServer({
      'ensemble.json': {
        version: 1,
        name: 'test',
        prices: { date: '2026-01-01', models: { cheap: { input: 1, output: 2 } } },
      },
      'ideas/caller.json': CALLER,
      'ideas/helper.json': HELPER,
    })
    await record(server)
    const found = await bodyOf(await server.ask('GET', '/api/what-if?models=cheap,unknown'))
    expect(found).toMatchObject({ runs: 1, readForCache: 1, more: false })
    expect(found.requests).toBeGreaterThan(1)
    expect(found.models.map(({ model }: { readonly model: string }) => model)).toEqual(['cheap', 'unknown'])
    expect(found.models[0].cost).toBeCloseTo((found.inputTokens + 2 * found.outputTokens) / 1_000_000)
    expect(found.models[1]).toMatchObject({ cost: null, cachedCost: null, ms: null, paced: 0 })
  })

  test('put Runs together by Idea', async () => {
    await using server = await testServer({ 'ideas/caller.json': CALLER, 'ideas/helper.json': HELPER })
    await record(server)
    expect(await bodyOf(await server.ask('GET', '/api/figures?by=idea'))).toMatchObject([
      { name: 'idea://caller', runs: 1, completed: 1, failed: 0 },
    ])
    expect((await server.ask('GET', '/api/figures?by=weather')).status).toBe(400)
  })
})
