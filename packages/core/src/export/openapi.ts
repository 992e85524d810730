import type { JsonObject, JsonSchema } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import { mapSubschemas } from '../tool/map-subschemas.ts'
import type { Exporter } from './exporter.ts'
import { type ExportRow, exportRow, listed } from './lost.ts'
import type { ExportGraph } from './read-graph.ts'
import { asking } from './tell.ts'

/** The document that `GET /api/use/openapi.json` gives, of these Ideas alone (docs/contract/api.md#http). */
export const openApi: Exporter = {
  ending: '.openapi.json',
  write: (graph, { url }) => {
    const lost = lostInOpenApi(graph)
    const { root, ideas } = graph
    const callable = ideas.map(({ input = null, output = null, ...idea }) => ({ ...idea, input, output }))
    const document = ideasOpenApi([...callable].reverse(), {
      title: root.title,
      version: '1',
      base: url,
      description: [
        ...(root.description === '' ? [] : [root.description]),
        ...lost.map(({ path, what, remedy }) => `${path}: ${what} ${remedy}`),
      ].join('\n\n'),
    })
    return { text: `${JSON.stringify(document, null, 2)}\n`, lost }
  },
}

const lostInOpenApi = (graph: ExportGraph): readonly ExportRow[] => {
  const tools = asking(graph)
  return tools.length === 0 ? [] : [exportRow(graph.root.path, 'approvalByRoute', { tools: listed(tools) })]
}

/** An Idea as programs call it. */
export interface CallableIdea {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** JSON Schemas; null where the Idea has none. */
  readonly input: JsonSchema | null
  readonly output: JsonSchema | null
}

export interface DocumentOptions {
  readonly title: string
  readonly version: string
  /** Before every path. */
  readonly base: string
  readonly description?: string
}

/** OpenAPI 3.1 of Ideas: one operation for each, with its own input and output. Pure. */
export const ideasOpenApi = (
  ideas: readonly CallableIdea[],
  { title, version, base, description = 'Each Idea of this workspace as an endpoint.' }: DocumentOptions,
): JsonObject => ({
  openapi: '3.1.0',
  info: { title, version, description },
  servers: [{ url: base === '' ? '/' : base }],
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  security: [{}, { token: [] }],
  paths: Object.fromEntries(ideas.map((idea) => [`/api/use/${idea.name}`, { post: toOperation(idea) }])),
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'ENSEMBLE_TOKEN, where the server has one' },
    },
    responses: { Problem: PROBLEM },
    schemas: Object.assign({}, ...ideas.map(toSchemas)) as JsonObject, // of JSON schemas
  },
})

const PROBLEM: JsonObject = {
  description: 'A refusal or a failed run (RFC 9457)',
  content: {
    'application/problem+json': {
      schema: {
        type: 'object',
        required: ['type', 'title', 'status', 'code', 'detail'],
        properties: {
          type: { type: 'string' },
          title: { type: 'string' },
          status: { type: 'integer' },
          code: { type: 'string' },
          detail: { type: 'string' },
          run: { type: 'string', description: 'the id of the run that failed' },
          errors: {
            type: 'array',
            items: {
              type: 'object',
              properties: { path: { type: 'string' }, message: { type: 'string' } },
            },
          },
        },
      },
    },
  },
}

const PREFER: JsonObject = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: 'wait=SECONDS, at most 300, or respond-async (RFC 7240). Default: wait=30.',
  schema: { type: 'string', examples: ['wait=60', 'respond-async'] },
}

const KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same body gives the same run.',
  schema: { type: 'string', maxLength: 200 },
}

const LATER: JsonObject = {
  description:
    'The run continues, or waits for a person: read `url` until its status is completed, failed or cancelled',
  headers: { Location: { description: 'The address of the run', schema: { type: 'string' } } },
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['id', 'url'],
        properties: { id: { type: 'string' }, url: { type: 'string' } },
      },
    },
  },
}

const toOperation = ({ name, title, description, input, output }: CallableIdea): JsonObject => ({
  operationId: name,
  summary: title ?? name,
  ...(description !== undefined && { description }),
  parameters: [PREFER, KEY],
  ...(input !== null && {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}.input` } } },
    },
  }),
  responses: {
    '200': {
      description: 'The output',
      content: {
        'application/json': { schema: output === null ? {} : { $ref: `#/components/schemas/${name}.output` } },
      },
    },
    '202': LATER,
    default: { $ref: '#/components/responses/Problem' },
  },
})

const toSchemas = ({ name, input, output }: CallableIdea): JsonObject =>
  Object.fromEntries(
    Object.entries({ [`${name}.input`]: input, [`${name}.output`]: output }).flatMap(([key, schema]) =>
      schema === null ? [] : [[key, moved(schema, `#/components/schemas/${key}`)]],
    ),
  )

/** The schema with its references at its new place. */
const moved = (schema: JsonSchema, root: string): JsonSchema => {
  if (!isObject(schema)) return schema
  const inner = mapSubschemas(schema, (one) => moved(one, root))
  return typeof inner['$ref'] === 'string' && inner['$ref'].startsWith('#')
    ? { ...inner, $ref: root + inner['$ref'].slice(1) }
    : inner
}
