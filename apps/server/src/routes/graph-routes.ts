import { explainExamination, hasOwn, verdictOf } from '@ensemble/core/host'
import { HttpProblem } from '../http/http-problem.ts'
import { type Route, json, jsonInTurns, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { codeProblems } from '../workspace/activities.ts'
import { graphWithSettings } from '../workspace/price-problems.ts'
import { ref } from './schemas.ts'

const MODEL = {
  type: 'object',
  required: ['name', 'simulated', 'endpoint', 'default'],
  properties: {
    name: { type: 'string' },
    simulated: { type: 'boolean' },
    endpoint: { type: 'string' },
    default: { type: 'boolean' },
    verdict: { enum: ['works', 'limited', 'fails'], description: 'where it was tried' },
    limits: {
      type: 'object',
      description: 'tokens at most, where known; empty where ensemble.json says that they are not',
      properties: { contextWindow: { type: 'integer' }, maxOutput: { type: 'integer' } },
    },
  },
} as const

const ACTIVITY_PROBLEM = {
  type: 'object',
  required: ['code', 'severity', 'message', 'path', 'file'],
  properties: {
    code: { enum: ['activity.broken', 'activity.computed'] },
    severity: { enum: ['error', 'warning'] },
    message: { type: 'string' },
    path: { type: 'string' },
    file: { type: 'string' },
  },
} as const

const SURROUNDINGS = {
  type: 'object',
  required: ['activities', 'activityProblems', 'mcpServers', 'hasMcpProblems'],
  properties: {
    activities: { type: 'array', items: { type: 'string' }, description: 'tools of MCP servers included' },
    activityProblems: {
      type: 'array',
      items: ACTIVITY_PROBLEM,
      description: 'as in the graph: files in activities/ that cannot be used, such as for a syntax error',
    },
    mcpServers: { type: 'array', items: { type: 'string' } },
    hasMcpProblems: { type: 'boolean', description: 'something in mcp.json cannot be used' },
  },
} as const

const KNOWN_MODELS = {
  type: 'object',
  required: ['model', 'profile', 'models', 'endpoints', 'prices', 'profiles'],
  properties: {
    model: { type: 'string', description: 'for a run that names no model' },
    profile: { type: 'string', description: 'for a run that names no profile' },
    models: { type: 'array', items: MODEL },
    endpoints: { type: 'array', items: { type: 'string' } },
    prices: ref('PriceTable'),
    profiles: { type: 'array', items: { type: 'string' } },
  },
} as const

export const graphRoutes = ({ workspace, models, mcp }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/graph',
    summary: 'The module graph, derived from the files; nothing is fetched or run',
    responses: { 200: { description: 'Nodes, edges, problems', schema: ref('Graph') } },
    handler: async () => jsonInTurns(await graphWithSettings({ workspace, models })),
  }),
  route({
    method: 'GET',
    path: '/api/surroundings',
    summary: 'What shapes the graph besides Ideas and Tools: small however large the workspace is',
    responses: {
      200: {
        description: 'By name',
        schema: SURROUNDINGS,
      },
    },
    handler: async () => {
      const { activities, mcpServers = [] } = (await workspace.snapshot()).files
      return json({
        activities,
        activityProblems: codeProblems(workspace.activities().problems),
        mcpServers,
        hasMcpProblems: mcp.activities.problems().length > 0,
      })
    },
  }),
  route({
    method: 'GET',
    path: '/api/schemas/{name}',
    summary: 'A schema of the files of a workspace for any editor, such as idea.schema.json',
    responses: { 200: { description: 'JSON Schema 2020-12, with an $id', schema: { type: 'object' } } },
    handler: async ({ params }) => {
      const { PUBLISHED_SCHEMAS } = await import('@ensemble/core/editor')
      const name = params['name'] ?? ''
      const schema = hasOwn(PUBLISHED_SCHEMAS, name) ? PUBLISHED_SCHEMAS[name] : undefined
      if (schema === undefined)
        throw new HttpProblem(
          404,
          'file.unknown',
          `There is no schema "${name}"; there are ${Object.keys(PUBLISHED_SCHEMAS).join(', ')}.`,
        )
      return json(schema)
    },
  }),
  route({
    method: 'GET',
    path: '/api/models',
    summary: 'Models, endpoints and profiles that a run may name',
    responses: {
      200: {
        description: 'What there is',
        schema: KNOWN_MODELS,
      },
    },
    handler: () => {
      const manifest = workspace.manifest()
      return json({
        ...models.defaults(),
        models: models.list().map(({ examined, ...listed }) => ({
          ...listed,
          // The findings themselves are at /api/endpoints.
          ...(examined !== undefined && !examined.simulated && { verdict: verdictOf(explainExamination(examined)) }),
        })),
        endpoints: [...manifest.endpoints.keys()],
        prices: manifest.prices,
        profiles: [...new Set(['offline', 'production', ...manifest.profiles.keys()])],
      })
    },
  }),
]
