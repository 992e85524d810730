import type { JsonObject } from '@ensemble/core'
import { parseExpectations } from '@ensemble/core/trace'
import { askJudgesOfCase, caseText, checkCase, listCases, readCase, startOf } from '../engine/cases.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { type Route, json, made, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { documentRoutes, missing, nameOf } from './document-routes.ts'
import { findRun, runPath } from './run-routes.ts'
import { STARTED } from './run-schemas.ts'

const EXPECT = {
  type: 'array',
  maxItems: 200,
  items: { $ref: '#/components/schemas/Expectation' },
  description:
    'each on a path into the outcome { status, output, error?, calls: { TOOL: [{ parameters, result? … }] } }',
} as const

const LISTED = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name', 'etag'],
    properties: {
      name: { type: 'string' },
      etag: { type: 'string' },
      title: { type: 'string' },
      expect: EXPECT,
      idea: { type: 'string' },
      model: { type: 'string' },
      run: { type: 'string', description: 'the id of the recorded run' },
      startedAt: { type: 'string', format: 'date-time' },
      problem: { type: 'string', description: 'why the file cannot be read' },
    },
  },
} as const

const KEEP = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'run'],
  properties: {
    name: { type: 'string' },
    run: { type: 'string', description: 'the id of a run that has ended' },
    title: { type: 'string', maxLength: 200 },
    expect: { type: 'array', maxItems: 200, items: { type: 'object' }, description: 'nothing changes, where left out' },
    replace: { type: 'boolean', description: 'over a case of that name' },
  },
} as const

const ASK = {
  type: 'object',
  additionalProperties: false,
  properties: { model: { type: 'string', description: 'the recorded one unless given' } },
} as const

const CHECK = {
  type: 'object',
  additionalProperties: false,
  properties: { run: { type: 'string', description: 'a finished run of this case; else its record is replayed' } },
} as const

const JUDGE = {
  type: 'object',
  additionalProperties: false,
  properties: { ...CHECK.properties, ...ASK.properties },
} as const

const REPORT = { $ref: '#/components/schemas/CaseReport' } as const

export const caseRoutes = (services: Services): readonly Route[] => {
  const { workspace, journal, executor } = services
  return [
    route({
      method: 'GET',
      path: '/api/cases',
      summary: 'The regression cases of the workspace',
      responses: { 200: { description: 'By name', schema: LISTED } },
      handler: async () => json(await listCases(services)),
    }),
    route({
      method: 'POST',
      path: '/api/cases',
      summary: 'Keep a finished run as a case, with what is expected of it',
      body: KEEP,
      responses: {
        201: {
          description: 'Kept',
          schema: {
            type: 'object',
            required: ['name', 'etag'],
            properties: { name: { type: 'string' }, etag: { type: 'string' } },
          },
        },
      },
      handler: async ({ body }) => {
        const name = nameOf('cases', body.name)
        const run = await findRun(journal, body.run)
        const { title, replace = false } = body
        const expect = parseExpectations(body.expect ?? [])
        const text = await caseText(services, run, { name: name.name, expect, ...(title !== undefined && { title }) })
        return workspace.serialise(async () => {
          const taken = (await workspace.files.lookAlike(name)) ?? (await workspace.files.read(name))?.name
          if (taken !== undefined && !(replace && taken === name.name))
            throw new HttpProblem(409, 'name.taken', `cases/${taken}.json is there already.`)
          const { etag } = await workspace.files.write(name, new TextEncoder().encode(text))
          await workspace.touched(name.file, etag)
          return json({ name: name.name, etag }, 201, { etag })
        })
      },
    }),
    ...documentRoutes(services, 'cases', 'A case'),
    route({
      method: 'POST',
      path: '/api/cases/{name}/check',
      onlyLooks: true,
      summary: 'Replay a case against the files as they are now and name the first turn that changes',
      body: CHECK,
      responses: { 200: { description: 'Its verdict', schema: REPORT } },
      handler: async ({ params, body, request }) => {
        const name = nameOf('cases', params['name'])
        if ((await workspace.files.read(name)) === undefined) throw missing(name)
        const run = body.run === undefined ? undefined : await findRun(journal, body.run)
        return json(await checkCase(services, name.name, run, AbortSignal.any([request.signal, services.stopping])))
      },
    }),
    route({
      method: 'POST',
      path: '/api/cases/{name}/judgements',
      summary: 'Ask the judges of a case that have not judged its record, or a run that asked again',
      body: JUDGE,
      responses: {
        202: {
          description: 'The runs of the judges; check the case once they have ended',
          schema: {
            type: 'object',
            required: ['runs'],
            properties: { runs: { type: 'array', items: { type: 'string' } } },
          },
        },
      },
      handler: async ({ params, body }) => {
        const name = nameOf('cases', params['name'])
        const found = await readCase(services, name)
        if (found === undefined) throw missing(name)
        const run = body.run === undefined ? undefined : await findRun(journal, body.run)
        return json({ runs: await askJudgesOfCase(services, found, run, body.model) }, 202)
      },
    }),
    route({
      method: 'POST',
      path: '/api/cases/{name}/runs',
      summary: 'Ask the model again: a run of the case with the files as they are now',
      body: ASK,
      responses: { 202: { description: 'Started', schema: STARTED } },
      handler: async ({ params, body, base }) => {
        const name = nameOf('cases', params['name'])
        const found = await readCase(services, name)
        if (found === undefined) throw missing(name)
        const { idea, input, model, profile, config, continues } = (await startOf(services, found)).data
        const { id } = await (
          await executor()
        ).start({
          idea,
          profile,
          config,
          input: input as JsonObject, // hydrated, so JSON
          model: body.model ?? model,
          ...(continues !== undefined && { continues }),
        })
        return made(base, id, runPath(id))
      },
    }),
  ]
}
