import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { findRun } from './run-routes.ts'
import { BREAKPOINTS, NAMED } from './run-schemas.ts'

/** Breakpoints: stopping a run at a Call, and continuing it. */
export const breakpointRoutes = ({ journal, executor }: Services): readonly Route[] => [
  route({
    method: 'PUT',
    path: '/api/runs/{id}/breakpoints',
    summary: 'Where the run waits from now on; an empty list lets it continue',
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['breakpoints'],
      properties: { breakpoints: BREAKPOINTS },
    },
    responses: { 200: { description: 'Set', schema: { type: 'object' } } },
    handler: async ({ params, body }) => {
      const run = await findRun(journal, params['id'])
      await (await executor()).setBreakpoints(run.id, body.breakpoints)
      return json(body)
    },
  }),
  route({
    method: 'POST',
    path: '/api/runs/{id}/step',
    summary: 'Continue from a breakpoint',
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['mode'],
      properties: { mode: { enum: ['over', 'into', 'out', 'continue'] } },
    },
    responses: { 202: { description: 'Goes on', schema: NAMED } },
    handler: async ({ params, body }) => {
      const run = await findRun(journal, params['id'])
      await (await executor()).step(run.id, body.mode)
      return json({ id: run.id }, 202)
    },
  }),
]
