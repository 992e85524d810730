import { isObject, type Json, type JsonObject, type JsonSchema } from '../../schema/json.ts'
import type { ChatBody } from '../model.ts'
import { FINAL_OUTPUT } from '../output-format.ts'
import { ASK_PERSON, ASK_PERSON_DESCRIPTION } from '../../request/ask-person.ts'
import { JSON_INSTRUCTION } from '../wire-json.ts'
import { contentOf, parseObject, readConversation, type Conversation } from './read-conversation.ts'
import { withSaidKeywords } from './said-keywords.ts'
import { isNullSchema, propertiesOf, resolveRef, valueSchema, withoutNullType } from './schema-view.ts'

/** A Tool as the request shows it. */
export interface SeenTool {
  readonly name: string
  /** Without the sentences that the composer adds. */
  readonly description: string
  readonly needsApproval: boolean
  /** Its `_output` is the model's to fill. */
  readonly isLatent: boolean
  readonly schema: JsonObject
  /** The document that the schema's references point into. */
  readonly root: JsonObject
}

/** Everything the simulated model knows: what a real one would be sent, and nothing else (docs/contract/protocol.md#the-simulated-model). */
export interface SeenRequest extends Conversation {
  readonly wire: 'structured' | 'tools'
  readonly tools: readonly SeenTool[]
  /** The output's schema; undefined where the answer is text. */
  readonly output?: { readonly schema: JsonSchema; readonly root: JsonObject }
  /** A composed schema was asked for; plain text otherwise. */
  readonly isEnvelope: boolean
  /** The schema is the strict subset: its types are not always those of the values (maps become pairs). */
  readonly isLowered: boolean
  /** On the `tools` wire: the output is a call of the reserved function. */
  readonly outputAsCall: boolean
}

const SYSTEM_SENTENCE = /^(?:Do this yourself: fill `_output`|A person confirms ).*$/gm

/** Reads a body of any wire, strict or not. */
export const readRequest = (body: ChatBody): SeenRequest => {
  const shown = withSaidKeywords(composedSchema(body) ?? null)
  const composed = isObject(shown) ? shown : undefined
  const conversation = readConversation(body.messages)
  return composed === undefined
    ? { ...readToolsWire(body), isEnvelope: false, isLowered: false, ...conversation }
    : {
        ...readComposed(composed),
        wire: 'structured',
        isEnvelope: true,
        isLowered: isStrict(body),
        outputAsCall: false,
        ...conversation,
      }
}

/** The composed `{ calls, output }` schema: of the response format, or of the prompt in JSON mode. */
const composedSchema = (body: ChatBody): JsonObject | undefined => {
  const format = isObject(body.response_format) ? body.response_format : {}
  const inPrompt = body.messages.map(contentOf).find((content) => content.startsWith(JSON_INSTRUCTION))
  if (format.type === 'json_object' && inPrompt !== undefined) {
    const [line = ''] = inPrompt.slice(JSON_INSTRUCTION.length).split('\n', 1)
    return parseObject(line)
  }
  const schema = isObject(format.json_schema) ? format.json_schema.schema : undefined
  return isObject(schema) && isObject(schema.properties) && isObject(schema.properties.calls) ? schema : undefined
}

const isStrict = ({ response_format: format }: ChatBody): boolean =>
  isObject(format) && isObject(format.json_schema) && format.json_schema.strict === true

const readComposed = (root: JsonObject): Pick<SeenRequest, 'tools' | 'output'> => {
  const { calls, output } = propertiesOf(root)
  const items = isObject(calls) && calls.maxItems !== 0 && isObject(calls.items) ? calls.items : undefined
  const branches = items === undefined ? [] : Array.isArray(items.anyOf) ? items.anyOf : [items]
  const seen = branches.flatMap((branch): SeenTool[] => {
    const schema = isObject(branch) ? resolveRef(branch, root) : undefined
    if (!isObject(schema)) return []
    const named = propertiesOf(schema)._tool
    const name = isObject(named) ? (named.const ?? (Array.isArray(named.enum) ? named.enum[0] : undefined)) : undefined
    return typeof name === 'string' ? [toTool(name, schema, root)] : []
  })
  const tools = seen.filter((tool) => !asksPerson(tool))
  const schema = output === undefined ? undefined : withoutNull(output)
  const isText = isObject(schema) && Object.keys(schema).every((key) => key === 'type') && schema.type === 'string'
  return { tools, ...(schema === undefined || isText ? {} : { output: { schema, root } }) }
}

const readToolsWire = (body: ChatBody): Pick<SeenRequest, 'wire' | 'tools' | 'output' | 'outputAsCall'> => {
  const functions = (Array.isArray(body.tools) && body.tool_choice !== 'none' ? body.tools : []).flatMap(
    (entry: Json) => (isObject(entry) && isObject(entry.function) ? [entry.function] : []),
  )
  const parametersOf = ({ parameters }: JsonObject): JsonObject => (isObject(parameters) ? parameters : {})
  const reserved = functions.find(({ name }) => name === FINAL_OUTPUT)
  const tools = functions
    .filter((entry) => entry !== reserved)
    .map((entry) => {
      const schema = { ...parametersOf(entry), description: String(entry.description ?? '') }
      return toTool(String(entry.name), schema, schema)
    })
    .filter((tool) => !asksPerson(tool))
  const format = isObject(body.response_format) ? body.response_format.json_schema : undefined
  const schema = reserved === undefined ? (isObject(format) ? format.schema : undefined) : parametersOf(reserved)
  return {
    wire: 'tools',
    tools,
    ...(isObject(schema) ? { output: { schema, root: schema } } : {}),
    outputAsCall: reserved !== undefined,
  }
}

/** It has nothing to ask: what it does not know it makes up. */
const asksPerson = ({ name, description }: SeenTool): boolean =>
  name === ASK_PERSON && description.startsWith(ASK_PERSON_DESCRIPTION)

const toTool = (name: string, schema: JsonObject, root: JsonObject): SeenTool => {
  const described = typeof schema.description === 'string' ? schema.description : ''
  const { _activity, _module: module } = propertiesOf(schema)
  const activity = _activity === undefined ? undefined : valueSchema(_activity, root).schema
  const isLatent = isObject(activity)
    ? activity.const === '' || (Array.isArray(activity.enum) && activity.enum.includes(''))
    : described.includes('Do this yourself: fill `_output`')
  return {
    name,
    description: described.replaceAll(SYSTEM_SENTENCE, '').trim(),
    needsApproval: /^A person confirms /m.test(described),
    isLatent: isLatent && module === undefined,
    schema,
    root,
  }
}

/** The output's own schema: `null` only says that there may be none yet. */
const withoutNull = (schema: JsonSchema): JsonSchema => {
  if (!isObject(schema)) return schema
  if (!Array.isArray(schema.anyOf)) return withoutNullType(schema)
  const values = schema.anyOf.filter((option) => !isNullSchema(option))
  const [only] = values
  return values.length === 1 && (isObject(only) || typeof only === 'boolean') ? only : { ...schema, anyOf: values }
}
