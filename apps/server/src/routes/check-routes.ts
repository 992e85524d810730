import { CHECK_EXAMPLES } from './body-examples.ts'
import { type Json, type JsonObject, isObject } from '@ensemble/core'
import type { CallVerdict } from '@ensemble/core/model'
import { createCallJudge, hasOwn } from '@ensemble/core/host'
import { HttpProblem } from '../http/http-problem.ts'
import { refuseHeavy } from '../http/read-body.ts'
import { type Route, json, route } from '../http/route.ts'
import { rest } from '../rest.ts'
import type { Services } from '../services.ts'
import { ref } from './schemas.ts'

const BODY = {
  type: 'object',
  additionalProperties: false,
  required: ['tool', 'calls'],
  properties: {
    tool: { description: 'a Tool schema, or the name of a shared Tool', type: ['object', 'string'] },
    name: { type: 'string', description: 'its name, where the schema does not say' },
    calls: { type: 'array', maxItems: 1000, items: { type: ['string', 'object'] } },
  },
} as const

const nameIn = (schema: JsonObject): string => {
  const written = isObject(schema['properties']) ? (schema['properties']['_tool'] ?? schema['_tool']) : schema['_tool']
  const name = isObject(written) ? written['const'] : written
  return typeof name === 'string' ? name : 'tool'
}

export const checkRoutes = ({ workspace, validator }: Services): readonly Route[] => {
  const findTool = async (tool: Json, name: string | undefined): Promise<{ name: string; schema: JsonObject }> => {
    refuseHeavy(tool)
    if (isObject(tool)) return { name: name ?? nameIn(tool), schema: tool }
    const shared = await workspace.sharedTools()
    const known = hasOwn(shared, String(tool)) ? shared[String(tool)] : undefined
    if (known === undefined)
      throw new HttpProblem(404, 'tool.unknown', `The workspace has no shared Tool "${String(tool)}".`)
    return { name: String(tool), schema: known }
  }

  return [
    route({
      method: 'POST',
      path: '/api/check',
      onlyLooks: true,
      summary: 'Judge Calls of a Tool exactly as a run would; a string is raw text from a model',
      body: BODY,
      examples: CHECK_EXAMPLES,
      responses: {
        200: {
          description: 'One verdict per Call, in order',
          schema: {
            type: 'object',
            required: ['verdicts'],
            properties: { verdicts: { type: 'array', items: ref('CallVerdict') } },
          },
        },
      },
      handler: async ({ body }) => {
        const { name, schema } = await findTool(body.tool as Json, body.name) // JSON, as every body
        await workspace.snapshot()
        const { problems: errors, judgeInTurns } = createCallJudge(name, schema, {
          validator: await validator(),
          isRegistered: (activity) => workspace.activities().get(activity) !== undefined,
        })
        const [first] = errors
        if (judgeInTurns === undefined) throw new HttpProblem(422, 'tool.invalid', first?.message ?? '', { errors })
        const verdicts: CallVerdict[] = []
        for (const call of body.calls as readonly (string | JsonObject)[]) {
          // Says the schema above. One Call may be as much work as a request may be at once.
          await rest()
          verdicts.push(await judgeInTurns(call, rest))
        }
        return json({ verdicts })
      },
    }),
  ]
}
