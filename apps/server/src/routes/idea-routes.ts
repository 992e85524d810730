import { type Route, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { LISTED, LIST_QUERY, documentRoutes, listFiles } from './document-routes.ts'

export const ideaRoutes = (services: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/ideas',
    summary: 'The Ideas of the workspace, with what is wrong in each',
    responses: { 200: { description: 'By name', schema: LISTED } },
    query: LIST_QUERY,
    handler: ({ query }) => listFiles(services.workspace, 'ideas', query),
  }),
  ...documentRoutes(services, 'ideas', 'An Idea'),
]
