import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { ref } from './schemas.ts'
import { findRun } from './run-routes.ts'

/** `Annotation` as a person writes it; what is left out is taken away. */
const ANNOTATION = {
  type: 'object',
  additionalProperties: false,
  properties: {
    star: { type: 'boolean', description: 'a starred run outlives the retention of ensemble.json' },
    labels: { type: 'array', maxItems: 20, uniqueItems: true, items: { type: 'string', minLength: 1, maxLength: 60 } },
    note: { type: 'string', maxLength: 4000 },
  },
} as const

/** A person's notes about a run, stored apart from its Journal: no record changes. */
export const annotationRoutes = ({ journal }: Services): readonly Route[] => [
  route({
    method: 'PUT',
    path: '/api/runs/{id}/annotation',
    summary: 'Star a run, label it or add a note, replacing earlier ones',
    body: ANNOTATION,
    responses: { 200: { description: 'The run', schema: ref('Run') } },
    handler: async ({ params, body }) => {
      const run = await findRun(journal, params['id'])
      const { star = false, labels = [], note = '' } = body
      return json(await journal.annotate(run.id, { star, labels, note }))
    },
  }),
  route({
    method: 'GET',
    path: '/api/labels',
    summary: 'Every label that some run carries',
    responses: { 200: { description: 'In order', schema: { type: 'array', items: { type: 'string' } } } },
    handler: async () => json(await journal.labels()),
  }),
]
