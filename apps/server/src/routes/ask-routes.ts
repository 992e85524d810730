import type { ChatMessage } from '@ensemble/core/model'
import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { findRun } from './run-routes.ts'
import { ref } from './schemas.ts'

const ASK = {
  type: 'object',
  additionalProperties: false,
  required: ['span'],
  properties: {
    span: { type: 'string', description: 'of a Request' },
    sample: { type: 'integer', minimum: 0, maximum: 1000, description: 'another seed for each; 0 is the recorded one' },
    messages: {
      type: 'array',
      maxItems: 2000,
      items: {
        type: 'object',
        required: ['role'],
        properties: { role: { enum: ['system', 'user', 'assistant', 'tool'] } },
      },
      description: 'all of them, in the place of the recorded ones',
    },
    model: { type: 'string' },
    temperature: { type: 'number', minimum: 0, maximum: 2 },
  },
} as const

export const askRoutes = ({ journal, executor }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/runs/{id}/ask',
    summary: 'One more answer to a recorded Request, with edits; nothing is executed, nothing is recorded',
    body: ASK,
    responses: { 200: { description: 'The answer, its Calls judged as a run would', schema: ref('AgainAnswer') } },
    handler: async ({ params, body, request }) => {
      const run = await findRun(journal, params['id'])
      const { messages, sample = 0, ...rest } = body
      const engine = await executor()
      const answer = await engine.askAgain(run.id, {
        ...rest,
        sample,
        // The schema above says their roles; what else they hold is JSON for the endpoint.
        ...(messages !== undefined && { messages: messages as readonly ChatMessage[] }),
        signal: request.signal,
      })
      return json(answer)
    },
  }),
]
