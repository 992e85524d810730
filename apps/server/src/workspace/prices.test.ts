import { PRICES } from '@ensemble/core/model'
import { expect, test } from 'vitest'
import { bodyOf, testServer } from '../testing/test-server.ts'
import { parseManifest } from './manifest.ts'

const manifest = (prices: unknown): string => JSON.stringify({ version: 1, prices })

test('the built-in prices hold with their own date until a workspace writes some', () => {
  expect(parseManifest('{"version":1}').prices).toBe(PRICES)
  const { prices } = parseManifest(manifest({ date: '2026-11-01', models: { own: { input: 1, output: 2 } } }))
  expect(prices).toMatchObject({ date: '2026-11-01', models: { ...PRICES.models, own: { input: 1, output: 2 } } })
})

test('a model may cost nothing, and less for what it was asked before', () => {
  const models = { free: { input: 0, output: 0 }, cached: { input: 1, output: 2, cachedInput: 0.1 } }
  expect(parseManifest(manifest({ date: '2026-11-01', models })).prices.models).toMatchObject(models)
})

test.each([
  null,
  { models: {} },
  { date: 'yesterday' },
  { date: '2026-11-01', models: { a: { input: -1, output: 2 } } },
  { date: '2026-11-01', models: { a: { input: 1 } } },
  { date: '2026-11-01', models: { a: { input: '1', output: 2 } } },
  { date: '2026-11-01', models: { a: 5 } },
  { date: '2026-11-01', models: [] },
  { date: 20261101 },
  { date: '2026-11-01', models: { a: { input: 1, output: 2, cachedInput: 'free' } } },
])('prices of another shape are refused with what is expected: %j', (prices) => {
  expect(() => parseManifest(manifest(prices))).toThrow(/needs "prices" to be/)
})

const IDEA = { context: [{ type: 'text', text: 'Say hello.' }] }
const withPrice = (input: number) => ({
  version: 1,
  name: 'test',
  prices: { date: '2026-11-01', models: { simulated: { input, output: input } } },
})
const ended = async (files: Record<string, unknown>) => {
  await using server = await testServer(files)
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'hello' }))
  const read = async () => bodyOf(await server.ask('GET', `/api/runs/${id}`))
  await expect.poll(async () => (await read()).endedAt).toBeDefined()
  return await read()
}

test('the current prices are shown with their date', async () => {
  await using server = await testServer({ 'ensemble.json': withPrice(1000) })
  const { prices } = await bodyOf(await server.ask('GET', '/api/models'))
  expect(prices).toMatchObject({ date: '2026-11-01', currency: 'USD', models: { simulated: { input: 1000 } } })
})

test('a Run costs what the workspace says its model does', async () => {
  const { usage, status } = await ended({ 'ensemble.json': withPrice(1000), 'ideas/hello.json': IDEA })
  expect(status).toBe('completed')
  expect(usage.cost).toBeCloseTo(((usage.inputTokens + usage.outputTokens) * 1000) / 1e6, 12)
})

test('a Run that has cost more than its limit asks no further', async () => {
  const idea = {
    ...IDEA,
    config: { limits: { cost: 0.000001, turns: 5 } },
    schema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
  }
  const again = { type: 'tool', tool: { note: { type: 'object', properties: { text: { type: 'string' } } } } }
  const { error, usage } = await ended({
    'ensemble.json': withPrice(1_000_000),
    'ideas/hello.json': { ...idea, context: [{ type: 'text', role: 'user', text: 'Note a greeting.' }, again] },
  })
  expect(error?.code).toBe('limit.cost')
  expect(usage.requests).toBe(1)
})
