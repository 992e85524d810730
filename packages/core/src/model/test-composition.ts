import type { Composition, ComposedTool } from '../request/composition.ts'
import type { JsonObject, JsonSchema } from '../schema/json.ts'

const toolOf = (name: string): ComposedTool => {
  const parameters: JsonObject = { type: 'object', properties: { target: { type: 'string' } } }
  const branch: JsonObject = {
    type: 'object',
    description: `Runs ${name}.`,
    properties: { _tool: { const: name }, target: { type: 'string' } },
    required: ['_tool'],
    additionalProperties: false,
  }
  const tool = {
    name,
    description: `Runs ${name}.`,
    parameters,
    idempotent: true,
    resolve: 'runtime' as const,
    source: {},
  }
  return { tool, name, mode: 'explicit', activity: name, branch, parameters }
}

/** A composition written by hand, for the tests of what reads one. */
export const compositionOf = (names: readonly string[], output: JsonSchema | null): Composition => {
  const tools = names.map(toolOf)
  const items = tools.length === 1 ? tools[0]?.branch : { anyOf: tools.map(({ branch }) => branch) }
  return {
    tools,
    byName: new Map(tools.map((tool) => [tool.name, tool])),
    output,
    schema: {
      type: 'object',
      additionalProperties: false,
      required: ['calls', 'output'],
      properties: {
        calls: { type: 'array', ...(items === undefined ? { maxItems: 0 } : { items }) },
        output: { anyOf: [output ?? { type: 'string' }, { type: 'null' }] },
      },
    },
    references: false,
    instances: [],
  }
}
