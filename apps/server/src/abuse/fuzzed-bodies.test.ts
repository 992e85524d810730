import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GREETER_FILES, TALKER } from '../testing/ideas.ts'
import { type TestServer, bodyOf, testServer } from '../testing/test-server.ts'

type Schema = boolean | Readonly<Record<string, unknown>>

interface Operation {
  readonly method: string
  readonly path: string
  readonly query: readonly { readonly name: string; readonly schema: Schema }[]
  readonly body: Schema | undefined
}

let server: TestServer
let operations: readonly Operation[]
let run: string

beforeAll(async () => {
  server = await testServer({ ...GREETER_FILES, 'ideas/talker.json': TALKER })
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'greeter' }))
  await server.deps.executor().then((executor) => executor.settled(id))
  run = id
  const { paths } = await bodyOf(await server.ask('GET', '/api/openapi.json'))
  operations = Object.entries<Record<string, Record<string, unknown>>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      // The page that the server generates from its own routes.
      const { parameters = [], requestBody } = described as {
        parameters?: readonly { name: string; in: string; schema: Schema }[]
        requestBody?: { content: { 'application/json'?: { schema: Schema } } }
      }
      return {
        method: method.toUpperCase(),
        path,
        body: requestBody?.content['application/json']?.schema,
        query: parameters.filter((parameter) => parameter.in === 'query'),
      }
    }),
  )
})

afterAll(() => server[Symbol.asyncDispose]())

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1e308,
    '',
    '\0',
    '\ud800',
    '__proto__',
    '../../x',
    'secret://KEY',
    '†state.x',
  ),
  fc.constantFrom<unknown>([], {}, [[]], { $ref: '#' }, { type: 'object', properties: { _module: { const: 'x' } } }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 4 }),
)

/** Values that fit a schema as far as its outermost keywords go, or do not at all. */
const valuesOf = (schema: Schema, depth = 0): fc.Arbitrary<unknown> => {
  if (typeof schema === 'boolean' || depth > 4) return hostile
  const fitting = fittingOf(schema, depth)
  return fitting === undefined
    ? hostile
    : fc.oneof({ weight: 4, arbitrary: fitting }, { weight: 1, arbitrary: hostile })
}

const fittingOf = (schema: Readonly<Record<string, unknown>>, depth: number): fc.Arbitrary<unknown> | undefined => {
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]))
  if ('const' in schema) return fc.constant(schema['const'])
  const types = [schema['type']].flat()
  if (types.includes('object')) {
    const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
    return fc
      .record(Object.fromEntries(properties.map(([name, inner]) => [name, valuesOf(inner, depth + 1)])), {
        requiredKeys: [],
      })
      .chain((object) =>
        properties.length === 0 ? hostile.map((value) => ({ ...object, value })) : fc.constant(object),
      )
  }
  if (types.includes('array'))
    return fc.array(valuesOf((schema['items'] ?? true) as Schema, depth + 1), { maxLength: 3 })
  if (types.includes('string'))
    return fc.oneof(fc.constantFrom('greeter', 'talker', run, 'simulated', 'offline', 'ideas/talker.json'), fc.string())
  if (types.includes('integer') || types.includes('number')) return fc.oneof(fc.integer(), fc.double(), fc.nat(9))
  return types.includes('boolean') ? fc.boolean() : undefined
}

/** Never asked here: it would wait for ever, or for a person. */
const STREAMS = ['/api/events']

const fill = (path: string, name: string): string =>
  path.replace('/api/runs/{id}', `/api/runs/${run}`).replaceAll(/\{\w+\}/g, encodeURIComponent(name))

describe('every route that the description lists', () => {
  test('answers fuzzed queries and bodies of its shape without a fault', async () => {
    const faults: string[] = []
    for (const operation of operations) {
      const { method, path, query, body } = operation
      if (STREAMS.includes(path) || method === 'DELETE') continue
      const asked = fc.record({
        name: fc.constantFrom('greeter', 'talker', 'new', 'greetUser'),
        query: fc.record(Object.fromEntries(query.map(({ name, schema }) => [name, valuesOf(schema)])), {
          requiredKeys: [],
        }),
        body: body === undefined ? fc.constant(undefined) : valuesOf(body),
      })
      for (const one of fc.sample(asked, { numRuns: 25, seed: 8 })) {
        const search = new URLSearchParams(Object.entries(one.query).map(([name, value]) => [name, String(value)]))
        const target = `${fill(path, one.name)}${search.size === 0 ? '' : `?${search}`}`
        const text = one.body === undefined ? undefined : JSON.stringify(one.body)
        const response = await server.ask(method, target, text, { accept: 'application/json', 'if-none-match': '*' })
        await response.body?.cancel()
        if (response.status === 500) faults.push(`${response.status} ${method} ${target} ${text?.slice(0, 300)}`)
      }
    }
    expect(faults).toEqual([])
    expect((await server.ask('GET', '/api/health')).status).toBe(200)
  })
})
