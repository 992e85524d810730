import { setTimeout as sleep } from 'node:timers/promises'
import { EXAMINE_EXAMPLES } from './body-examples.ts'
import { ModelError } from '@ensemble/core'
import { explainExamination } from '@ensemble/core/host'
import type { ExplainedExamination } from '../http/answers.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { type Route, json, route } from '../http/route.ts'
import { findLocalServers } from '../models/find-local.ts'
import type { Examined } from '../models/examinations.ts'
import type { Services } from '../services.ts'
import { ref } from './schemas.ts'

/** Some thirty small questions to a model that may have to be loaded from the disk first, or answers slowly. */
const EXAMINE_MS = 1_800_000
/** Shorter than the time after which a client, or a proxy before it, gives up on an answer. */
const MOST_WAIT_MS = 25_000

const PENDING = {
  type: 'object',
  required: ['pending'],
  properties: { pending: { type: 'integer', description: 'Questions so far' } },
} as const

const EXAMINED = {
  type: 'object',
  required: ['model', 'endpoint', 'simulated', 'at', 'capabilities', 'streaming', 'usage', 'parallelCalls', 'findings'],
  properties: {
    model: { type: 'string' },
    endpoint: { type: 'string' },
    simulated: { type: 'boolean', description: "It isn't a language model" },
    at: { type: 'string', description: 'When it was tried' },
    capabilities: ref('Capabilities'),
    streaming: { type: 'boolean' },
    usage: { type: 'boolean' },
    parallelCalls: { type: 'boolean' },
    reasoning: { const: true, description: 'An answer came with reasoning that can be given back' },
    findings: { type: 'array', description: 'What that means for runs, in plain words', items: ref('Finding') },
  },
} as const

const MODELS = { type: 'array', items: { type: 'string' } } as const

const ENDPOINTS = {
  type: 'object',
  required: ['endpoints', 'examined'],
  properties: {
    endpoints: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'baseUrl', 'source', 'key', 'concurrency'],
        properties: {
          name: { type: 'string' },
          baseUrl: { type: 'string' },
          source: { enum: ['environment', 'workspace'] },
          key: { enum: ['none', 'given', 'missing', 'unapproved'] },
          tokenCommand: {
            type: 'string',
            description: 'The command that prints the key; it never runs before it is approved in the terminal',
          },
          reference: { type: 'string', description: 'secret://NAME' },
          concurrency: { type: 'integer' },
          limits: {
            type: 'object',
            description: 'What it takes in a minute',
            properties: { requestsPerMinute: { type: 'integer' }, tokensPerMinute: { type: 'integer' } },
          },
          fallback: {
            type: 'array',
            items: { type: 'string' },
            description: 'Models that are asked if it can’t answer',
          },
        },
      },
    },
    examined: { type: 'array', items: EXAMINED },
  },
} as const

const FOUND_SERVERS = {
  type: 'object',
  required: ['found'],
  properties: {
    found: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'baseUrl', 'models'],
        properties: {
          name: { type: 'string' },
          baseUrl: { type: 'string' },
          models: MODELS,
          quirk: { type: 'string', description: 'Limits of this program that a first run would meet' },
        },
      },
    },
  },
} as const

/** A failure of the endpoint is its own answer, not a fault of this server. `answered` is the endpoint's status. */
const fromModel = (error: unknown): unknown => {
  if (!(error instanceof ModelError)) return error
  const { status } = error.details
  return new HttpProblem(502, error.code, error.message, status === undefined ? {} : { extra: { answered: status } })
}

const withFindings = (examined: Examined): ExplainedExamination => ({
  ...examined,
  findings: explainExamination(examined),
})

/** The result, or undefined if it takes longer. */
const within = async <T>(result: Promise<T>, ms: number): Promise<T | undefined> => {
  const late = new AbortController()
  try {
    return await Promise.race([result, sleep(ms, undefined, { signal: late.signal })])
  } finally {
    late.abort()
  }
}

/** The endpoints of models: their list, the models they offer, and the results of tests. */
export const endpointRoutes = ({ models, localFetch, stopping }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/endpoints',
    summary: 'Endpoints of the workspace and of the environment, and what their models did when they were tried',
    responses: {
      200: {
        description: 'Keys are never part of it',
        schema: ENDPOINTS,
      },
    },
    handler: async () => {
      const examined = models.list().flatMap((model) => (model.examined === undefined ? [] : [model.examined]))
      return json({ endpoints: await models.endpoints(), examined: examined.map(withFindings) })
    },
  }),
  route({
    method: 'POST',
    path: '/api/endpoints/models',
    onlyLooks: true,
    summary: 'Ask an endpoint which models it has',
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['endpoint'],
      properties: { endpoint: { type: 'string', minLength: 1, maxLength: 64 } },
    },
    responses: {
      200: {
        description: 'By the names a run may give',
        schema: { type: 'object', required: ['models'], properties: { models: MODELS } },
      },
      502: { description: 'The endpoint does not answer, or not as it should' },
    },
    handler: async ({ body }) => {
      const listed = await models.listAt(body.endpoint).catch((error: unknown) => {
        throw fromModel(error)
      })
      return json({ models: listed })
    },
  }),
  route({
    method: 'POST',
    path: '/api/endpoints/find',
    onlyLooks: true,
    summary: 'Look for model servers on the default ports of this machine, once',
    responses: {
      200: {
        description: 'Those that answered',
        schema: FOUND_SERVERS,
      },
    },
    handler: async () => json({ found: await findLocalServers(localFetch) }),
  }),
  route({
    method: 'POST',
    path: '/api/models/examine',
    onlyLooks: true,
    summary: 'Try a model with a few small questions and say what it can do; remembered for its later requests',
    examples: EXAMINE_EXAMPLES,
    body: {
      type: 'object',
      additionalProperties: false,
      properties: {
        model: { type: 'string', minLength: 1, maxLength: 200, description: 'otherwise the default' },
        waitMs: { type: 'integer', minimum: 0, maximum: MOST_WAIT_MS, description: 'for the result; then 202' },
      },
    },
    responses: {
      200: { description: 'What it did', schema: EXAMINED },
      202: { description: 'The test continues: ask again to join it', schema: PENDING },
      502: { description: 'The endpoint failed, and how' },
    },
    handler: async ({ body }) => {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(EXAMINE_MS)])
      const { asked, done } = models.examine(body.model ?? models.defaults().model, signal)
      try {
        const examined = await within(done, body.waitMs ?? MOST_WAIT_MS)
        return examined === undefined ? json({ pending: asked() }, 202) : json(withFindings(examined))
      } catch (error) {
        if (error instanceof DOMException && error.name === 'TimeoutError')
          throw new HttpProblem(502, 'model.stalled', 'The model did not answer the questions in half an hour.')
        throw fromModel(error)
      }
    },
  }),
]
