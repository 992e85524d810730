import { type JsonObject, type Problem, isObject, lintTools, normaliseTool, parseSharedTool } from '@ensemble/core'
import { HttpProblem } from '../http/http-problem.ts'
import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { fileName } from '../workspace/names.ts'

const NAME = 'unnamed'

const BODY = {
  type: 'object',
  additionalProperties: false,
  properties: {
    tool: { description: 'a Tool schema, or its text' },
    idea: { description: 'an Idea, or its text' },
    name: { type: 'string', description: 'the name it has or will have' },
  },
} as const

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

const nameOfTool = (tool: unknown): string => {
  const written = isObject(tool)
    ? isObject(tool['properties'])
      ? tool['properties']['_tool']
      : tool['_tool']
    : undefined
  const name = isObject(written) ? written['const'] : written
  return typeof name === 'string' ? name : NAME
}

export const validateRoutes = ({ workspace, validator }: Services): readonly Route[] => {
  /** What only compiling shows, and what makes models choose wrongly. */
  const deeper = async (name: string, schema: JsonObject, found: readonly Problem[]): Promise<readonly Problem[]> => {
    const { tool } = normaliseTool(name, schema)
    const lint = lintTools([tool], Object.fromEntries(workspace.manifest().lint))
    if (found.some(({ severity }) => severity === 'error')) return lint
    const verdict = (await validator()).checkSchema(tool.parameters)
    const broken = verdict.ok ? [] : verdict.issues
    const errors = broken.map(({ schemaPath, message }): Problem => ({
      code: 'tool.schema',
      severity: 'error',
      message,
      path: schemaPath,
      tool: name,
    }))
    return [...errors, ...lint]
  }

  return [
    route({
      method: 'POST',
      path: '/api/validate',
      summary: 'What is wrong in a Tool or an Idea; nothing is stored, fetched or run',
      body: BODY,
      responses: {
        200: {
          description: 'Problems, each with its place',
          schema: {
            type: 'object',
            properties: { problems: { type: 'array', items: { $ref: '#/components/schemas/Problem' } } },
          },
        },
      },
      handler: async ({ body }) => {
        const { tool, idea } = body
        if ((tool === undefined) === (idea === undefined))
          throw new HttpProblem(400, 'body.invalid', 'Send one of "tool" and "idea".')
        if (idea !== undefined) {
          const name = fileName('ideas', body.name ?? NAME)
          return json({ problems: await workspace.problemsWith([{ name, text: toText(idea) }]) })
        }
        const name = body.name ?? nameOfTool(tool)
        const { schema, problems } = parseSharedTool(name, toText(tool))
        return json({ problems: [...problems, ...(schema === undefined ? [] : await deeper(name, schema, problems))] })
      },
    }),
  ]
}
