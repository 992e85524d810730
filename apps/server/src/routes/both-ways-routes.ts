import type { JsonObject } from '@ensemble/core'
import { normaliseTool } from '@ensemble/core/tool'
import { activityOfTool, heldTool } from '@ensemble/core/host'
import { recordedCalls } from '../engine/recorded-calls.ts'
import { type RecordedPlace, readPlace } from '../experiments/recorded-place.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { refuseHeavy } from '../http/read-body.ts'
import { type Route, json, made, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { toAddress } from './run-routes.ts'
import { STARTED } from './run-schemas.ts'
import { ref } from './schemas.ts'

const START = {
  type: 'object',
  additionalProperties: false,
  properties: {
    idea: { type: 'string', description: 'the Idea that holds the Tool; that of the newest Call unless given' },
    calls: {
      type: 'array',
      minItems: 1,
      maxItems: 200,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['run', 'span'],
        properties: { run: { type: 'string' }, span: { type: 'string' } },
      },
      description: 'recorded Calls; the newest ones unless given',
    },
    limit: { type: 'integer', minimum: 1, maximum: 200, description: 'how many of the newest Calls; default 10' },
    times: { type: 'integer', minimum: 1, maximum: 20, description: 'how often the model does each Call; default 3' },
    model: { type: 'string' },
    activity: { type: 'string', description: 'its function; the one that does the work now unless given' },
    profile: { type: 'string' },
    tool: { type: 'object', description: 'its schema, in the place of the one in the file' },
  },
} as const

const TOTAL = {
  type: 'object',
  required: ['medianMs', 'cost'],
  properties: {
    medianMs: { type: ['number', 'null'] },
    cost: { type: ['number', 'null'], description: 'USD; null where no price is known' },
  },
} as const

const SIDE = {
  type: 'object',
  properties: {
    run: { type: 'string' },
    status: { enum: ['done', 'invalid', 'waiting'], description: 'absent while it is under way' },
    result: ref('Json'),
    error: { type: 'string' },
    ms: { type: 'number' },
    cost: { type: ['number', 'null'] },
  },
} as const

const SAMPLE = {
  ...SIDE,
  properties: {
    ...SIDE.properties,
    verdict: { enum: ['equal', 'different', 'invalid'] },
    diff: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path'],
        properties: { path: { type: 'string' }, before: ref('Json'), after: ref('Json') },
      },
      description: "from the function's result to the model's",
    },
  },
} as const

const SHOWN = {
  type: 'object',
  required: ['id', 'tool', 'idea', 'activity', 'times', 'startedAt', 'rows', 'summary'],
  properties: {
    id: { type: 'string' },
    tool: { type: 'string' },
    idea: { type: 'string' },
    activity: { type: 'string' },
    model: { type: 'string' },
    times: { type: 'integer' },
    startedAt: { type: 'string', format: 'date-time' },
    endedAt: { type: 'string', format: 'date-time' },
    cancelled: { const: true },
    rows: {
      type: 'array',
      items: {
        type: 'object',
        required: ['run', 'span', 'call', 'explicit', 'latent'],
        properties: {
          run: { type: 'string' },
          span: { type: 'string' },
          call: ref('JsonObject'),
          explicit: SIDE,
          latent: { type: 'array', items: SAMPLE },
        },
      },
    },
    summary: {
      type: 'object',
      required: ['equal', 'different', 'invalid', 'agreement', 'likeness', 'explicit', 'latent'],
      properties: {
        equal: { type: 'integer' },
        different: { type: 'integer' },
        invalid: { type: 'integer' },
        agreement: { type: ['number', 'null'], description: 'share of the judged results that are equal' },
        likeness: { type: ['number', 'null'], description: 'mean share of equal leaves over valid results' },
        explicit: TOTAL,
        latent: TOTAL,
      },
    },
  },
} as const

const invalid = (message: string): HttpProblem => new HttpProblem(422, 'experiment.invalid', message)
const DEFAULT_CALLS = 10
const DEFAULT_TIMES = 3

export const bothWaysRoutes = (services: Services): readonly Route[] => {
  const { workspace, journal, experiments, models } = services

  /** Newest Calls of the Tool. */
  const newest = async (tool: string, idea: string | undefined, limit: number): Promise<readonly RecordedPlace[]> => {
    const real = await recordedCalls(journal, { tool, ...(idea !== undefined && { idea }) })
    const holder = idea ?? real[0]?.idea
    const places: RecordedPlace[] = []
    for (const { run, span, idea: by } of real) {
      if (places.length >= limit) break
      // A Call that a person refused, or that never began, has nothing to repeat.
      if (by === holder)
        places.push(
          ...(await readPlace(journal, tool, { run, span }).then(
            (place) => [place],
            () => [],
          )),
        )
    }
    return places
  }

  return [
    route({
      method: 'POST',
      path: '/api/tools/{name}/both-ways',
      summary: 'Do recorded Calls of a Tool both ways: once by its Activity, several times by a model',
      body: START,
      responses: { 202: { description: 'Started', schema: STARTED } },
      handler: async ({ params, body, base }) => {
        const name = params['name'] ?? ''
        const { calls, limit = DEFAULT_CALLS, times = DEFAULT_TIMES, model, profile } = body
        await workspace.nameActivities()
        const asked = body.idea === undefined ? undefined : toAddress(body.idea)
        const places =
          calls === undefined
            ? await newest(name, asked, limit)
            : await Promise.all(calls.map((call) => readPlace(journal, name, call)))
        const idea = asked ?? places[0]?.idea
        if (idea === undefined) throw invalid(`No Call of ${name} is recorded: run an Idea that makes one first.`)
        const holder = await workspace.ideas.resolve(idea)
        const schema = (body.tool as JsonObject | undefined) ?? heldTool(holder, name) // JSON, as every body
        if (schema === undefined) throw invalid(`The Idea ${idea} has no Tool ${name}.`)
        refuseHeavy(schema)
        const { tool, problems } = normaliseTool(name, schema)
        const error = problems.find(({ severity }) => severity === 'error')
        if (error !== undefined) throw new HttpProblem(422, 'tool.invalid', error.message)
        if (tool.output === undefined)
          throw invalid(`${name} declares no _output, so there is nothing for a model to fill in. Add its schema.`)
        const isRegistered = (activity: string): boolean => workspace.activities().get(activity) !== undefined
        const active = workspace.profile(profile ?? models.defaults().profile)
        const activity = body.activity ?? activityOfTool(holder, name, schema, { profile: active, isRegistered })
        if (activity === '') throw invalid(`No Activity does the work of ${name}. Name one with "activity".`)
        if (!isRegistered(activity)) throw invalid(`There is no Activity called ${activity}.`)
        const { id } = await experiments.start({
          title: `${name}, both ways`,
          idea,
          inputs: places.map(({ call }) => call),
          variants: [
            { name: 'explicit', ...(profile !== undefined && { profile }) },
            { name: 'latent', ...(model !== undefined && { model }), ...(profile !== undefined && { profile }) },
          ],
          repeats: times,
          tool: { name, schema, activity, calls: places },
        })
        return made(base, id, `/api/both-ways/${id}`)
      },
    }),
    route({
      method: 'GET',
      path: '/api/both-ways/{id}',
      summary: 'The Calls of a Tool done both ways, row by row, as far as they have come',
      responses: { 200: { description: "Each of the model's results judged against the function's", schema: SHOWN } },
      handler: async ({ params }) => json(await experiments.showBothWays(params['id'] ?? '')),
    }),
  ]
}
