import { explainExamination, verdictOf } from '@ensemble/core'
import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'

export const graphRoutes = ({ workspace, models }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/graph',
    summary: 'The module graph, derived from the files; nothing is fetched or run',
    responses: { 200: { description: 'Nodes, edges, problems', schema: { $ref: '#/components/schemas/Graph' } } },
    handler: async () => json(await workspace.graph()),
  }),
  route({
    method: 'GET',
    path: '/api/models',
    summary: 'Models, endpoints and profiles that a run may name',
    responses: {
      200: {
        description: 'What there is',
        schema: {
          type: 'object',
          properties: {
            models: { type: 'array' },
            profiles: { type: 'array', items: { type: 'string' } },
            prices: {
              type: 'object',
              description: 'What models cost, and when that was looked up; edited in ensemble.json',
            },
          },
        },
      },
    },
    handler: () => {
      const manifest = workspace.manifest()
      return json({
        ...models.defaults(),
        models: models.list().map(({ examined, ...listed }) => ({
          ...listed,
          // The findings themselves stand at /api/endpoints.
          ...(examined !== undefined && !examined.simulated && { verdict: verdictOf(explainExamination(examined)) }),
        })),
        endpoints: [...manifest.endpoints.keys()],
        prices: manifest.prices,
        profiles: [...new Set(['offline', 'production', ...manifest.profiles.keys()])],
      })
    },
  }),
]
