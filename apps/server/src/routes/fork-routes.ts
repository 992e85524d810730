import type { ForkOptions } from '@ensemble/core/run'
import { HttpProblem } from '../http/http-problem.ts'
import { type Route, json, made, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { findRun, runPath } from './run-routes.ts'
import { STARTED } from './run-schemas.ts'
import { ref } from './schemas.ts'

const key = { type: 'string', description: 'of the recorded fact, or its span' } as const

/** One of the edits of docs/contract/api.md; each has its own members and no others. */
const EDIT = {
  oneOf: [
    {
      type: 'object',
      additionalProperties: false,
      required: ['type', 'key'],
      properties: { type: { const: 'answer' }, key, raw: { type: 'string' }, solution: {} },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['type', 'key', 'parameters'],
      properties: { type: { const: 'call' }, key, parameters: { type: 'object' } },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['type', 'key', 'result'],
      properties: { type: { const: 'result' }, key, result: {} },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['type', 'input'],
      properties: { type: { const: 'input' }, input: {} },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['type', 'model'],
      properties: { type: { const: 'model' }, model: { type: 'string' } },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['type', 'address', 'content'],
      properties: { type: { const: 'idea' }, address: { type: 'string' }, content: { type: 'object' } },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['type', 'tool', 'activity'],
      properties: {
        type: { const: 'binding' },
        tool: { type: 'string', description: 'TOOL for every Idea, or IDEA/TOOL' },
        activity: { type: 'string', description: 'the Activity that does its work; "" where the model does' },
      },
    },
  ],
} as const

const FORK = {
  type: 'object',
  additionalProperties: false,
  required: ['at'],
  properties: {
    at: { type: 'integer', minimum: 1, description: 'a seq of the source' },
    edit: EDIT,
    reuse: { enum: ['unchanged', 'prefix'] },
    dryRun: { type: 'boolean' },
  },
} as const

/** Throws HttpProblem 400 unless exactly one answer to edit is given. */
const checkAnswer = ({ edit }: ForkOptions): void => {
  if (edit?.type !== 'answer' || (edit.raw === undefined) !== (edit.solution === undefined)) return
  const message = 'An answer is edited by "raw" or by "solution": give one of them.'
  throw new HttpProblem(400, 'body.invalid', message, { errors: [{ path: '/edit', message }] })
}

export const forkRoutes = ({ journal, executor }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/runs/{id}/fork',
    summary: 'A new run from a point of this one, with an edit; only what the edit reaches runs again',
    body: FORK,
    responses: {
      200: {
        description: 'dryRun: what would be kept and what would run again, by key',
        schema: ref('BlastRadius'),
      },
      202: { description: 'Started', schema: STARTED },
    },
    handler: async ({ params, body, base }) => {
      const { dryRun = false, ...asked } = body
      // The schema above has the members of each edit; what it leaves open is JSON.
      const options = asked as ForkOptions
      checkAnswer(options)
      const run = await findRun(journal, params['id'])
      const engine = await executor()
      if (dryRun) return json(await engine.blastRadius(run.id, options))
      const { id } = await engine.fork(run.id, options)
      return made(base, id, runPath(id))
    },
  }),
]
