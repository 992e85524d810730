import { isObject, type Json, type JsonObject, type JsonSchema } from '../../schema/json.ts'
import { readBlocks, readTitle, type Block } from '../blocks.ts'
import type { ChatBody, ChatMessage } from '../model.ts'
import { FINAL_OUTPUT } from '../output-format.ts'
import { JSON_INSTRUCTION } from '../wire-json.ts'
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

/** A Call of an earlier turn with what came of it. */
export interface PastCall {
  readonly tool: string
  readonly call: JsonObject
  readonly result?: Json
  readonly error?: { readonly code: string; readonly message: string; readonly path?: string }
}

export interface SeenBlock {
  readonly kind: 'input' | 'state' | 'data'
  /** Of a `data` block. */
  readonly name?: string
  readonly instance?: string
  readonly schema?: JsonSchema
  readonly note?: string
  readonly value: Json
}

/** Everything the simulated model knows: what a real one would be sent, and nothing else (PROTOCOL.md §10). */
export interface SeenRequest {
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
  readonly blocks: readonly SeenBlock[]
  /** What people wrote: the last message of the user, or the system's where there is none and no input. */
  readonly text: string
  /** Calls since the last final answer, in order. */
  readonly past: readonly PastCall[]
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
    return parseObject(inPrompt.slice(JSON_INSTRUCTION.length))
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
  const tools = branches.flatMap((branch): SeenTool[] => {
    const schema = isObject(branch) ? resolveRef(branch, root) : undefined
    if (!isObject(schema)) return []
    const named = propertiesOf(schema)._tool
    const name = isObject(named) ? (named.const ?? (Array.isArray(named.enum) ? named.enum[0] : undefined)) : undefined
    return typeof name === 'string' ? [toTool(name, schema, root)] : []
  })
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
  const format = isObject(body.response_format) ? body.response_format.json_schema : undefined
  const schema = reserved === undefined ? (isObject(format) ? format.schema : undefined) : parametersOf(reserved)
  return {
    wire: 'tools',
    tools,
    ...(isObject(schema) ? { output: { schema, root: schema } } : {}),
    outputAsCall: reserved !== undefined,
  }
}

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

const contentOf = (message: ChatMessage): string => (typeof message.content === 'string' ? message.content : '')

const parseObject = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const readConversation = (messages: readonly ChatMessage[]): Pick<SeenRequest, 'blocks' | 'text' | 'past'> => {
  const blocks: SeenBlock[] = []
  let past: PastCall[] = []
  /** Where the calls of the last assistant message begin, and their ids on the `tools` wire. */
  let turn = 0
  let ids: readonly string[] = []
  let userText = ''
  let systemText = ''
  const settle = (index: number, answer: Pick<PastCall, 'result' | 'error'>): void => {
    const call = past[turn + index]
    if (call !== undefined) past[turn + index] = { ...call, ...answer }
  }
  for (const message of messages) {
    const content = contentOf(message)
    if (message.role === 'assistant') {
      const calls = callsOf(message)
      if (calls.length === 0) past = []
      turn = past.length
      ids = calls.map(({ id }) => id)
      past.push(...calls.map(({ tool, call }) => ({ tool, call })))
    } else if (message.role === 'tool') {
      settle(ids.indexOf(String(message.tool_call_id)), readToolMessage(content))
    } else {
      const read = readBlocks(content)
      if (read === undefined && message.role === 'user') userText = content
      if (read === undefined && message.role === 'system' && !content.startsWith(JSON_INSTRUCTION))
        systemText += `${content}\n`
      for (const block of read ?? []) {
        const answer = readAnswerBlock(block)
        if (answer === undefined) blocks.push(...readContextBlock(block))
        else settle(answer.index, answer.settled)
      }
    }
  }
  const isAsked = userText !== '' || blocks.some(({ kind }) => kind === 'input')
  return { blocks: latest(blocks), text: isAsked ? userText : systemText, past }
}

const callsOf = (message: ChatMessage): readonly { id: string; tool: string; call: JsonObject }[] => {
  if (Array.isArray(message.tool_calls)) {
    return message.tool_calls.flatMap((entry: Json) => {
      const target = isObject(entry) && isObject(entry.function) ? entry.function : undefined
      return target === undefined || !isObject(entry)
        ? []
        : [{ id: String(entry.id), tool: String(target.name), call: parseObject(String(target.arguments)) ?? {} }]
    })
  }
  const calls = parseObject(contentOf(message))?.calls
  if (!Array.isArray(calls)) return []
  return calls.map((call: Json) => ({
    id: '',
    tool: isObject(call) ? String(call._tool) : '',
    call: isObject(call) ? call : {},
  }))
}

const readError = (value: Json | undefined): NonNullable<PastCall['error']> | undefined =>
  isObject(value) && typeof value.code === 'string' && typeof value.message === 'string'
    ? { code: value.code, message: value.message, ...(typeof value.path === 'string' ? { path: value.path } : {}) }
    : undefined

const readToolMessage = (content: string): Pick<PastCall, 'result' | 'error'> => {
  const object = parseObject(content)
  const error = object !== undefined && Object.keys(object).length === 1 ? readError(object.error) : undefined
  if (error !== undefined) return { error }
  try {
    return { result: JSON.parse(content) as Json } // JSON.parse yields Json
  } catch {
    return { result: content }
  }
}

const readAnswerBlock = ({ title, value }: Block) => {
  const match = /^(result|error) of .+, call (\d+)$/.exec(title)
  if (match === null) return /^(?:result|error)(?: of .+)?$/.test(title) ? { index: -1, settled: {} } : undefined
  const error = match[1] === 'error' ? readError(value) : undefined
  return { index: Number(match[2]) - 1, settled: error === undefined ? { result: value } : { error } }
}

const readContextBlock = ({ title, note, schema, value }: Block): readonly SeenBlock[] => {
  const { subject, instance } = readTitle(title)
  const name = /^data: (.+)$/.exec(subject)?.[1]
  if (subject !== 'input' && subject !== 'state' && name === undefined) return []
  return [
    {
      kind: subject === 'input' || subject === 'state' ? subject : 'data',
      ...(name === undefined ? {} : { name }),
      ...(instance === undefined ? {} : { instance }),
      ...(schema === undefined ? {} : { schema }),
      ...(note === undefined ? {} : { note }),
      value,
    },
  ]
}

/** Of blocks with the same title the last one counts. */
const latest = (blocks: readonly SeenBlock[]): readonly SeenBlock[] => {
  const byTitle = new Map(blocks.map((block) => [JSON.stringify([block.kind, block.name, block.instance]), block]))
  return [...byTitle.values()]
}
