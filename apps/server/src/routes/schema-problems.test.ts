import { expect, test } from 'vitest'
import { bodyOf, testServer } from '../testing/test-server.ts'

const tool = (city: object): object => ({
  type: 'object',
  description: 'Gets the weather of a city for the next days.',
  properties: { city: { type: 'string', description: 'Name of the city', ...city } },
  required: ['city'],
})
const ideaWith = (city: object): object => ({
  description: 'Says the weather.',
  context: [{ type: 'tool', tool: { getWeather: tool(city) } }],
})

test.each([
  ['schema.compile', { pattern: '([a-' }, '/pattern', '"([a-"'],
  ['schema.contradiction', { minLength: 5, maxLength: 1 }, '/minLength', '5'],
  ['schema.contradiction', { enum: [] }, '/enum', '"enum"'],
])('%s is in the graph, which validate prints, with its place', async (code, city, at, marks) => {
  const text = JSON.stringify(ideaWith(city), null, 2)
  await using server = await testServer({ 'ideas/main.json': JSON.parse(text) })
  const { problems } = await bodyOf(await server.ask('GET', '/api/graph'))
  const found = problems.filter((problem: { severity: string }) => problem.severity === 'error')
  expect(found).toMatchObject([
    { code, file: 'ideas/main.json', path: `/context/0/tool/getWeather/properties/city${at}`, tool: 'getWeather' },
  ])
  const file = (await bodyOf(await server.ask('GET', '/api/ideas?texts=all')))[0].text
  const [offset, length] = found[0].range
  expect(file.slice(offset, offset + length)).toBe(marks)
  const run = await server.ask('POST', '/api/runs', { idea: 'main', input: {} })
  expect([run.status, (await bodyOf(run)).code]).toEqual([422, 'idea.invalid'])
})

test('a Tool in its own file is reported there', async () => {
  await using server = await testServer({ 'tools/getWeather.json': tool({ pattern: '([a-' }) })
  const errors = async (): Promise<readonly object[]> => (await bodyOf(await server.ask('GET', '/api/graph'))).problems
  expect(await errors()).toMatchObject([{ code: 'schema.compile', file: 'tools/getWeather.json', severity: 'error' }])
})

test('no Call is judged by a Tool whose schema cannot be compiled', async () => {
  await using server = await testServer({})
  const answer = await server.ask('POST', '/api/check', { tool: tool({ pattern: '([a-' }), calls: [{ city: 'Oslo' }] })
  expect(answer.status).toBe(422)
  expect((await bodyOf(answer)).errors).toMatchObject([{ code: 'schema.compile', path: '/properties/city/pattern' }])
})

test('every published schema is served with its $id, and an unknown name lists them', async () => {
  await using server = await testServer()
  for (const name of ['idea', 'tool', 'ensemble', 'event'])
    expect(await bodyOf(await server.ask('GET', `/api/schemas/${name}.schema.json`))).toMatchObject({
      $id: `urn:ensemble:schema:${name}:1`,
    })
  const missing = await server.ask('GET', '/api/schemas/other.json')
  expect(missing.status).toBe(404)
  expect((await bodyOf(missing)).detail).toContain('idea.schema.json')
})
