import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { documentRoutes } from './document-routes.ts'

const LISTED = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name', 'title', 'etag', 'problems'],
    properties: {
      name: { type: 'string' },
      title: { type: ['string', 'null'] },
      etag: { type: ['string', 'null'] },
      draft: { type: 'string' },
      problems: { type: 'array', items: { $ref: '#/components/schemas/Problem' } },
    },
  },
} as const

export const ideaRoutes = (services: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/ideas',
    summary: 'The Ideas of the workspace, with what is wrong in each',
    responses: { 200: { description: 'By name', schema: LISTED } },
    handler: async () => {
      const { ideas } = await services.workspace.snapshot()
      return json(
        [...ideas.values()].map(({ name, title, etag, draft, problems }) => ({
          name,
          title: title ?? null,
          etag,
          ...(draft !== undefined && { draft }),
          problems,
        })),
      )
    },
  }),
  ...documentRoutes(services, 'ideas', 'An Idea'),
]
