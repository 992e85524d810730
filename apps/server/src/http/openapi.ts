import type { JsonSchema } from '@ensemble/core'
import type { Route, RouteResponse } from './route.ts'

const PROBLEM: RouteResponse = {
  description: 'A refusal (RFC 9457)',
  type: 'application/problem+json',
  schema: { $ref: '#/components/schemas/ProblemDetails' },
}

const toContent = (response: RouteResponse): Record<string, unknown> => ({
  description: response.description,
  ...((response.schema !== undefined || response.type !== undefined) && {
    content: {
      [response.type ?? 'application/json']: { schema: response.schema ?? {} },
      ...Object.fromEntries(Object.entries(response.also ?? {}).map(([type, schema]) => [type, { schema }])),
    },
  }),
})

const parametersOf = (path: string): readonly unknown[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

const queryOf = (query: JsonSchema | undefined): readonly unknown[] => {
  if (typeof query !== 'object') return []
  const properties: unknown = query['properties']
  return typeof properties === 'object' && properties !== null
    ? Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }))
    : []
}

const toExamples = (examples: NonNullable<Route['examples']>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(examples).map(([summary, value], index) => [`example${index + 1}`, { summary, value }]),
  )

const toOperation = (route: Route): Record<string, unknown> => ({
  summary: route.summary,
  // Answered in a workspace that cannot be written, too.
  ...(route.onlyLooks === true && { 'x-only-looks': true }),
  parameters: [...parametersOf(route.path), ...queryOf(route.query)],
  ...(route.body !== undefined && {
    requestBody: {
      required: true,
      content: {
        [route.bodyType ?? 'application/json']: {
          schema: route.body === 'bytes' ? {} : route.body,
          ...(route.examples !== undefined && { examples: toExamples(route.examples) }),
        },
      },
    },
  }),
  responses: {
    ...Object.fromEntries(Object.entries(route.responses).map(([status, response]) => [status, toContent(response)])),
    default: toContent(PROBLEM),
  },
})

/** OpenAPI 3.1, generated from the declarations that also validate and answer. */
export const toOpenApi = (
  routes: readonly Route[],
  schemas: Readonly<Record<string, JsonSchema>>,
  { version, base }: { readonly version: string; readonly base: string },
): Record<string, unknown> => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = toOperation(route)
  return {
    openapi: '3.1.0',
    info: { title: 'Ensemble', version, description: 'Agents made of modules: design, run, replay.' },
    servers: [{ url: base === '' ? '/' : base }],
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    paths,
    components: { schemas },
  }
}
