import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { toAddress } from './run-routes.ts'
import { ERRORS_QUERY, LIST_QUERY } from './run-schemas.ts'
import { ref } from './schemas.ts'

/** Runs by a question about them. */
export const runListRoutes = ({ journal }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/runs',
    summary: 'Runs, newest first or sorted',
    query: LIST_QUERY,
    responses: {
      200: {
        description: 'One page; `next` is the cursor of the page after it',
        schema: {
          type: 'object',
          required: ['items', 'next'],
          properties: { items: { type: 'array', items: ref('Run') }, next: { type: ['string', 'null'] } },
        },
      },
    },
    handler: async ({ query }) => {
      const { idea, trials = false, ...rest } = query
      return json(await journal.runs.list({ ...rest, trials, ...(idea !== undefined && { idea: toAddress(idea) }) }))
    },
  }),
  route({
    method: 'GET',
    path: '/api/run-errors',
    summary: 'How many of the runs that match failed with each code',
    query: ERRORS_QUERY,
    responses: {
      200: {
        description: 'The most frequent first; a filter by code is left out',
        schema: {
          type: 'array',
          items: {
            type: 'object',
            required: ['code', 'count'],
            properties: { code: { type: 'string' }, count: { type: 'integer' } },
          },
        },
      },
    },
    handler: async ({ query }) => {
      const { idea, trials = false, ...rest } = query
      return json(await journal.runs.errors({ ...rest, trials, ...(idea !== undefined && { idea: toAddress(idea) }) }))
    },
  }),
]
