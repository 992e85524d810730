import { VALIDATE_EXAMPLES } from './body-examples.ts'
import { type Json, type JsonObject, isObject } from '@ensemble/core'
import type { WorkspaceFiles } from '@ensemble/core/idea'
import { HttpProblem } from '../http/http-problem.ts'
import { refuseHeavy } from '../http/read-body.ts'
import { type Route, json, route } from '../http/route.ts'
import { once } from '../once.ts'
import { rest } from '../rest.ts'
import type { Services } from '../services.ts'
import { isAnsweredByModel } from '../engine/recorded-answers.ts'
import { recordedCalls } from '../engine/recorded-calls.ts'
import { runSettingsFor } from '../workspace/price-problems.ts'

const NAME = 'unnamed'

const BODY = {
  type: 'object',
  additionalProperties: false,
  properties: {
    tool: { description: 'a Tool schema, or its text' },
    idea: { description: 'an Idea, or its text' },
    name: { type: 'string', description: 'the name it has or will have' },
    portability: { type: 'boolean', description: 'also what strict mode of providers would change or lose' },
  },
} as const

const PROBLEMS = {
  type: 'object',
  required: ['problems'],
  properties: { problems: { type: 'array', items: { $ref: '#/components/schemas/Problem' } } },
} as const

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

const nameOfTool = (tool: unknown): string => {
  if (!isObject(tool)) return NAME
  const properties: JsonObject = isObject(tool['properties']) ? tool['properties'] : {}
  const written = properties['_tool'] ?? tool['_tool']
  const name = isObject(written) ? written['const'] : written
  return typeof name === 'string' ? name : NAME
}

/** The files with one text replaced; an object in its canonical form. */
const withText = (files: WorkspaceFiles, folder: 'ideas' | 'tools', name: string, text: string): WorkspaceFiles => ({
  ...files,
  [folder]: new Map([...files[folder], [name, text]]),
})

export const validateRoutes = ({ workspace, journal, models }: Services): readonly Route[] => {
  // A single check isn't worth generating code: a schema may hold a thousand values to judge.
  const validator = once(async () => (await import('@ensemble/core/validate')).createValidator({ mostGenerated: 0 }))
  const options = async (portability = false) => ({
    validator: await validator(),
    lint: Object.fromEntries(workspace.manifest().lint),
    portability,
  })

  return [
    route({
      method: 'POST',
      path: '/api/validate',
      onlyLooks: true,
      summary: 'What is wrong in a Tool or an Idea; nothing is stored, fetched or run',
      body: BODY,
      examples: VALIDATE_EXAMPLES,
      responses: { 200: { description: 'Problems, each with its place', schema: PROBLEMS } },
      handler: async ({ body }) => {
        const { tool, idea, portability } = body
        refuseHeavy(body as Json) // as every body is
        if ((tool === undefined) === (idea === undefined))
          throw new HttpProblem(400, 'body.invalid', 'Send one of "tool" and "idea".')
        const [{ files }, { diagnoseIdeaInTurns, diagnoseTool }] = await Promise.all([
          workspace.snapshot(),
          import('@ensemble/core/editor'),
        ])
        if (idea !== undefined) {
          const name = body.name ?? NAME
          const edited = withText(files, 'ideas', name, toText(idea))
          const problems = await diagnoseIdeaInTurns(edited, name, await options(portability), rest)
          return json({ problems })
        }
        const name = body.name ?? nameOfTool(tool)
        const problems = diagnoseTool(withText(files, 'tools', name, toText(tool)), name, await options(portability))
        return json({ problems })
      },
    }),
    route({
      method: 'GET',
      path: '/api/ideas/{name}/readiness',
      summary: 'Whether an Idea with its Tools is ready to be shipped, check by check',
      responses: {
        200: {
          description: 'The checks in their order',
          schema: {
            type: 'object',
            required: ['idea', 'isReady', 'items'],
            properties: {
              idea: { type: 'string' },
              isReady: { type: 'boolean' },
              items: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['check', 'title', 'state', 'message', 'problems', 'tools'],
                  properties: {
                    check: { type: 'string' },
                    title: { type: 'string' },
                    state: { enum: ['done', 'open', 'unknown'] },
                    message: { type: 'string' },
                    problems: { type: 'array', items: { $ref: '#/components/schemas/Problem' } },
                    tools: { type: 'array', items: { type: 'string' } },
                  },
                },
              },
            },
          },
        },
      },
      handler: async ({ params }) => {
        const name = params['name'] ?? ''
        const [{ files }, { readinessInTurns }] = await Promise.all([
          workspace.snapshot(),
          import('@ensemble/core/editor'),
        ])
        const calls = await recordedCalls(journal, { idea: `idea://${name}`, byModel: true })
        const isAnswered = await isAnsweredByModel(journal, `idea://${name}`)
        const settings = runSettingsFor({ workspace, models })
        const judged = { ...(await options()), recordedCalls: calls, isAnswered, settings }
        const ready = await readinessInTurns(files, name, judged, rest)
        if (ready === undefined) throw new HttpProblem(404, 'file.unknown', `There is no Idea "${name}".`)
        return json(ready)
      },
    }),
  ]
}
