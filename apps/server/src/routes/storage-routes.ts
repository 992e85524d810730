import { collectGarbage, largestRuns } from '../engine/collect-garbage.ts'
import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'

const BYTES = { type: 'integer', minimum: 0 } as const

const COUNTED = {
  type: 'object',
  required: ['count', 'bytes'],
  properties: { count: { type: 'integer' }, bytes: BYTES },
} as const

const COLLECTED = {
  type: 'object',
  required: ['dryRun', 'runs', 'values', 'files', 'copies'],
  properties: {
    dryRun: { type: 'boolean', description: 'Nothing was deleted' },
    runs: {
      type: 'object',
      description: 'Runs beyond the retention of ensemble.json, and the largest of them',
      required: [...COUNTED.required, 'largest'],
      properties: {
        ...COUNTED.properties,
        largest: {
          type: 'array',
          items: { type: 'object', required: ['id', 'bytes'], properties: { id: { type: 'string' }, bytes: BYTES } },
        },
      },
    },
    values: { ...COUNTED, description: 'Values of the database that no run uses' },
    files: { ...COUNTED, description: 'Files of Activities that no run uses' },
    copies: {
      type: 'array',
      description: 'Older copies of the database, which are never deleted automatically',
      items: { type: 'object', required: ['file', 'bytes'], properties: { file: { type: 'string' }, bytes: BYTES } },
    },
  },
} as const

/** The disk space of recorded runs: what takes it, and what can go. */
export const storageRoutes = ({ journal, artifacts, workspace, retention }: Services): readonly Route[] => [
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
    handler: async () => json({ ...(await journal.size()), artifacts: await artifacts.total() }),
  }),
  route({
    method: 'GET',
    path: '/api/storage/runs',
    summary: 'The runs that take the most space, the largest first',
    query: {
      type: 'object',
      properties: { limit: { type: 'integer', minimum: 1, maximum: 500, default: 20 } },
      additionalProperties: false,
    },
    responses: {
      200: {
        description: 'Bytes that are free once only this run is deleted',
        schema: {
          type: 'object',
          required: ['items'],
          properties: {
            items: {
              type: 'array',
              items: {
                type: 'object',
                required: ['id', 'idea', 'status', 'startedAt', 'bytes'],
                properties: {
                  id: { type: 'string' },
                  idea: { type: 'string' },
                  status: { type: 'string' },
                  startedAt: { type: 'string' },
                  bytes: BYTES,
                },
              },
            },
          },
        },
      },
    },
    handler: async ({ query }) => json({ items: await largestRuns({ journal, artifacts }, query.limit) }),
  }),
  route({
    method: 'POST',
    path: '/api/gc',
    summary: 'Delete runs beyond the retention, and content that no run uses',
    body: {
      type: 'object',
      properties: { dryRun: { type: 'boolean', description: 'only count it' } },
      additionalProperties: false,
    },
    responses: { 200: { description: 'What was deleted, or would be', schema: COLLECTED } },
    handler: async ({ body }) => {
      const parts = {
        journal,
        artifacts,
        root: workspace.root,
        retention: () => workspace.manifest().retention,
        now: Date.now,
      }
      return json(await collectGarbage(parts, retention, body.dryRun === true))
    },
  }),
]
