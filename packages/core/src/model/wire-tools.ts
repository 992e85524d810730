import type { ComposedTool, Composition } from '../request/composition.ts'
import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { keepText } from '../schema/kept-text.ts'
import type { Steps } from '../schema/turns.ts'
import { bodyOptions } from './body-options.ts'
import { FINAL_OUTPUT, outputFormat } from './output-format.ts'
import { renderInSteps } from './render-messages.ts'
import type { EncodedRequest, EncodeInput } from './wire.ts'

const identity = (value: Json): Json => value

/** The `tools` wire: every Tool is a function; the output comes by response format or the reserved function. */
export function* encodeTools(input: EncodeInput): Steps<EncodedRequest> {
  const { composition, config, model, inlineBytes } = input
  const asFunction = input.finalOutput === true && composition.output !== null
  const functions = asFunction ? functionsWithOutput(composition) : functionsOf(composition)
  const asFormat = composition.output !== null && !asFunction
  const files = input.files ?? []
  const options = { model, inlineBytes, files, rendered: input.rendered, textOutput: composition.output === null }
  const messages = yield* renderInSteps(input.context, 'tools', options)
  return {
    wire: 'tools',
    strict: false,
    body: {
      model,
      messages,
      ...(functions.length === 0 ? {} : { tools: functions, tool_choice: config.toolChoice ?? 'auto' }),
      ...(asFormat && composition.output !== null
        ? {
            response_format: {
              type: 'json_schema',
              json_schema: { name: 'output', strict: false, schema: outputFormat(composition.output) },
            },
          }
        : {}),
      ...bodyOptions(input),
    },
    schema: keepText(composition.schema),
    changes: [],
    liftCall: (_tool, value) => identity(value),
    liftOutput: identity,
  }
}

/** Made once for all turns, and written once. */
const once = (create: (composition: Composition) => readonly JsonObject[]) => {
  const known = new WeakMap<Composition, readonly JsonObject[]>()
  return (composition: Composition): readonly JsonObject[] => {
    const functions = known.get(composition) ?? keepText(create(composition))
    known.set(composition, functions)
    return functions
  }
}
const functionsOf = once(({ tools }) => tools.map(toFunction))
const functionsWithOutput = once(({ tools, output }) => [
  ...tools.map(toFunction),
  ...(output === null ? [] : [finalOutput(outputFormat(output))]),
])

const toFunction = ({ name, branch }: ComposedTool): JsonObject => {
  const { description, ...parameters } = branch
  return {
    type: 'function',
    function: {
      name,
      ...(typeof description === 'string' ? { description } : {}),
      parameters: withoutName(parameters),
    },
  }
}

/** On this wire the function's name says which Tool it is, so `_tool` is not asked for. */
const withoutName = (branch: JsonObject): JsonObject => {
  const { _tool, ...properties } = isObject(branch.properties) ? branch.properties : {}
  const required = Array.isArray(branch.required) ? branch.required.filter((name) => name !== '_tool') : []
  const { required: _, ...rest } = branch
  return { ...rest, properties, ...(required.length === 0 ? {} : { required }) }
}

const finalOutput = (parameters: JsonObject): JsonObject => ({
  type: 'function',
  function: {
    name: FINAL_OUTPUT,
    description: 'The final output. Call it once, alone, when everything is done.',
    parameters,
  },
})
