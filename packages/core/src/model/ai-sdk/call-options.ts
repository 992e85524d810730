import { isObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { ChatBody, ChatMessage } from '../model.ts'

/**
 * A question, Chat Completions shaped and with its files' bytes, as the AI SDK's provider interface takes it
 * (LanguageModelV2 to V4, `doStream` and `doGenerate`).
 */
export const toCallOptions = (body: ChatBody): JsonObject => {
  const { messages, tools, tool_choice: choice, response_format: format } = body
  const { temperature, top_p: topP, seed, stop, max_completion_tokens: limit, max_tokens: olderLimit } = body
  const most = limit ?? olderLimit
  const offered = Array.isArray(tools) ? tools.filter(isObject).map(toTool) : []
  return {
    prompt: withCaching(toPrompt(messages)),
    ...(offered.length > 0 && { tools: offered }),
    ...(offered.length > 0 && choice !== undefined && { toolChoice: { type: choice } }),
    ...(isObject(format) && { responseFormat: toFormat(format) }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(seed !== undefined && { seed }),
    ...(stop !== undefined && { stopSequences: Array.isArray(stop) ? stop : [stop] }),
    ...(most !== undefined && { maxOutputTokens: most }),
    ...(typeof body.reasoning_effort === 'string' && { providerOptions: toThinking(body.reasoning_effort) }),
  }
}

/** The parts of a question that the interface has no place for, in one sentence. */
export const noteOf = ({ service_tier: tier }: ChatBody): string | undefined =>
  tier === undefined ? undefined : 'This API takes no service tier from the Config: it was left out.'

/** Tokens for thinking by effort; what an unknown word means is the provider's own matter. */
const BUDGETS: { readonly [effort: string]: number } = { minimal: 1024, low: 2048, medium: 8192, high: 24_576 }

const toThinking = (effort: string): JsonObject => {
  const budget = BUDGETS[effort] ?? 0
  return {
    anthropic: {
      thinking: effort === 'none' ? { type: 'disabled' } : { type: 'enabled', budgetTokens: budget || 8192 },
    },
    google: {
      thinkingConfig: { thinkingBudget: effort === 'none' ? 0 : budget || -1, includeThoughts: effort !== 'none' },
    },
  }
}

const toTool = ({ function: described }: JsonObject): JsonObject => {
  const { name, description, parameters } = isObject(described) ? described : {}
  return {
    type: 'function',
    name: String(name),
    ...(typeof description === 'string' && { description }),
    inputSchema: isObject(parameters) ? parameters : {},
  }
}

const toFormat = ({ json_schema: described }: JsonObject): JsonObject => {
  const { name, schema } = isObject(described) ? described : {}
  return {
    type: 'json',
    ...(isObject(schema) && { schema }),
    ...(typeof name === 'string' && { name }),
  }
}

const toPrompt = (messages: readonly ChatMessage[]): readonly JsonObject[] => {
  const names = new Map<string, string>()
  const prompt: JsonObject[] = []
  for (const message of messages) {
    const { role, content } = message
    if (role === 'system') prompt.push({ role, content: String(content) })
    else if (role === 'user') prompt.push({ role, content: toParts(content) })
    else if (role === 'assistant') prompt.push({ role, content: toAnswer(message, names) })
    else addResult(prompt, message, names)
  }
  return prompt
}

/** The results of one answer's Calls go back together: Gemini refuses them one by one. */
const addResult = (prompt: JsonObject[], message: ChatMessage, names: ReadonlyMap<string, string>): void => {
  const { tool_call_id: id, content } = message
  const toolName = names.get(String(id)) ?? ''
  const result = {
    type: 'tool-result',
    toolCallId: String(id),
    toolName,
    output: { type: 'text', value: String(content) },
  }
  const last = prompt.at(-1)
  if (last?.role === 'tool' && Array.isArray(last.content))
    prompt[prompt.length - 1] = { role: 'tool', content: [...(last.content as readonly Json[]), result] }
  else prompt.push({ role: 'tool', content: [result] })
}

const toParts = (content: Json | undefined): readonly JsonObject[] =>
  Array.isArray(content) ? content.filter(isObject).map(toPart) : [{ type: 'text', text: String(content) }]

const toPart = (part: JsonObject): JsonObject => {
  const { text, image_url: image, input_audio: audio, file } = part
  if (isObject(image)) return toFile(image.url)
  if (isObject(file)) return { ...toFile(file.file_data), filename: String(file.filename) }
  if (isObject(audio))
    return { type: 'file', mediaType: audio.format === 'mp3' ? 'audio/mpeg' : 'audio/wav', data: String(audio.data) }
  return { type: 'text', text: String(text) }
}

const toFile = (url: Json | undefined): JsonObject => {
  const [, mediaType = 'application/octet-stream', data = ''] = /^data:([^;,]*)[^,]*,(.*)$/s.exec(String(url)) ?? []
  return { type: 'file', mediaType, data }
}

/** An earlier answer: its thoughts where they were, its text, its Calls. */
const toAnswer = (message: ChatMessage, names: Map<string, string>): readonly JsonObject[] => {
  const { content, tool_calls: calls } = message
  const items = itemsOf(message)
  const made = Array.isArray(calls) ? calls.filter(isObject) : []
  const thoughtsBefore = (index: number): readonly JsonObject[] =>
    items.flatMap(({ before, item }) => (item.type === 'reasoning' && before === index ? [item] : []))
  const said = typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : []
  const parts = made.flatMap((call, index) => {
    const { name, arguments: text } = isObject(call.function) ? call.function : {}
    names.set(String(call.id), String(name))
    const signed = items.find(({ before, item }) => item.type === 'call' && before === index)?.item.providerOptions
    const asked = { type: 'tool-call', toolCallId: String(call.id), toolName: String(name), input: inputOf(text) }
    return [
      ...(index === 0 ? [] : thoughtsBefore(index)),
      signed === undefined ? asked : { ...asked, providerOptions: signed },
    ]
  })
  const last =
    made.length === 0
      ? []
      : items.flatMap(({ before, item }) => (item.type === 'reasoning' && before >= made.length ? [item] : []))
  return [...thoughtsBefore(0), ...said, ...parts, ...last]
}

/** As the answer's reader made them (answer-parts.ts). */
const itemsOf = ({
  reasoning_items: items,
}: ChatMessage): readonly { readonly before: number; readonly item: JsonObject }[] =>
  Array.isArray(items) ? (items as unknown as readonly { readonly before: number; readonly item: JsonObject }[]) : []

/** The renderer wrote it, so it is JSON. */
const inputOf = (text: Json | undefined): Json => JSON.parse(String(text)) as Json

/**
 * Anthropic caches up to a mark. The system text never changes in a Loop, and each question begins with the whole
 * question before it: so both ends are marked. Other providers cache by themselves and ignore the marks.
 */
const MARK = { anthropic: { cacheControl: { type: 'ephemeral' } }, bedrock: { cachePoint: { type: 'default' } } }
const withCaching = (prompt: readonly JsonObject[]): readonly JsonObject[] =>
  prompt.map((message, index) =>
    message.role === 'system' || index === prompt.length - 1 ? { ...message, providerOptions: MARK } : message,
  )
