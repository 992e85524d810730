import type { DecisionInput } from '@ensemble/core'
import { redactJson } from '@ensemble/core/host'
import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { ref } from './schemas.ts'

const DECISION = {
  type: 'object',
  additionalProperties: false,
  required: ['decision'],
  properties: {
    decision: { enum: ['approve', 'edit', 'answer', 'refuse'] },
    hash: { type: 'string', description: 'as in approval.requested' },
    question: { type: 'integer', description: 'as in the list: the Call may be asked about again' },
    call: { type: 'object', description: 'edit: the complete new parameters' },
    result: { description: 'answer: the result' },
    reason: { type: 'string', maxLength: 4000 },
  },
} as const

/** Calls that wait for a person. */
export const approvalRoutes = ({ executor, approvals, redact }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/approvals',
    summary: 'Calls that wait for a decision',
    query: { type: 'object', properties: { status: { enum: ['open'] } } },
    responses: { 200: { description: 'Over all runs', schema: { type: 'array', items: ref('OpenApproval') } } },
    // A Call that waits is shown from memory: what is not written is cleaned here.
    handler: async () => json(redactJson(await approvals(), redact)),
  }),
  route({
    method: 'POST',
    path: '/api/runs/{id}/approvals/{callId}',
    summary: 'Decide on a Call: approve, edit, answer by hand or refuse',
    body: DECISION,
    responses: {
      202: {
        description: 'Taken',
        schema: {
          type: 'object',
          required: ['run', 'callId'],
          properties: { run: { type: 'string' }, callId: { type: 'string' } },
        },
      },
    },
    handler: async ({ params, body }) => {
      const { id = '', callId = '' } = params
      // The schema above says that `call` is an object and `result` JSON.
      const decision = { ...(body as Omit<DecisionInput, 'by'>), by: 'api' }
      await (await executor()).decide(id, callId, decision)
      return json({ run: id, callId }, 202)
    },
  }),
]
