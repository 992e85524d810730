import {
  type JsonObject,
  checkCall,
  compose,
  compositionOf,
  effectiveTools,
  hasOwn,
  isObject,
  normaliseTool,
  parseJson,
} from '@ensemble/core'
import { HttpProblem } from '../http/http-problem.ts'
import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'

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

/** With `_tool` inside, as on the structured wire; without, the Tool is named beside the arguments, as on the tools wire. */
const namesTool = (call: string | JsonObject): boolean => {
  const parsed = typeof call === 'string' ? parseJson(call) : ({ ok: true, value: call } as const)
  return parsed.ok && isObject(parsed.value) && hasOwn(parsed.value, '_tool')
}

export const checkRoutes = ({ workspace, validator }: Services): readonly Route[] => {
  const findTool = async (tool: unknown, name: string | undefined): Promise<{ name: string; schema: JsonObject }> => {
    if (isObject(tool)) {
      const written = isObject(tool['properties']) ? (tool['properties']['_tool'] ?? tool['_tool']) : tool['_tool']
      const own = isObject(written) ? written['const'] : written
      return { name: name ?? (typeof own === 'string' ? own : 'tool'), schema: tool }
    }
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
      summary: 'Judge Calls of a Tool exactly as a run would; a string is raw text from a model',
      body: BODY,
      responses: {
        200: {
          description: 'One verdict per Call, in order',
          schema: { type: 'object', properties: { verdicts: { type: 'array' } } },
        },
      },
      handler: async ({ body }) => {
        const { name, schema } = await findTool(body.tool, body.name)
        const { problems } = normaliseTool(name, schema)
        const errors = problems.filter(({ severity }) => severity === 'error')
        if (errors.length > 0)
          throw new HttpProblem(422, 'tool.invalid', errors[0]?.message ?? 'The Tool cannot be composed.', { errors })
        await workspace.snapshot()
        const { tools } = effectiveTools({
          context: [{ type: 'tool', tool: { [name]: schema } }],
          isRegistered: (activity) => workspace.activities().get(activity) !== undefined,
        })
        const composition = compose({
          tools,
          output: undefined,
          hasState: false,
          hasInput: false,
          instances: [],
          options: compositionOf({}),
        })
        const check = await validator()
        const verdicts = body.calls.map((raw) => {
          const call = raw as string | JsonObject // says the schema above
          const tool = namesTool(call) ? undefined : name
          const verdict = checkCall({ raw: call, composition, validator: check, ...(tool !== undefined && { tool }) })
          if (!verdict.ok) return { ok: false, error: verdict.error }
          const { meta, parameters, reasoning, written } = verdict.call
          return {
            ok: true,
            call: {
              ...meta,
              ...(reasoning !== undefined && { _reasoningForCall: reasoning }),
              ...parameters,
              ...(written !== undefined && { _output: written }),
            },
          }
        })
        return json({ verdicts })
      },
    }),
  ]
}
