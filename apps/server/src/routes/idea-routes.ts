import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { LISTED, documentRoutes, toListed } from './document-routes.ts'

export const ideaRoutes = (services: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/ideas',
    summary: 'The Ideas of the workspace, with what is wrong in each',
    responses: { 200: { description: 'By name', schema: LISTED } },
    handler: async () => json((await services.workspace.list('ideas')).map(toListed)),
  }),
  ...documentRoutes(services, 'ideas', 'An Idea'),
]
