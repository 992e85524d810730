import { parseExpectations } from '@ensemble/core/trace'
import { HttpProblem } from '../http/http-problem.ts'
import { type Route, json, route } from '../http/route.ts'
import { PERSON, scoreRuns, scorersOf } from '../scores/score-runs.ts'
import type { Services } from '../services.ts'
import { findRun, toAddress } from './run-routes.ts'
import { ref } from './schemas.ts'

const share = { type: 'number', minimum: 0, maximum: 1 } as const
const by = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: '`person`, the address of a judge, or the name of a list of expectations',
} as const

const GIVE = {
  type: 'object',
  additionalProperties: false,
  required: ['score'],
  properties: {
    by: { ...by, description: '`person` unless given' },
    score: { type: ['number', 'null'], minimum: 0, maximum: 1, description: 'null removes it' },
    reason: { type: 'string', maxLength: 4000 },
  },
} as const

const SCORE = {
  type: 'object',
  additionalProperties: false,
  required: ['expect'],
  properties: {
    expect: { type: 'array', minItems: 1, maxItems: 200, items: { type: 'object' } },
    by: { ...by, description: 'the name under which the scores are stored; they are not stored without one' },
    idea: { type: 'string', description: 'only runs of this Idea' },
    runs: { type: 'array', minItems: 1, maxItems: 500, items: { type: 'string' }, description: 'only these runs' },
    ask: { type: 'boolean', description: 'ask judges that have not judged yet; default false' },
    model: { type: 'string', description: 'of the judges that are asked' },
    cursor: { type: 'string', pattern: '^[0-9]{0,15}$', description: 'the `next` of the page before' },
    limit: { type: 'integer', minimum: 1, maximum: 500 },
  },
} as const

const SCORED = {
  type: 'object',
  required: ['items', 'asked', 'next'],
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        required: ['run', 'score', 'status', 'reasons'],
        properties: {
          run: { type: 'string' },
          score: share,
          status: { enum: ['passed', 'changed', 'failed'], description: 'changed: a judge has not been asked' },
          reasons: { type: 'array', items: { type: 'string' } },
        },
      },
    },
    asked: {
      type: 'array',
      items: { type: 'string' },
      description: 'runs of judges; score again once they have ended',
    },
    next: { type: ['string', 'null'] },
  },
} as const

const AGREEMENT = {
  type: 'object',
  required: ['pairs', 'agreement', 'kappa', 'interval'],
  properties: {
    pairs: { type: 'integer' },
    agreement: { type: ['number', 'null'], description: 'the share of equal verdicts' },
    kappa: { type: ['number', 'null'], description: "Cohen's" },
    interval: { anyOf: [ref('Interval'), { type: 'null' }] },
  },
} as const

const SCORERS = {
  type: 'array',
  items: {
    type: 'object',
    required: ['by', 'runs', 'mean', 'withPerson'],
    properties: {
      by: { type: 'string' },
      runs: { type: 'integer' },
      mean: share,
      withPerson: {
        anyOf: [AGREEMENT, { type: 'null' }],
        description: 'how far it agrees with people; null for people themselves',
      },
    },
  },
} as const

/** Scores of Runs, stored with what people say about them: no record changes. */
export const scoreRoutes = (services: Services): readonly Route[] => {
  const { journal } = services
  return [
    route({
      method: 'PUT',
      path: '/api/runs/{id}/score',
      summary: 'Score a run, replacing the earlier score of the same scorer',
      body: GIVE,
      responses: { 200: { description: 'The run', schema: ref('Run') } },
      handler: async ({ params, body }) => {
        const run = await findRun(journal, params['id'])
        const { by = PERSON, score, reason } = body
        const given = score === null ? null : { by, score, ...(reason !== undefined && { reason }) }
        return json(await journal.score(run.id, by, given))
      },
    }),
    route({
      method: 'GET',
      path: '/api/scores',
      summary: 'Everyone who scored runs, with the agreement of each with people',
      query: { type: 'object', properties: { idea: { type: 'string' } } },
      responses: { 200: { description: 'By name', schema: SCORERS } },
      handler: async ({ query: { idea } }) =>
        json(scorersOf(await journal.scores(idea === undefined ? undefined : toAddress(idea)))),
    }),
    route({
      method: 'POST',
      path: '/api/scores',
      summary: 'Score recorded runs by expectations, a page at a time; a model is asked only with `ask`',
      body: SCORE,
      responses: { 200: { description: 'The scores of one page', schema: SCORED } },
      handler: async ({ body, request }) => {
        const { expect, idea, limit = 200, ...rest } = body
        if (idea === undefined && rest.runs === undefined)
          throw new HttpProblem(400, 'body.invalid', 'Name the `runs` to score, or their `idea`.')
        return json(
          await scoreRuns(services, {
            ...rest,
            limit,
            signal: AbortSignal.any([request.signal, services.stopping]),
            expect: parseExpectations(expect),
            ...(idea !== undefined && { idea: toAddress(idea) }),
          }),
        )
      },
    }),
  ]
}
