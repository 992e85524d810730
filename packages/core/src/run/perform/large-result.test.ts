import { describe, expect, it, test } from 'vitest'
import { compose } from '../../request/compose.ts'
import type { EffectiveTool } from '../../request/composition.ts'
import { DEFAULT_COMPOSITION } from '../../request/config.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { createValidator } from '../../schema/validate.ts'
import { checkGiven } from '../../call/check-parameters.ts'
import { importTools } from '../../tool/convert.ts'
import { normaliseTool } from '../../tool/normalise.ts'
import type { ToolSchema } from '../../tool/tool.ts'

const sizeOf = (value: Json): number => new TextEncoder().encode(JSON.stringify(value)).length

const links = (owner: string, count: number): JsonObject =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `${owner}_link_${index}`,
      { type: 'string', format: 'uri', description: `Where part ${index} of the ${owner} is, 例えば…`, nullable: true },
    ]),
  )
const component = (name: string, count: number, more: JsonObject = {}): JsonObject => ({
  title: name,
  type: 'object',
  properties: { id: { type: 'integer', format: 'int64' }, ...links(name, count), ...more },
  required: ['id'],
})
const to = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

/** An operation of the shape and size of one that reads an issue of a large tracker: small to ask, some 50 KB to answer. */
const tracker: JsonObject = {
  openapi: '3.0.3',
  servers: [{ url: 'https://tracker.example' }],
  paths: {
    '/repos/{owner}/{repo}/issues/{issue_number}': {
      get: {
        operationId: 'issues/get',
        summary: 'Get an issue',
        description: `Reads one issue. Отвечает и на запрос о pull request. ${'If it was moved, the answer says where to. '.repeat(35)}`,
        parameters: [
          { name: 'owner', in: 'path', required: true, schema: { type: 'string' }, description: 'The account.' },
          { name: 'repo', in: 'path', required: true, schema: { type: 'string' }, description: 'The repository.' },
          { name: 'issue_number', in: 'path', required: true, schema: { type: 'integer' }, description: 'Its number.' },
        ],
        responses: { 200: { description: 'The issue', content: { 'application/json': { schema: to('issue') } } } },
      },
    },
  },
  components: {
    schemas: {
      issue: component('issue', 30, {
        title: { type: 'string' },
        user: to('user'),
        assignees: { type: 'array', items: to('user') },
        milestone: to('milestone'),
        repository: to('repository'),
        app: to('app'),
        pinned: to('comment'),
      }),
      user: component('user', 20),
      milestone: component('milestone', 15, { creator: to('user') }),
      repository: component('repository', 110, {
        owner: to('user'),
        template: to('repository'),
        licence: to('licence'),
      }),
      licence: component('licence', 8),
      app: component('app', 20, { owner: to('user') }),
      comment: component('comment', 15, { user: to('user'), app: to('app') }),
    },
  },
}

const explicit = (name: string, schema: ToolSchema): EffectiveTool => ({
  tool: normaliseTool(name, schema).tool,
  mode: 'explicit',
  activity: name,
})
const composed = (tool: EffectiveTool): JsonObject =>
  compose({
    tools: [tool],
    output: undefined,
    hasState: false,
    hasInput: false,
    instances: [],
    options: DEFAULT_COMPOSITION,
  }).schema

describe('an operation with a small question and a large answer', () => {
  const [imported] = importTools(JSON.stringify(tracker)).tools
  const schema = imported?.schema ?? {}

  it('costs under 4 KB a turn, as its answer isn’t part of the question', () => {
    expect(sizeOf(schema)).toBeGreaterThan(30_000)
    expect(sizeOf(composed(explicit('issues_get', schema)))).toBeLessThan(4096)
    expect(JSON.stringify(composed(explicit('issues_get', schema)))).not.toContain('repository_link')
  })

  it('has one copy of the definitions, where the answer needs them', () => {
    expect(schema).not.toHaveProperty('$defs')
    expect(schema.properties).toMatchObject({ _result: { $defs: { issue: {}, repository: {}, user: {} } } })
    expect(normaliseTool('issues_get', schema).problems).toEqual([])
  })

  it('still has its answer checked', async () => {
    const { tool } = normaliseTool('issues_get', schema)
    const validator = createValidator()
    expect(checkGiven(tool, { id: 1, title: 'Дождь', user: { id: 7 } }, validator)).toBeUndefined()
    expect(checkGiven(tool, { id: 1, user: { id: 'seven' } }, validator)).toMatchObject({
      code: 'output.invalid',
      path: '/_result/user/id',
    })
  })

  it('shows the answer to a model that makes it up itself', () => {
    const latent: EffectiveTool = { ...explicit('issues_get', schema), mode: 'latent', activity: '' }
    expect(JSON.stringify(composed(latent))).toContain('repository_link')
  })
})

test('a tool of an MCP server costs nothing for its result', () => {
  const inputSchema = { type: 'object', properties: { city: { type: 'string' } }, $defs: { lone: { type: 'string' } } }
  const outputSchema = component('weather', 200)
  const given = { tools: [{ name: 'weather', inputSchema, outputSchema, annotations: { readOnlyHint: true } }] }
  const [{ schema } = { schema: {} }] = importTools(JSON.stringify(given)).tools
  expect(schema).toEqual({ type: 'object', properties: { city: { type: 'string' }, _result: outputSchema } })
  expect(sizeOf(composed(explicit('weather', schema)))).toBeLessThan(600)
})

test('definitions that only the result of an authored Tool needs are sent with the result alone', () => {
  const schema = {
    properties: { city: { $ref: '#/$defs/city' }, _result: { $ref: '#/$defs/weather' } },
    $defs: { city: { type: 'string' }, weather: { type: 'number' } },
  }
  const shown = JSON.stringify(composed(explicit('weather', schema)))
  expect(shown).toContain('weather.city')
  expect(shown).not.toContain('"number"')
})

test('a Tool says its result once', () => {
  const { problems } = normaliseTool('weather', { properties: { _output: true, _result: true } })
  expect(problems).toMatchObject([{ code: 'tool.metaConflict', path: '/properties/_result' }])
})
