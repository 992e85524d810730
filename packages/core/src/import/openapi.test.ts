import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Json } from '../schema/json.ts'
import { normaliseTool } from '../tool/normalise.ts'
import { importFiles } from './import-files.ts'

const FIXTURES = join(import.meta.dirname, '../../fixtures/imports')
const FILES = ['shop.yaml', 'schemas/order.yaml', 'schemas/stock-item.yaml'].map((path) => ({
  path: `openapi/${path}`,
  text: readFileSync(join(FIXTURES, 'openapi', path), 'utf8'),
}))
const NOTHING = { ideas: [], tools: [], activities: [], servers: [] }
const shop = (only?: readonly string[]) => importFiles(FILES, NOTHING, only)
const documentOf = (paths: Json, more: { readonly [key: string]: Json } = {}) => ({
  path: 'api.json',
  text: JSON.stringify({ openapi: '3.1.0', servers: [{ url: 'https://api.example.com' }], paths, ...more }),
})

describe('an OpenAPI document', () => {
  test('in YAML with files next to it becomes Tools with their HTTP Activities', () => {
    const { programs, tools, http, report, unknown } = shop()
    expect(programs).toEqual(['OpenAPI'])
    expect(unknown).toEqual([])
    expect(tools.map(({ name }) => name)).toEqual(['list', 'createOrder', 'list-2', 'setStock'])
    expect(http).toEqual([
      {
        name: 'list',
        http: {
          description: 'List orders',
          url: 'https://shop.example.com/v2/orders?page={page}&per_page={per_page}',
          headers: {
            'x-shop': '{X-Shop}',
            cookie: 'session=secret://SESSION_KEY',
            'x-shop-key': 'secret://SHOPKEY_KEY',
          },
        },
      },
      expect.objectContaining({ name: 'createOrder' }),
      expect.objectContaining({ name: 'list-2' }),
      {
        name: 'setStock',
        http: {
          description: 'Set how many are in stock',
          method: 'PUT',
          url: 'https://shop.example.com/v2/stock/{item}',
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-shop-key': 'secret://SHOPKEY_KEY' },
        },
      },
    ])
    expect(tools[0]?.schema).toMatchObject({
      description:
        'List orders\n\nThe answer is one part of a list: ask for a later part with page, for its size with per_page.',
      properties: {
        'X-Shop': { type: 'string', description: 'Which shop' },
        _result: { type: 'array', items: { $ref: '#/$defs/Order' } },
      },
      required: ['X-Shop'],
    })
    expect(tools[1]?.schema).toMatchObject({
      properties: {
        _approval: { const: 'required' },
        lines: { items: { $ref: '#/$defs/Line' } },
        note: { type: ['string', 'null'] },
        gift: {},
      },
      required: ['X-Shop', 'lines'],
      $defs: { Line: { required: ['item', 'count'] } },
    })
    expect(JSON.stringify(tools)).not.toMatch(/x-internal|"examples"/)
    expect(tools.every(({ name, schema }) => normaliseTool(name, schema).problems.length === 0)).toBe(true)
    expect(report.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'openapi/shop.yaml referenceUnread',
      'openapi/shop.yaml#/components/securitySchemes secret',
      'openapi/shop.yaml#/servers allowHost',
      'openapi/shop.yaml#/components/securitySchemes secret',
      'openapi/shop.yaml#/paths/~1stock/get renamed',
      'openapi/shop.yaml#/paths/~1stock/get renamed',
    ])
  })

  test('gives a Tool whose name is in use another, which keeps its Activity', () => {
    const { tools, http } = importFiles(FILES, { ...NOTHING, tools: ['createorder'] }, ['createOrder'])
    expect(tools).toMatchObject([
      { name: 'createOrder-2', schema: { properties: { _activity: { const: 'createOrder' } } } },
    ])
    expect(http.map(({ name }) => name)).toEqual(['createOrder'])
  })

  test.each([
    ['a tag', ['orders'], ['GET /orders', 'POST /orders']],
    ['a path and all below it', ['/stock'], ['GET /stock', 'PUT /stock/{item}']],
    ['method and path', ['get /stock'], ['GET /stock']],
    ['a name', ['setStock'], ['PUT /stock/{item}']],
    ['words', ['CREATE order'], ['POST /orders']],
    ['several terms', ['setStock', '/orders'], ['GET /orders', 'POST /orders', 'PUT /stock/{item}']],
  ])('gives the operations of %s', (_, only, keys) => {
    const { operations, tools } = shop(only)
    expect(operations.filter(({ isChosen }) => isChosen).map(({ key }) => key)).toEqual(keys)
    expect(tools).toHaveLength(keys.length)
  })

  test('says which term matches no operation, and asks to choose from more than a hundred', () => {
    expect(shop(['orders', 'gardens']).report).toContainEqual(
      expect.objectContaining({ code: 'operationUnknown', values: { term: 'gardens' } }),
    )
    const paths = Object.fromEntries(
      Array.from({ length: 101 }, (_, at) => [`/p${at}`, { get: { operationId: `get${at}`, tags: ['all'] } }]),
    )
    const { tools, operations, report } = importFiles([documentOf(paths)])
    expect(tools).toEqual([])
    expect(operations).toHaveLength(101)
    expect(report).toMatchObject([{ code: 'operationsToChoose', values: { count: '101', tags: 'all (101)' } }])
  })

  test('of the older kind is refused in one sentence', () => {
    const { tools, report } = importFiles([{ path: 'a.json', text: '{ "swagger": "2.0", "paths": { "/a": {} } }' }])
    expect(tools).toEqual([])
    expect(report).toMatchObject([{ what: 'This is OpenAPI 2.0, and 3.0 to 3.2 are read.' }])
  })
})

describe('a long schema', () => {
  /** Each member holds the whole again: written out, it has no end. */
  const deep = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`field${at}`, { $ref: '#/components/schemas/Wide' }]),
  )
  const wide = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `part${at}`,
      { type: 'object', description: 'A long sentence about this part. '.repeat(20), properties: deep },
    ]),
  )
  const schemas = { Wide: { type: 'object', properties: { id: { type: 'string' }, ...wide } } }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Wide' } } }

  test('of a body or an answer is shortened to what a Request and a file may hold, and reported', () => {
    const post = { operationId: 'post', requestBody: { content }, responses: { 200: { content } } }
    const { tools, report } = importFiles([documentOf({ '/a': { post } }, { components: { schemas } })])
    const { _result: result, ...properties } = (tools[0]?.schema.properties ?? {}) as { [name: string]: Json }
    expect(JSON.stringify({ ...tools[0]?.schema, properties }).length).toBeLessThan(4000)
    expect(JSON.stringify(result).length).toBeLessThanOrEqual(4000)
    expect(Object.keys(properties)).toContain('part39')
    expect(report).toContainEqual(expect.objectContaining({ code: 'operationsCut', values: { names: 'post' } }))
  })
})

describe('a hostile document', () => {
  test('whose references lead in circles, out of the folder or to the web ends, and reads no other file', () => {
    const loop = { $ref: '#/components/schemas/Loop' }
    const parameters = ['../../etc/passwd', 'file:///etc/passwd', 'https://evil.example/x.json', 'b.json#/a'].map(
      ($ref, at) => ({ name: `p${at}`, in: 'query', schema: { $ref } }),
    )
    const get = { operationId: 'get', parameters: [...parameters, { name: 'l', in: 'query', schema: loop }] }
    const { tools, report } = importFiles([
      documentOf({ '/a': { get }, '/b': { $ref: '#/paths/~1b' } }, { components: { schemas: { Loop: loop } } }),
      { path: 'b.json', text: '{ "a": { "$ref": "api.json#/paths/~1a" } }' },
    ])
    expect(tools.map(({ name }) => name)).toEqual(['get'])
    expect(report.filter(({ code }) => code === 'referenceUnread').map(({ values }) => values['reference'])).toEqual([
      '../../etc/passwd',
      'file:///etc/passwd',
      'https://evil.example/x.json',
    ])
  })

  test('with names of prototypes and prompts in HTML gives Tools, and changes no object', () => {
    const get = {
      operationId: '__proto__',
      summary: '<script>alert(1)</script>',
      parameters: [{ name: '__proto__', in: 'query', schema: { type: 'string' } }],
    }
    const { tools } = importFiles([documentOf({ '/constructor': { get, toString: 1 }, __proto__: { get } })])
    expect(tools).toMatchObject([{ name: 'proto', schema: { description: '<script>alert(1)</script>' } }])
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('named as a device gives a Tool and an Activity of another name', () => {
    const { tools, http } = importFiles([documentOf({ '/con': { get: { operationId: 'con' } } })])
    expect([tools[0]?.name, http[0]?.name]).toEqual(['con-2', 'con-2'])
  })

  test('of 20 million characters is read, and a longer one refused', () => {
    const get = { operationId: 'get', description: 'x'.repeat(12_000_000) }
    expect(importFiles([documentOf({ '/a': { get } })]).tools).toHaveLength(1)
    const long = { operationId: 'get', description: 'x'.repeat(100_000_000) }
    expect(importFiles([documentOf({ '/a': { get: long } })])).toMatchObject({
      tools: [],
      report: [{ what: 'This file cannot be read: It is longer than 20,000,000 characters.' }],
    })
  })
})

test('samples of code in other files are not part of a document that has files next to it', () => {
  const operation = {
    'x-codeSamples': [{ lang: 'C#', source: { $ref: 'code/get.cs' } }],
    responses: { 200: { description: 'ok', content: { 'application/json': { schema: { $ref: 'item.json' } } } } },
  }
  const document = { openapi: '3.1.0', info: {}, paths: { '/items': { get: operation } } }
  const { tools, report } = importFiles([
    { path: 'api.json', text: JSON.stringify({ ...document, servers: [{ url: 'https://a.example' }] }) },
    { path: 'item.json', text: '{ "type": "object", "properties": { "id": { "type": "string" } } }' },
  ])
  expect(JSON.stringify(tools)).toContain('"id"')
  expect(report.map(({ code }) => code)).toEqual(['allowHost'])
})

test('a body whose whole schema is in a missing file may be any value', () => {
  const requestBody = { content: { 'application/json': { schema: { $ref: 'other.yaml#/A' } } } }
  const { tools, report } = importFiles([documentOf({ '/x': { post: { operationId: 'postX', requestBody } } })])
  expect(tools).toMatchObject([{ schema: { properties: { body: expect.any(Object) } } }])
  expect(JSON.stringify(tools)).toContain('"body":{}')
  expect(report.map(({ code }) => code)).toContain('referenceUnread')
})

/** The composer adds it to each parameter that isn't a text, where the Idea has an input. */
const REFERENCE =
  '{"anyOf":[,{"type":"string","pattern":"^†","description":"A reference instead of the value: †state.path or †input.path"}]}'

test('a Tool of many flags leaves room for the references of a Request, and keeps its choices', () => {
  const flags = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [
      `allow_something_${index}`,
      { type: 'boolean', default: true, description: 'y'.repeat(90) },
    ]),
  )
  const properties: Json = {
    ...flags,
    seen: { type: 'string', enum: ['public', 'private'] },
    safe: { type: 'object', properties: flags },
  }
  const content: Json = { 'application/json': { schema: { type: 'object', properties } } }
  const { tools } = importFiles([
    documentOf({ '/a': { patch: { operationId: 'updateA', requestBody: { content }, responses: {} } } }),
  ])
  const schema = tools[0]?.schema ?? {}
  expect(schema['properties']).toMatchObject({
    seen: { enum: ['public', 'private'] },
    allow_something_19: { type: 'boolean' },
  })
  const size = Buffer.byteLength(JSON.stringify(schema)) + 21 * Buffer.byteLength(REFERENCE)
  expect(size).toBeGreaterThan(2500)
  expect(size).toBeLessThan(4096)
})

describe('a part of an OpenAPI document that cannot be sent', () => {
  test('is left out alone: a header or cookie parameter whose name no header can have', () => {
    const parameters: Json = [
      { name: 'a b', in: 'header', required: true, schema: { type: 'string' } },
      { name: 'x:y', in: 'cookie', schema: { type: 'string' } },
      { name: 'X-Ok', in: 'header', schema: { type: 'string' } },
    ]
    const { tools, http, report } = importFiles([
      documentOf({ '/a': { get: { operationId: 'getA', parameters, responses: {} } } }),
    ])
    expect(http).toMatchObject([{ http: { headers: { 'x-ok': '{X-Ok}' } } }])
    expect(JSON.stringify([tools, http])).not.toMatch(/a b|x:y/)
    const told = report.filter(({ code }) => code === 'httpPart')
    expect(told.map(({ values }) => values['part'])).toEqual(['the parameter "a b"', 'the parameter "x:y"'])
  })

  test('is reported with the address of a server that is not on the web', () => {
    const { http, report } = importFiles([
      documentOf(
        { '/a': { get: { operationId: 'getA', responses: {} } } },
        { servers: [{ url: 'file:///etc/passwd' }] },
      ),
    ])
    expect(http).toEqual([])
    expect(report.map(({ what }) => what)).toContain(
      'The request of getA was left out: its server file:///etc/passwd is not an http or https address with a host.',
    )
  })
})
