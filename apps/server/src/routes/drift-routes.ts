import { readDrift } from '../engine/run-drift.ts'
import { type Route, jsonInTurns, route } from '../http/route.ts'
import type { Services } from '../services.ts'

const RUNS = 1000
const count = (description: string) => ({ type: 'integer', description }) as const

const EDGE = {
  type: 'object',
  required: ['id', 'from', 'tool', 'to', 'resolve', 'calls', 'fits', 'bridged', 'unjudged', 'differences'],
  properties: {
    id: { type: 'string', description: "the edge's id in GET /api/graph" },
    from: { type: 'string' },
    tool: { type: 'string' },
    to: { type: 'string' },
    resolve: { enum: ['runtime', 'upfront', 'upfront+output', null], description: 'now; null where the Tool is gone' },
    calls: count('that entered the Module'),
    fits: count("whose arguments fit the Module's input schema as it is now"),
    bridged: count("whose arguments don't fit: with runtime resolution the Module's model bridges them"),
    unjudged: count('whose values are gone, or whose Module has no input schema'),
    differences: {
      type: 'array',
      description: 'the 20 most frequent',
      items: {
        type: 'object',
        required: ['path', 'message', 'count', 'example'],
        properties: {
          path: { type: 'string' },
          message: { type: 'string' },
          count: { type: 'integer' },
          example: {
            type: 'object',
            required: ['run', 'span'],
            properties: { run: { type: 'string' }, span: { type: 'string' }, value: {} },
          },
        },
      },
    },
  },
} as const

export const driftRoutes = (services: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/drift',
    summary: "What callers passed to Modules in recorded runs, against the Modules' inputs as the files are now",
    query: {
      type: 'object',
      additionalProperties: false,
      properties: {
        runs: { type: 'integer', minimum: 1, maximum: 100_000, description: 'newest runs to look at; default 1000' },
      },
    },
    responses: {
      200: {
        description: 'By edge, the most bridged Calls first',
        schema: {
          type: 'object',
          required: ['edges', 'runs', 'more'],
          properties: {
            edges: { type: 'array', items: EDGE },
            runs: count('that were looked at'),
            more: { type: 'boolean', description: 'older runs were left out' },
          },
        },
      },
    },
    handler: async ({ query }) => jsonInTurns(await readDrift(services, query.runs ?? RUNS)),
  }),
]
