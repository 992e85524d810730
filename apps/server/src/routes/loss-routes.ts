import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'

const LOSSES = {
  type: 'array',
  description: 'The oldest first',
  items: {
    type: 'object',
    required: ['at', 'type', 'kept', 'lost', 'incomplete', 'unnamed'],
    properties: {
      at: { type: 'string' },
      type: {
        enum: ['damaged', 'missing', 'found'],
        description:
          'damaged: bytes of the database or its log were changed; missing: the end of its log is gone, the rest is whole; found: the open database is damaged, nothing more is recorded, and a restart carries over every whole run',
      },
      kept: { type: 'integer', description: 'runs that are there; 0 for found' },
      lost: {
        type: 'array',
        items: {
          type: 'object',
          required: ['run'],
          properties: { run: { type: 'string' }, idea: { type: 'string', description: 'where it can still be read' } },
        },
      },
      incomplete: {
        type: 'array',
        description: 'runs that lack a large value, what people said about them, or the hash of their last event',
        items: { type: 'string' },
      },
      unnamed: { type: 'integer', description: 'lost runs of which nothing is left, not even the id' },
      behind: { type: 'string', description: 'the run whose last recorded change is gone' },
      aside: { type: 'string', description: 'the file in .ensemble that the damaged database is kept as' },
    },
  },
} as const

/** Lost recorded runs, until a person has seen the report. */
export const lossRoutes = ({ losses }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/losses',
    summary: 'Recorded runs that a damaged database or log has cost, and damage found since the start',
    responses: { 200: { description: 'Losses that are not dismissed yet', schema: LOSSES } },
    handler: () => json(losses.list()),
  }),
  route({
    method: 'DELETE',
    path: '/api/losses',
    summary: 'Dismisses them: a person has seen them',
    responses: { 204: { description: 'Dismissed' } },
    handler: () => {
      losses.clear()
      return new Response(null, { status: 204 })
    },
  }),
]
