import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { LISTED, documentRoutes, toListed } from './document-routes.ts'

export const toolRoutes = (services: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/tools',
    summary: 'The shared Tools of the workspace',
    responses: { 200: { description: 'By name', schema: LISTED } },
    handler: async () => json((await services.workspace.list('tools')).map(toListed)),
  }),
  ...documentRoutes(services, 'tools', 'A Tool'),
]
