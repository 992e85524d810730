import { EnsembleError } from '../schema/ensemble-error.ts'
import { isObject } from '../schema/json.ts'
import type { JsonSchema } from '../schema/json.ts'
import type { ToolSchema } from '../tool/tool.ts'
import { ideaAddress } from './address.ts'
import type { Idea } from './idea.ts'
import { inputSchemaOf } from './input.ts'

/**
 * An Idea with an input schema as a Tool (docs/contract/protocol.md#tools): parameters from the input schema, `_output`
 * from the output, `_module` from the address (default `idea://NAME`). Throws EnsembleError `tool.notObject` for an
 * input that isn't an object.
 */
export function fromIdea(idea: Idea, name: string, address: string = ideaAddress(name)): ToolSchema {
  const input: JsonSchema = inputSchemaOf(idea) ?? { type: 'object', properties: {} }
  if (!isObject(input) || (input.type !== undefined && input.type !== 'object')) {
    const message = `${address} cannot be a Tool: its input schema must be of type object.`
    throw new EnsembleError('tool.notObject', message)
  }
  const { title = idea.title, description, properties, ...rest } = input
  return {
    type: 'object',
    ...(title !== undefined && { title }),
    ...describe(idea.description ?? description),
    ...rest,
    properties: {
      _tool: { const: name },
      _module: { const: address },
      ...(isObject(properties) && properties),
      ...(idea.schema !== undefined && { _output: idea.schema }),
    },
  }
}

const describe = (description: unknown): { description?: string } =>
  typeof description === 'string' ? { description } : {}
