import { type Json, type JsonObject, isObject } from '@ensemble/core'
import type { Client } from '../../cli/client.ts'

/** An Idea as MCP shows it. */
export interface IdeaTool {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly inputSchema: JsonObject & { readonly type: 'object' }
  readonly outputSchema?: JsonObject
  /** MCP's arguments are an object; any other input gets this name in it. */
  readonly wrapped?: typeof WRAPPED
}

const WRAPPED = 'input'

const isOfObjects = (schema: Json): schema is JsonObject & { readonly type: 'object' } =>
  isObject(schema) && schema['type'] === 'object'

/** The input schema as MCP's, whose root is an object. */
const toArguments = (input: Json): Pick<IdeaTool, 'inputSchema' | 'wrapped'> => {
  if (isOfObjects(input)) return { inputSchema: input }
  const isOpen = isObject(input) && input['type'] === undefined && isObject(input['properties'])
  if (isOpen) return { inputSchema: { ...input, type: 'object' } }
  // Definitions stay at the root, where the references into them point.
  const { $defs, definitions, ...schema } = isObject(input) ? input : {}
  return {
    inputSchema: {
      type: 'object',
      properties: { [WRAPPED]: isObject(input) ? schema : input },
      required: [WRAPPED],
      additionalProperties: false,
      ...($defs !== undefined && { $defs }),
      ...(definitions !== undefined && { definitions }),
    },
    wrapped: WRAPPED,
  }
}

/** Every Idea with an input schema, in the order of the graph. */
export const listIdeaTools = async (api: Client): Promise<readonly IdeaTool[]> => {
  const { nodes } = await api.call('GET', '/api/graph')
  return nodes.flatMap(({ kind, name, title, description, input, output }) => {
    if (kind !== 'idea' || input === null) return []
    return {
      name,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...toArguments(input),
      ...(isObject(output) && { outputSchema: output }),
    }
  })
}

/** The arguments of a `tools/call` as the Idea's input. */
export const toInput = ({ wrapped }: IdeaTool, given: JsonObject): Json =>
  wrapped === undefined ? given : (given[wrapped] ?? null)
