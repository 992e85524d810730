import type { Json } from '@ensemble/core'
import { parseTraceparent } from '@ensemble/core/host'
import { HttpProblem } from '../http/http-problem.ts'
import { type Route, json, made, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { awaitRun, outputOf, waitOf } from '../use/await-output.ts'
import { checkNamed, startIdea } from '../use/start-idea.ts'
import type { ShownSchedule } from '../use/schedules.ts'
import { webhookKey } from '../use/signed-webhook.ts'
import { runPath } from './run-routes.ts'
import { STARTED } from './run-schemas.ts'

const TIME = { type: 'string', description: 'ISO 8601' } as const

const SCHEDULE = {
  type: 'object',
  required: ['cron', 'timeZone', 'isOn', 'next'],
  properties: {
    cron: { type: 'string' },
    timeZone: { type: 'string' },
    isOn: { type: 'boolean', description: 'A person switched exactly this schedule on, on this machine' },
    next: { anyOf: [TIME, { type: 'null' }] },
    last: {
      type: 'object',
      required: ['at'],
      properties: { at: TIME, run: { type: 'string' }, why: { type: 'string', description: 'why it did not start' } },
    },
    missed: {
      type: 'object',
      required: ['count', 'first', 'last'],
      description: 'Times that passed without a run, found since the start of the server',
      properties: { count: { type: 'integer' }, first: TIME, last: TIME },
    },
  },
} as const

const USES = {
  type: 'object',
  required: ['uses'],
  properties: {
    uses: {
      type: 'array',
      items: {
        type: 'object',
        required: ['idea', 'page'],
        properties: {
          idea: { type: 'string' },
          page: { type: 'boolean', description: '/use/NAME is there for everyone who reaches the server' },
          webhook: {
            type: 'object',
            required: ['key', 'isSet'],
            properties: {
              key: { type: 'string' },
              isSet: { type: 'boolean', description: 'its key is there and long enough' },
            },
          },
          schedule: SCHEDULE,
        },
      },
    },
  },
} as const

const NAMED_ON = {
  type: 'object',
  required: ['idea', 'on'],
  properties: { idea: { type: 'string' }, on: { type: 'boolean' } },
} as const

const pick = (shown: ShownSchedule | undefined) => {
  if (shown === undefined) return {}
  const { cron, timeZone, isOn, next, last, missed } = shown
  return {
    schedule: {
      cron,
      timeZone,
      isOn,
      next,
      ...(last !== undefined && { last }),
      ...(missed !== undefined && { missed }),
    },
  }
}

const keyOf = (request: Request): string | undefined => {
  const key = request.headers.get('idempotency-key') ?? undefined
  if (key === undefined || /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw new HttpProblem(400, 'body.invalid', 'Idempotency-Key must have 1 to 200 plain characters without spaces.')
}

/** Ideas as endpoints, and the ways in which each is used. */
export const endpointsOfIdeas = (services: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/use/openapi.json',
    summary: 'The description of the Ideas as endpoints',
    responses: { 200: { description: 'OpenAPI 3.1', schema: { type: 'object' } } },
    handler: async ({ base }) => {
      const { ideasOpenApi } = await import('@ensemble/core/export')
      const { nodes } = await services.workspace.graph()
      const ideas = nodes.filter(({ kind }) => kind === 'idea')
      const { name } = services.workspace.manifest()
      return json(ideasOpenApi(ideas, { title: name, version: services.version, base }))
    },
  }),
  route({
    method: 'GET',
    path: '/api/use',
    summary: 'How each Idea is used: pages to share, webhooks, schedules',
    responses: { 200: { description: 'By the name of the Idea', schema: USES } },
    handler: async () => {
      const schedules = await services.schedules.list()
      const uses = [...services.workspace.manifest().uses].map(([idea, { page, webhook }]) => ({
        idea,
        page,
        ...(webhook !== undefined && {
          webhook: { key: webhook, isSet: webhookKey(services.secrets.resolve(webhook)) !== undefined },
        }),
        ...pick(schedules.find((schedule) => schedule.idea === idea)),
      }))
      return json({ uses })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/use/{idea}/schedule',
    summary: 'Switch the schedule of an Idea on or off on this machine',
    body: {
      type: 'object',
      required: ['on'],
      additionalProperties: false,
      properties: { on: { type: 'boolean' } },
    },
    responses: { 200: { description: 'As it is now', schema: NAMED_ON } },
    handler: async ({ params, body }) => {
      const idea = params['idea'] ?? ''
      if (await services.schedules.turn(idea, body.on)) return json({ idea, on: body.on })
      throw new HttpProblem(404, 'use.off', `ensemble.json has no use.${idea}.schedule.`)
    },
  }),
  route({
    method: 'POST',
    path: '/api/use/{idea}',
    summary: 'Run an Idea and answer with its output; the body is its input',
    body: {},
    responses: {
      200: { description: 'The output', schema: {} },
      202: { description: 'It continues, or waits for a person', schema: STARTED },
    },
    handler: async ({ params, body, request, base, caller }) => {
      const idea = params['idea'] ?? ''
      await checkNamed(services, idea)
      const traceparent = request.headers.get('traceparent') ?? ''
      const id = await startIdea(services, {
        idea,
        input: body as Json, // the reader of bodies takes JSON alone
        door: 'endpoint',
        caller,
        key: keyOf(request),
        ...(parseTraceparent(traceparent) !== undefined && { traceparent }),
      })
      const stop = AbortSignal.any([request.signal, services.stopping])
      const run = await awaitRun(services, id, waitOf(request), stop)
      const output = await outputOf(services, run)
      if (output === undefined) return made(base, id, runPath(id))
      return json(output, 200, { location: base + runPath(id) })
    },
  }),
]
