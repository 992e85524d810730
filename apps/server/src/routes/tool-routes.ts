import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { documentRoutes } from './document-routes.ts'

export const toolRoutes = (services: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/tools',
    summary: 'The shared Tools of the workspace',
    responses: { 200: { description: 'By name', schema: { type: 'array' } } },
    handler: async () => {
      const { tools } = await services.workspace.snapshot()
      return json(
        [...tools.values()].map(({ name, title, etag, problems }) => ({ name, title: title ?? null, etag, problems })),
      )
    },
  }),
  ...documentRoutes(services, 'tools', 'A Tool'),
]
