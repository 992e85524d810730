import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { findRun } from './run-routes.ts'

/** A recorded run as spans of OpenTelemetry, with its real times. */
export const otelRoutes = ({ journal, otel }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/runs/{id}/otlp',
    summary: 'The run as OTLP/JSON by the GenAI conventions; with prompts and results where `content` asks for them',
    query: { type: 'object', properties: { content: { enum: ['true', 'false'] } } },
    responses: { 200: { description: 'An ExportTraceServiceRequest', schema: { type: 'object' } } },
    handler: async ({ params, query }) => {
      const { id } = await findRun(journal, params['id'])
      const document = await otel.spansOf(id, query.content === 'true')
      return json(document, 200, { 'content-disposition': `attachment; filename="run-${id}.otlp.json"` })
    },
  }),
  route({
    method: 'POST',
    path: '/api/runs/{id}/otlp',
    onlyLooks: true,
    summary: 'Send the run to the collector that the environment or ensemble.json names',
    body: {
      type: 'object',
      additionalProperties: false,
      properties: { content: { type: 'boolean', description: 'else as the settings say' } },
    },
    responses: {
      200: {
        description: 'Taken by the collector',
        schema: {
          type: 'object',
          required: ['url', 'spans'],
          properties: { url: { type: 'string' }, spans: { type: 'integer' } },
        },
      },
      502: { description: 'The collector is away or refused' },
    },
    handler: async ({ params, body }) => {
      const { id } = await findRun(journal, params['id'])
      return json(await otel.send(id, body.content))
    },
  }),
]
