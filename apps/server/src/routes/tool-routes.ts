import type { Json, JsonObject } from '@ensemble/core'
import { normaliseTool } from '@ensemble/core/tool'
import { trialOf } from '@ensemble/core/host'
import { recordedCalls } from '../engine/recorded-calls.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { refuseHeavy } from '../http/read-body.ts'
import { type Route, json, made, jsonInTurns, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { ref } from './schemas.ts'
import { isName, noNameSentence, singleFile } from '../workspace/names.ts'
import { LISTED, LIST_QUERY, documentRoutes, listFiles } from './document-routes.ts'
import { runPath } from './run-routes.ts'
import { STARTED } from './run-schemas.ts'

const DEFAULT_IS_NO_NAME =
  'The export "default" of a file is a record of functions, so no function is registered under that name. Give the Tool another name in _activity.'

const THEN_IS_NO_NAME =
  'JavaScript calls an export "then" while it loads the file, and waits for it. Give the Tool another name in _activity.'

const TOOL = {
  name: { type: 'string', description: 'the name it is registered under' },
  tool: { type: 'object', description: 'its schema as it is now, saved or not' },
} as const

const TRIAL = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'tool', 'call', 'idea'],
  properties: {
    ...TOOL,
    idea: { type: 'string', description: 'the Idea that holds it: its input, state and data are what a Call may see' },
    call: { type: 'object', description: 'the one Call that is made' },
    input: {},
    profile: { type: 'string' },
  },
} as const

const STUB = { type: 'object', additionalProperties: false, required: ['name', 'tool'], properties: TOOL } as const

const PAST_CALL = {
  type: 'object',
  required: ['run', 'seq', 'span', 'at', 'idea', 'tool', 'call', 'byModel'],
  properties: {
    run: { type: 'string' },
    seq: { type: 'integer', description: 'of the event that proposed it' },
    span: { type: 'string' },
    at: { type: 'string', format: 'date-time' },
    idea: { type: 'string', description: 'the address of the Idea whose Request it belongs to' },
    tool: { type: 'string' },
    call: ref('JsonObject'),
    /** The parameters it ran with, references resolved; absent where it never started. */
    resolved: ref('JsonObject'),
    mode: { enum: ['latent', 'explicit', 'module'], description: 'how it was executed; absent where it never started' },
    /** Absent where it returned nothing but its own parameters. */
    result: ref('Json'),
    byModel: { type: 'boolean', description: 'made by a language model: not simulated, tried or edited by a person' },
  },
} as const

/** The limit of Calls with results in one answer: older ones are left out. */
const MOST_CHARACTERS = 16 * 1024 * 1024

const CALLS_QUERY = {
  type: 'object',
  additionalProperties: false,
  properties: {
    idea: { type: 'string', description: 'only Calls that this Idea made' },
    byModel: { type: 'boolean', description: 'only Calls that a language model made' },
    limit: { type: 'integer', minimum: 1, maximum: 1000 },
  },
} as const

const toAddress = (idea: string): string => (idea.includes('://') ? idea : `idea://${idea}`)

const readTool = (name: string, schema: JsonObject) => {
  refuseHeavy(schema)
  const { tool, problems } = normaliseTool(name, schema)
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors[0] !== undefined) throw new HttpProblem(422, 'tool.invalid', errors[0].message, { errors })
  return tool
}

/** The new file of a Tool's Activity. Throws HttpProblem where its name cannot be one or is taken. */
const writeStub = async (workspace: Services['workspace'], tool: ReturnType<typeof readTool>): Promise<string> => {
  const { toTypeScript } = await import('@ensemble/core/editor')
  const activity = tool.activity === undefined || tool.activity === '' ? tool.name : tool.activity
  if (!isName(activity)) throw new HttpProblem(400, 'name.invalid', noNameSentence(activity))
  if (activity === 'default') throw new HttpProblem(400, 'name.invalid', DEFAULT_IS_NO_NAME)
  if (activity === 'then') throw new HttpProblem(400, 'name.invalid', THEN_IS_NO_NAME)
  const file = singleFile(`activities/${activity}.ts`)
  if (workspace.activities().get(activity) !== undefined)
    throw new HttpProblem(409, 'name.taken', `An Activity ${activity} is registered already.`)
  await workspace.files.write(file, new TextEncoder().encode(toTypeScript(tool).stub), (there) => {
    if (there !== null) throw new HttpProblem(409, 'name.taken', `${file.file} is there already.`)
  })
  await workspace.rereadActivities()
  return file.file
}

export const toolRoutes = (services: Services): readonly Route[] => {
  const { workspace, journal, executor, models, trials } = services
  return [
    route({
      method: 'GET',
      path: '/api/tools',
      summary: 'The shared Tools of the workspace',
      responses: { 200: { description: 'By name', schema: LISTED } },
      query: LIST_QUERY,
      handler: ({ query }) => listFiles(workspace, 'tools', query),
    }),
    ...documentRoutes(services, 'tools', 'A Tool'),
    route({
      method: 'GET',
      path: '/api/tools/{name}/calls',
      summary: 'Calls of a Tool in the newest runs, without those that were refused; 16 MB at most',
      query: CALLS_QUERY,
      responses: {
        200: {
          description: 'Newest runs first',
          schema: { type: 'object', required: ['calls'], properties: { calls: { type: 'array', items: PAST_CALL } } },
        },
      },
      handler: async ({ params, query }) => {
        const { idea, limit, byModel } = query
        const calls = await recordedCalls(journal, {
          ...(params['name'] !== undefined && { tool: params['name'] }),
          ...(idea !== undefined && { idea: toAddress(idea) }),
          ...(limit !== undefined && { limit }),
          ...(byModel !== undefined && { byModel }),
          most: MOST_CHARACTERS,
        })
        return jsonInTurns({ calls })
      },
    }),
    route({
      method: 'POST',
      path: '/api/trials',
      summary: 'Run one Tool alone: a run that makes the one Call given, in the context of its Idea',
      body: TRIAL,
      responses: { 202: { description: 'Started', schema: STARTED } },
      handler: async ({ body, base }) => {
        const { name, tool, call, idea, input, profile } = body
        readTool(name, tool as JsonObject) // JSON, as every body
        if (profile !== undefined) workspace.profile(profile)
        const holder = await workspace.ideas.resolve(toAddress(idea))
        const active = workspace.profile(profile ?? models.defaults().profile)
        const trial = trialOf(holder, { name, schema: tool as JsonObject, call: call as JsonObject, profile: active }) // JSON
        const address = trials.add(trial)
        const { id } = await (
          await executor()
        ).start({
          idea: address,
          ...(input !== undefined && { input: input as Json }), // JSON
          ...(profile !== undefined && { profile }),
        })
        return made(base, id, runPath(id))
      },
    }),
    route({
      method: 'POST',
      path: '/api/activities',
      summary: "Write the stub of a Tool's Activity into the workspace, typed from its schema; never over a file",
      body: STUB,
      responses: {
        201: {
          description: 'The file that was written',
          schema: { type: 'object', required: ['file'], properties: { file: { type: 'string' } } },
        },
      },
      handler: async ({ body }) => {
        const tool = readTool(body.name, body.tool as JsonObject) // JSON, as every body
        return json({ file: await writeStub(workspace, tool) }, 201)
      },
    }),
  ]
}
