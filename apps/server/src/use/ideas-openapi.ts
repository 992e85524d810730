import { type Json, type JsonObject, isObject } from '@ensemble/core'

/** An Idea as programs call it. */
export interface CallableIdea {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** JSON Schemas; null where the Idea has none. */
  readonly input: Json
  readonly output: Json
}

/** References inside a schema lead to where it is in the document. */
const rebased = (value: Json, root: string): Json => {
  if (Array.isArray(value)) return value.map((each) => rebased(each, root))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string' && member.startsWith('#')
        ? root + member.slice(1)
        : rebased(member, root),
    ]),
  )
}

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
  description: 'The run continues, or waits for a person: ask its address',
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
      schema === null ? [] : [[key, rebased(schema, `#/components/schemas/${key}`)]],
    ),
  )

export interface DocumentOptions {
  /** The name of the workspace. */
  readonly title: string
  readonly version: string
  /** Before every path. */
  readonly base: string
}

/** OpenAPI 3.1 of the Ideas of a workspace: one operation for each, with its own input and output. */
export const ideasOpenApi = (
  ideas: readonly CallableIdea[],
  { title, version, base }: DocumentOptions,
): JsonObject => ({
  openapi: '3.1.0',
  info: { title, version, description: 'Each Idea of this workspace as an endpoint.' },
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
