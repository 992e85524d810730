import { readImports } from '../engine/import-report.ts'
import { FIGURES_BY } from '../engine/figures-by.ts'
import { readWhatIf } from '../engine/what-if.ts'
import { type Route, json, jsonInTurns, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { toAddress } from './run-routes.ts'
import { ERRORS_QUERY } from './run-schemas.ts'

const count = (description: string) => ({ type: 'integer', description }) as const
const number = (description: string) => ({ type: 'number', description }) as const
const RUNS = (usual: number) =>
  ({ type: 'integer', minimum: 1, maximum: 100_000, description: `newest runs to look at; default ${usual}` }) as const

const { path: _path, value: _value, ...FILTERS } = ERRORS_QUERY.properties
const DEFAULT_RUNS = 1000
/** Every event of these Runs is read. */
const DEFAULT_TRACED = 100

const FIGURES = {
  type: 'object',
  required: [
    'name',
    'runs',
    'completed',
    'failed',
    'cancelled',
    'waiting',
    'withFailedCalls',
    'calls',
    'tokens',
    'cost',
    'unpriced',
    'medianMs',
    'p95Ms',
  ],
  properties: {
    name: { type: 'string' },
    runs: count('all of the group'),
    completed: count('of them'),
    failed: count('of them'),
    cancelled: count('of them'),
    waiting: count('for a person now'),
    withFailedCalls: count('completed, although Calls failed'),
    calls: count('in total'),
    tokens: count('in total'),
    cost: number('in total, in USD; runs without a known cost are left out'),
    unpriced: count('runs without a known cost'),
    medianMs: { type: ['number', 'null'], description: 'of ended runs' },
    p95Ms: { type: ['number', 'null'], description: 'of ended runs' },
  },
} as const

const MODEL = {
  type: 'object',
  required: ['model', 'cost', 'cachedCost', 'ms', 'paced'],
  properties: {
    model: { type: 'string' },
    cost: {
      type: ['number', 'null'],
      description: 'for the tokens as the recorded models counted them; null without a price',
    },
    cachedCost: { type: ['number', 'null'], description: 'if every repeated prefix had come from a cache' },
    ms: {
      type: ['object', 'null'],
      properties: { low: { type: 'number' }, high: { type: 'number' } },
      description:
        "all Requests in a row, by the middle half of the model's own recorded pace; null without a record of it",
    },
    paced: count('its own recorded Requests'),
  },
} as const

/** Reports from recorded Runs; nothing is asked or run. */
export const evidenceRoutes = ({ journal, workspace }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/figures',
    summary: 'Counts, cost, tokens and times of recorded runs by day, Idea, model, status or error',
    query: { type: 'object', properties: { ...FILTERS, by: { enum: FIGURES_BY, description: 'default day' } } },
    responses: {
      200: { description: 'Days in order; otherwise the most runs first', schema: { type: 'array', items: FIGURES } },
    },
    handler: async ({ query }) => {
      const { idea, trials = false, by = 'day', ...rest } = query
      return json(
        await journal.runs.figures(by, { ...rest, trials, ...(idea !== undefined && { idea: toAddress(idea) }) }),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/what-if',
    summary: 'Cost and time of recorded runs with other models, and what a cache would have saved',
    query: {
      type: 'object',
      properties: {
        idea: { type: 'string' },
        from: { type: 'string', maxLength: 40 },
        to: { type: 'string', maxLength: 40 },
        models: {
          type: 'string',
          maxLength: 2000,
          description: 'names, separated by commas; the recorded ones are always listed',
        },
        runs: RUNS(DEFAULT_RUNS),
      },
    },
    responses: {
      200: {
        description: 'The cheapest model first',
        schema: {
          type: 'object',
          required: [
            'runs',
            'requests',
            'inputTokens',
            'outputTokens',
            'cachedTokens',
            'cost',
            'estimated',
            'models',
            'readForCache',
            'priceDate',
            'equal',
            'more',
          ],
          properties: {
            runs: count('that were looked at'),
            requests: count('answered in them'),
            inputTokens: count('in total'),
            outputTokens: count('in total'),
            cachedTokens: count('of the input, read from a cache'),
            cost: { type: ['number', 'null'], description: 'as recorded' },
            estimated: count('Requests whose tokens no endpoint told'),
            models: { type: 'array', items: MODEL },
            readForCache: count('newest runs whose messages were compared'),
            priceDate: { type: 'string' },
            equal: {
              type: 'array',
              description:
                'the same input of an Idea gave the equal output in several ways: { idea, output, ways: [{ model, wire, runs, cost }] }',
              items: { type: 'object' },
            },
            more: { type: 'boolean', description: 'older runs were left out' },
          },
        },
      },
    },
    handler: async ({ query }) => {
      const { idea, models = '', runs = DEFAULT_RUNS, ...rest } = query
      const question = { ...rest, ...(idea !== undefined && { idea: toAddress(idea) }) }
      const named = models.split(',').flatMap((name) => name.trim() || [])
      return jsonInTurns(
        await readWhatIf(journal, workspace.manifest().prices, { ...question, models: named, most: runs }),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/imports',
    summary: 'Which imports of Modules were found again in their answers and arguments, in recorded runs',
    query: { type: 'object', properties: { runs: RUNS(DEFAULT_TRACED) } },
    responses: {
      200: {
        description: 'The least used first',
        schema: {
          type: 'object',
          required: ['imports', 'runs', 'damaged', 'more'],
          properties: {
            imports: {
              type: 'array',
              items: {
                type: 'object',
                required: ['from', 'tool', 'to', 'import', 'calls', 'used'],
                properties: {
                  from: { type: 'string' },
                  tool: { type: 'string' },
                  to: { type: 'string' },
                  import: { type: 'string' },
                  calls: count('that passed it'),
                  used: count('in which a reference read it, or an answer or argument holds a value of it'),
                  unusedIn: {
                    type: 'object',
                    description: '{ run, span }: the newest Call in which none of it was found',
                  },
                },
              },
            },
            runs: count('that were looked at'),
            damaged: count('that could not be read'),
            more: { type: 'boolean', description: 'older runs were left out' },
          },
        },
      },
    },
    handler: async ({ query }) => jsonInTurns(await readImports(journal, query.runs ?? DEFAULT_TRACED)),
  }),
]
