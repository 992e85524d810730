import type { JsonObject, JsonSchema } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import { pascal } from '../schema/typescript/to-typescript.ts'
import { mapSubschemas } from '../tool/map-subschemas.ts'
import type { Exporter } from './exporter.ts'
import { type ExportCode, type ExportRow, exportRow, listed } from './lost.ts'
import type { ExportGraph, GraphIdea } from './read-graph.ts'
import { asking } from './tell.ts'

/** OpenAPI 3.1 of the routes that run these Ideas, with the schemas of their inputs and outputs (docs/contract/api.md#http). */
export const openApi: Exporter = {
  ending: '.openapi.json',
  write: (graph, { url }) => {
    const lost = lostInOpenApi(graph)
    return { text: `${JSON.stringify(documentOf(graph, url, lost), null, 2)}\n`, lost }
  },
}

const lostInOpenApi = (graph: ExportGraph): readonly ExportRow[] => {
  const { path } = graph.root
  const rows: ExportRow[] = []
  const report = (code: ExportCode, values: ExportRow['values'] = {}): void =>
    void rows.push(exportRow(path, code, values))
  report('oneEndpoint')
  const tools = asking(graph)
  if (tools.length > 0) report('approvalByRoute', { tools: listed(tools) })
  return rows
}

const documentOf = (graph: ExportGraph, url: string, lost: readonly ExportRow[]): JsonObject => {
  const { root, ideas } = graph
  const named = [...ideas].reverse().map((idea) => ({ idea, type: pascal(idea.name) }))
  const asks = asking(graph).length > 0
  return {
    openapi: '3.1.0',
    info: {
      title: root.title,
      version: '1',
      description: [
        ...(root.description === '' ? [] : [root.description]),
        'Start a run, then read it until its status is completed, failed or cancelled.',
        ...lost.map(({ path, what, remedy }) => `${path}: ${what} ${remedy}`),
      ].join('\n\n'),
    },
    servers: [{ url }],
    security: [{}, { token: [] }],
    paths: {
      '/api/runs': { post: startOf(named) },
      '/api/runs/{id}': { get: readOf(named) },
      '/api/runs/{id}/cancel': { post: CANCEL },
      '/api/runs/{id}/bodies/{hash}': { get: BODY },
      ...(asks && { '/api/approvals': { get: APPROVALS }, '/api/runs/{id}/approvals/{callId}': { post: DECIDE } }),
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'Where ENSEMBLE_TOKEN is set' } },
      schemas: Object.assign({ Problem: PROBLEM, Stored: STORED }, ...named.map(schemasOf)) as JsonObject, // objects of schemas
    },
  }
}

interface Named {
  readonly idea: GraphIdea
  readonly type: string
}

const refer = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
const content = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } })
/** One schema, or any of several. */
const oneOf = (schemas: readonly JsonObject[]): JsonObject =>
  schemas.length === 1 ? (schemas[0] ?? {}) : { oneOf: schemas }
const REFUSED = {
  default: { description: 'A refusal', content: { 'application/problem+json': { schema: refer('Problem') } } },
}
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: 'of the run' }

const startOf = (named: readonly Named[]): JsonObject => ({
  operationId: 'startRun',
  summary: `Run ${listed(named.map(({ idea }) => idea.title))}`,
  requestBody: { required: true, ...content(oneOf(named.map(({ type }) => refer(`${type}Start`)))) },
  responses: {
    '202': {
      description: 'Started',
      ...content({
        type: 'object',
        properties: { id: { type: 'string' }, url: { type: 'string', description: 'path of the run' } },
        required: ['id', 'url'],
      }),
    },
    ...REFUSED,
  },
})

const readOf = (named: readonly Named[]): JsonObject => ({
  operationId: 'readRun',
  summary: 'Read a run: its status, and its output once it is completed',
  parameters: [ID],
  responses: {
    '200': { description: 'The run', ...content(oneOf(named.map(({ type }) => refer(`${type}Run`)))) },
    ...REFUSED,
  },
})

const CANCEL: JsonObject = {
  operationId: 'cancelRun',
  summary: 'Stop a run',
  parameters: [ID],
  responses: { '202': { description: 'Asked to stop' }, ...REFUSED },
}

const BODY: JsonObject = {
  operationId: 'readBody',
  summary: 'Read a value over 4 KiB that a run refers to by its hash',
  parameters: [
    ID,
    { name: 'hash', in: 'path', required: true, schema: { type: 'string' }, description: '$body of the reference' },
  ],
  responses: { '200': { description: 'The value', ...content({}) }, ...REFUSED },
}

const APPROVALS: JsonObject = {
  operationId: 'listApprovals',
  summary: 'List calls that wait for a person, of all runs',
  responses: {
    '200': {
      description: 'Open questions',
      ...content({
        type: 'array',
        items: {
          type: 'object',
          properties: {
            run: { type: 'string' },
            callId: { type: 'string' },
            tool: { type: 'string' },
            hash: { type: 'string', description: 'of the exact arguments; a decision sends it back' },
            parameters: { type: 'object' },
          },
          required: ['run', 'callId', 'tool', 'hash', 'parameters'],
        },
      }),
    },
    ...REFUSED,
  },
}

const DECIDE: JsonObject = {
  operationId: 'decide',
  summary: 'Approve, edit, answer or refuse a call that waits',
  parameters: [ID, { name: 'callId', in: 'path', required: true, schema: { type: 'string' } }],
  requestBody: {
    required: true,
    ...content({
      type: 'object',
      properties: {
        decision: { enum: ['approve', 'edit', 'answer', 'refuse'] },
        hash: { type: 'string' },
        call: { type: 'object', description: 'edit: the complete new parameters' },
        result: { description: 'answer: the result' },
        reason: { type: 'string' },
      },
      required: ['decision'],
    }),
  },
  responses: { '202': { description: 'Taken' }, ...REFUSED },
}

const PROBLEM: JsonObject = {
  type: 'object',
  properties: { status: { type: 'integer' }, code: { type: 'string' }, detail: { type: 'string' } },
  required: ['status', 'code', 'detail'],
}

const STORED: JsonObject = {
  type: 'object',
  description: 'A value over 4 KiB: read it by readBody',
  properties: { $body: { type: 'string' }, bytes: { type: 'integer' } },
  required: ['$body', 'bytes'],
}

const schemasOf = ({ idea, type }: Named): JsonObject => ({
  [`${type}Start`]: {
    type: 'object',
    ...(idea.description !== '' && { description: idea.description }),
    properties: {
      idea: { const: idea.name },
      ...(idea.input !== undefined && { input: refer(`${type}Input`) }),
      idempotencyKey: { type: 'string', maxLength: 200, description: 'the same key gives the same run' },
    },
    required: ['idea', ...(idea.input === undefined ? [] : ['input'])],
  },
  ...(idea.input !== undefined && { [`${type}Input`]: moved(idea.input, `${type}Input`) }),
  [`${type}Output`]: idea.output === undefined ? { type: 'string' } : moved(idea.output, `${type}Output`),
  [`${type}Run`]: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      idea: { const: `idea://${idea.name}` },
      status: { enum: ['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled'] },
      output: { anyOf: [refer(`${type}Output`), refer('Stored')] },
      error: { type: 'object', properties: { code: { type: 'string' }, message: { type: 'string' } } },
    },
    required: ['id', 'idea', 'status'],
  },
})

/** The schema with its references at its new place. */
const moved = (schema: JsonSchema, name: string): JsonSchema => {
  if (!isObject(schema)) return schema
  const inner = mapSubschemas(schema, (one) => moved(one, name))
  return typeof inner['$ref'] === 'string' && inner['$ref'].startsWith('#')
    ? { ...inner, $ref: `#/components/schemas/${name}${inner['$ref'].slice(1)}` }
    : inner
}
