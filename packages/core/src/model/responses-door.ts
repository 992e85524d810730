import type * as ResponsesApi from 'openai/resources/responses/responses'
import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import type { Door } from './door.ts'
import { ModelError, type ChatBody, type ChatMessage } from './model.ts'
import { readResponse, ResponsesReader } from './responses-answer.ts'

type Input = ResponsesApi.ResponseInputItem
type Content = ResponsesApi.ResponseInputContent
type Sent = ResponsesApi.ResponseCreateParams

/**
 * OpenAI's Responses API. Nothing is stored there: each question carries its whole conversation, with the model's encrypted
 * reasoning.
 */
export const RESPONSES_DOOR: Door = {
  path: '/responses',
  // The package's type, whose members are JSON.
  write: (body, isStreamed) => toResponses(body, isStreamed) as unknown as JsonObject,
  note: ({ seed }) => (seed === undefined ? undefined : 'The Responses API takes no seed: it was left out.'),
  createReader: (body, toFailure) => new ResponsesReader(body, toFailure),
  readWhole: readResponse,
}

const refuse = (what: string): never => {
  throw new ModelError(
    'model.option',
    `The Responses API takes no ${what}. Ask this endpoint through Chat Completions ("api": "chat"), or leave it out.`,
    { retryable: false },
  )
}

const toResponses = (body: ChatBody, isStreamed: boolean): Sent => {
  const {
    model,
    messages,
    response_format: format,
    tools,
    tool_choice: choice,
    reasoning_effort: effort,
    ...rest
  } = body
  const { max_completion_tokens: limit, max_tokens: olderLimit, seed: _, stop, ...others } = rest
  if (stop !== undefined) return refuse('"stop"')
  const most = limit ?? olderLimit
  return {
    ...others,
    model,
    input: messages.flatMap(toInput),
    ...(Array.isArray(tools) && { tools: tools.filter(isObject).map(toTool) }),
    ...(choice !== undefined && { tool_choice: choice as 'auto' | 'none' | 'required' }), // Config.toolChoice
    ...(isObject(format) && { text: { format: toFormat(format) } }),
    ...(typeof most === 'number' && { max_output_tokens: most }),
    ...(typeof effort === 'string' && { reasoning: toReasoning(effort) }),
    store: false,
    include: ['reasoning.encrypted_content'],
    ...(isStreamed ? { stream: true as const } : {}),
  }
}

/** Its thoughts are shown where a person asked for some. */
const toReasoning = (effort: string): ResponsesApi.ResponseCreateParams['reasoning'] => ({
  effort: effort as 'low', // a word of the endpoint's own
  ...(effort !== 'none' && { summary: 'auto' }),
})

const toFormat = (format: JsonObject): ResponsesApi.ResponseFormatTextConfig => {
  const { json_schema: described } = format
  if (format.type !== 'json_schema' || !isObject(described)) return { type: 'json_object' }
  const { name, strict, schema } = described
  return {
    type: 'json_schema',
    name: String(name),
    strict: strict === true,
    schema: isObject(schema) ? schema : {},
  }
}

const toTool = ({ function: described }: JsonObject): ResponsesApi.FunctionTool => {
  const { name, description, parameters } = isObject(described) ? described : {}
  return {
    type: 'function',
    name: String(name),
    ...(typeof description === 'string' && { description }),
    parameters: isObject(parameters) ? parameters : {},
    // Unlike Chat Completions, this API is strict by default.
    strict: false,
  }
}

const toInput = (message: ChatMessage): readonly Input[] => {
  const { role, content, tool_calls: calls, tool_call_id: id } = message
  if (role === 'tool') return [{ type: 'function_call_output', call_id: String(id), output: String(content) }]
  if (role !== 'assistant')
    return [{ role, content: Array.isArray(content) ? content.map(toContent) : String(content) }]
  const items = itemsOf(message)
  const said: readonly Input[] = typeof content === 'string' && content !== '' ? [{ role, content }] : []
  const made = Array.isArray(calls) ? calls.filter(isObject).map(toCall) : []
  // Reasoning goes back to the place where it was.
  const placed = made.flatMap((call, index) => [...items.filter(({ before }) => before === index), call])
  const first = made.length === 0 ? items : []
  const last = made.length === 0 ? [] : items.filter(({ before }) => before >= made.length)
  return [...first, ...said, ...placed, ...last].map((part) => ('item' in part ? part.item : part))
}

interface Placed {
  readonly before: number
  readonly item: Input
}

const itemsOf = ({ reasoning_items: items }: ChatMessage): readonly Placed[] =>
  Array.isArray(items) ? (items as unknown as readonly Placed[]) : [] // as the answer's reader made them

const toCall = ({ id, function: target }: JsonObject): Input => {
  const { name, arguments: text } = isObject(target) ? target : {}
  return { type: 'function_call', call_id: String(id), name: String(name), arguments: String(text) }
}

const toContent = (part: Json): Content => {
  const { type, text, image_url: image, file } = isObject(part) ? part : {}
  if (type === 'image_url' && isObject(image))
    return { type: 'input_image', image_url: String(image.url), detail: 'auto' }
  if (type === 'file' && isObject(file))
    return { type: 'input_file', filename: String(file.filename), file_data: String(file.file_data) }
  return typeof text === 'string' ? { type: 'input_text', text } : refuse('sound')
}
