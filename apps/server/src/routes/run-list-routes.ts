import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { toAddress } from './run-routes.ts'
import { ERRORS_QUERY, LIST_QUERY } from './run-schemas.ts'
import { ref } from './schemas.ts'

/** Runs by a question about them, and what all of them take on the disk. */
export const runListRoutes = ({ journal, artifacts }: Services): readonly Route[] => [
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
  route({
    method: 'GET',
    path: '/api/storage',
    summary: 'What the runs of this workspace take on the disk',
    responses: {
      200: {
        description: 'Bytes',
        schema: {
          type: 'object',
          required: ['runs', 'journal', 'artifacts'],
          properties: {
            runs: { type: 'integer', description: 'How many there are' },
            journal: { type: 'integer', description: 'Bytes of the database' },
            artifacts: { type: 'integer', description: 'Bytes of the files that Activities made' },
          },
        },
      },
    },
    handler: async () => json({ ...journal.size(), artifacts: await artifacts.total() }),
  }),
]
