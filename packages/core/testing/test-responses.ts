import type * as ResponsesApi from 'openai/resources/responses/responses'
import type { ModelDelta } from '../src/model/model.ts'

type Event = ResponsesApi.ResponseStreamEvent
type Item = ResponsesApi.ResponseOutputItem
type Sent = ResponsesApi.ResponseCreateParams

/** An answer's status, by why the model stopped. */
const statusOf = (reason: string): Pick<ResponsesApi.Response, 'status' | 'incomplete_details'> => {
  if (reason === 'length') return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
  if (reason === 'content_filter') return { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }
  return { status: 'completed', incomplete_details: null }
}

/** A whole answer of the Responses API, of the package's own type. */
export const responseOf = (
  output: readonly Item[],
  more: Partial<ResponsesApi.Response> = {},
): ResponsesApi.Response => ({
  id: 'resp_1',
  object: 'response',
  created_at: 0,
  model: 'm',
  output: [...output],
  output_text: '',
  status: 'completed',
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: null,
  parallel_tool_calls: true,
  temperature: null,
  tool_choice: 'auto',
  tools: [],
  top_p: null,
  usage: {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 4, cache_write_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 2 },
    total_tokens: 15,
  },
  ...more,
})

export const reasoningItem = (id: string, thought = 'Let me see.'): ResponsesApi.ResponseReasoningItem => ({
  id,
  type: 'reasoning',
  summary: thought === '' ? [] : [{ type: 'summary_text', text: thought }],
  encrypted_content: `sealed-${id}`,
})
export const messageItem = (text: string): ResponsesApi.ResponseOutputMessage => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
})
export const callItem = (name: string, args: string, id = 'call_1'): ResponsesApi.ResponseFunctionToolCall => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name,
  arguments: args,
  status: 'completed',
})

/** The events of an answer as the API streams it: each item begins, comes in pieces of `size` characters, and ends. */
export const eventsOf = (response: ResponsesApi.Response, size = 7): readonly Event[] => {
  const events: Event[] = []
  let sequence_number = 0
  const next = (): number => sequence_number++
  const { output, error, ...begun } = response
  const empty: ResponsesApi.Response = { ...begun, output: [], error: null, status: 'in_progress' }
  events.push({ type: 'response.created', sequence_number: next(), response: empty })
  for (const [output_index, item] of output.entries()) {
    const item_id = 'id' in item && typeof item.id === 'string' ? item.id : ''
    const at = { output_index, item_id, sequence_number: 0 }
    const begin = item.type === 'function_call' ? { ...item, arguments: '' } : item
    events.push({ type: 'response.output_item.added', output_index, item: begin, sequence_number: next() })
    if (item.type === 'function_call')
      for (const delta of piecesOf(item.arguments, size))
        events.push({ ...at, type: 'response.function_call_arguments.delta', delta, sequence_number: next() })
    if (item.type === 'reasoning')
      for (const [summary_index, { text, type }] of item.summary.entries()) {
        const part = { type, text: '' }
        events.push({ ...at, type: 'response.reasoning_summary_part.added', summary_index, part })
        for (const delta of piecesOf(text, size))
          events.push({ ...at, type: 'response.reasoning_summary_text.delta', summary_index, delta })
      }
    if (item.type === 'message')
      for (const [content_index, part] of item.content.entries())
        for (const delta of piecesOf(part.type === 'refusal' ? part.refusal : part.text, size))
          events.push(
            part.type === 'refusal'
              ? { ...at, type: 'response.refusal.delta', content_index, delta }
              : { ...at, type: 'response.output_text.delta', content_index, delta, logprobs: [] },
          )
    events.push({ type: 'response.output_item.done', output_index, item, sequence_number: next() })
  }
  const type =
    response.status === 'failed'
      ? 'response.failed'
      : response.status === 'incomplete'
        ? 'response.incomplete'
        : 'response.completed'
  events.push({ type, sequence_number: next(), response: { ...response, error } })
  return events
}

const piecesOf = (text: string, size: number): readonly string[] => {
  const pieces: string[] = []
  for (let from = 0; from < text.length; from += size) pieces.push(text.slice(from, from + size))
  return pieces
}

/** Events as a body. */
export const bodyOfEvents = (events: readonly object[]): string =>
  events
    .map((event) => `event: ${'type' in event ? String(event.type) : ''}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('')

/** A Model's pieces as this API says them; what it has no event for is left out. */
export const responseOfDeltas = (deltas: readonly ModelDelta[]): ResponsesApi.Response => {
  const output: Item[] = []
  let said = ''
  let refusal = ''
  let thought = ''
  const calls = new Map<number, ResponsesApi.ResponseFunctionToolCall>()
  for (const delta of deltas) {
    if (delta.type === 'text') said += delta.text
    if (delta.type === 'refusal') refusal += delta.text
    if (delta.type === 'reasoning') thought += delta.text
    if (delta.type !== 'call') continue
    const known = calls.get(delta.index)
    calls.set(delta.index, {
      ...(known ?? callItem('', '', delta.id ?? '')),
      name: (known?.name ?? '') || (delta.name ?? ''),
      arguments: (known?.arguments ?? '') + delta.argumentsDelta,
    })
  }
  if (thought !== '') output.push(reasoningItem('rs_1', thought))
  if (said !== '') output.push(messageItem(said))
  if (refusal !== '') output.push({ ...messageItem(''), content: [{ type: 'refusal', refusal }] })
  output.push(...calls.values())
  const finish = deltas.find((delta) => delta.type === 'finish')
  return responseOf(output, finish === undefined ? { status: 'in_progress' } : statusOf(finish.reason))
}

/** The members that the published reference has for a question; any other is refused. */
const MEMBERS: ReadonlySet<keyof Sent> = new Set([
  'model',
  'input',
  'tools',
  'tool_choice',
  'text',
  'max_output_tokens',
  'reasoning',
  'store',
  'include',
  'stream',
  'temperature',
  'top_p',
  'service_tier',
  'metadata',
])

/** Why the API would answer 400 to a body, in its own words; undefined where it would not. */
export const refusalOf = (sent: Sent): string | undefined => {
  for (const member of Object.keys(sent))
    if (!MEMBERS.has(member as keyof Sent)) return `Unknown parameter: '${member}'.`
  const { input, tools = [], text, store, include } = sent
  if (!Array.isArray(input)) return "Missing required parameter: 'input'."
  if (store !== false || include?.[0] !== 'reasoning.encrypted_content') return 'The conversation would be stored.'
  for (const tool of tools)
    if (tool.type !== 'function' || tool.name === '' || tool.parameters?.['type'] !== 'object' || tool.strict !== false)
      return "Invalid 'tools'."
  const format = text?.format
  if (format?.type === 'json_schema' && format.schema['type'] !== 'object') return "Invalid schema for 'text.format'."
  const calls = new Set<string>()
  for (const [index, item] of input.entries()) {
    if ('role' in item && item.role === 'assistant' && typeof item.content !== 'string') return 'Invalid content.'
    if (item.type === 'function_call') calls.add(item.call_id)
    if (item.type === 'function_call_output' && !calls.delete(item.call_id))
      return `No tool call found for function call output with call_id ${item.call_id}.`
    const next = input[index + 1]
    if (item.type === 'reasoning' && (next === undefined || next.type === 'function_call_output'))
      return `Item '${item.id}' of type 'reasoning' was provided without its required following item.`
    if (item.type === 'reasoning' && item.encrypted_content !== `sealed-${item.id}`)
      return 'The encrypted content could not be verified.'
  }
  const [open] = calls
  return open === undefined ? undefined : `No tool output found for function call ${open}.`
}
