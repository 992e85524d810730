import { isObject, type JsonObject, type JsonSchema } from '../schema/json.ts'

/** The reserved function of the `tools` wire that carries the output where an endpoint cannot combine tools with a response format. */
export const FINAL_OUTPUT = 'final_output'

/** A response format is an object at its root, so an output of another type travels as `{ "output": … }` on `tools`. */
export const isWrappedOutput = (output: JsonSchema | null): boolean =>
  output !== null && !(isObject(output) && output.type === 'object')

/** The output's schema as the `tools` wire asks for it. */
export const outputFormat = (output: JsonSchema): JsonObject => {
  if (isObject(output) && !isWrappedOutput(output)) return output
  // Definitions stay at the root, where the references into them point.
  const definitions = isObject(output) && isObject(output.$defs) ? output.$defs : undefined
  return {
    type: 'object',
    properties: { output },
    required: ['output'],
    additionalProperties: false,
    ...(definitions === undefined ? {} : { $defs: definitions }),
  }
}
