import type { ModelDelta } from '../src/model/model.ts'
import { isObject, type Json, type JsonObject } from '../src/schema/json.ts'

/** One block of a scripted answer, whichever API it goes through. */
export type Said =
  | { readonly type: 'thought'; readonly text: string; readonly signature: string }
  | { readonly type: 'text'; readonly text: string }
  /** `input` as a text is streamed as it is: a model may write what is not JSON. */
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly input: JsonObject | string }

/** A scripted server of one provider's own API, written from its published reference. */
export interface ProviderScript {
  readonly path: RegExp
  readonly keyHeader: string
  /** The sentence of a question that the API refuses with 400. */
  readonly refusalOf: (sent: JsonObject) => string | undefined
  readonly eventsOf: (said: readonly Said[]) => readonly JsonObject[]
  readonly wholeOf: (said: readonly Said[]) => JsonObject
  readonly errorOf: (status: number, message: string) => JsonObject
  /** Signatures of the thoughts in a question. */
  readonly signaturesIn: (sent: JsonObject) => readonly string[]
}

const textOfInput = (input: JsonObject | string): string => (typeof input === 'string' ? input : JSON.stringify(input))
const objectOfInput = (input: JsonObject | string): JsonObject => (typeof input === 'string' ? { _text: input } : input)

/** Pieces of an answer as blocks. */
export const saidOf = (pieces: readonly ModelDelta[]): readonly Said[] => {
  const said: Said[] = []
  const calls = new Map<number, { id: string; name: string; text: string }>()
  for (const piece of pieces) {
    if (piece.type === 'text' || piece.type === 'refusal') said.push({ type: 'text', text: piece.text })
    if (piece.type !== 'call') continue
    const { id, name, text } = calls.get(piece.index) ?? { id: '', name: '', text: '' }
    calls.set(piece.index, {
      id: id + (piece.id ?? ''),
      name: name + (piece.name ?? ''),
      text: text + piece.argumentsDelta,
    })
  }
  for (const [index, { id, name, text }] of calls)
    said.push({ type: 'call', id: id === '' ? `call_${index}` : id, name, input: text })
  return said
}

const listOf = (value: Json | undefined): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
const piecesOf = (text: string, size = 7): readonly string[] => text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []
const isDefined = (value: string | undefined): value is string => value !== undefined

const ANTHROPIC_USAGE = {
  input_tokens: 6,
  cache_read_input_tokens: 4,
  cache_creation_input_tokens: 0,
  output_tokens: 5,
}

const anthropicBlock = (said: Said): JsonObject => {
  if (said.type === 'thought') return { type: 'thinking', thinking: said.text, signature: said.signature }
  if (said.type === 'text') return { type: 'text', text: said.text }
  return { type: 'tool_use', id: said.id, name: said.name, input: objectOfInput(said.input) }
}

/** A block begins without what comes in pieces. */
const EMPTY: { readonly [type in Said['type']]: JsonObject } = {
  thought: { thinking: '', signature: '' },
  text: { text: '' },
  call: { input: {} },
}

const anthropicBlockEvents = (said: Said, index: number): readonly JsonObject[] => {
  const delta = (one: JsonObject): JsonObject => ({ type: 'content_block_delta', index, delta: one })
  const block = anthropicBlock(said)
  const pieces = {
    thought: () => [
      ...piecesOf(said.type === 'thought' ? said.text : '').map((thinking) =>
        delta({ type: 'thinking_delta', thinking }),
      ),
      delta({ type: 'signature_delta', signature: said.type === 'thought' ? said.signature : '' }),
    ],
    text: () => piecesOf(said.type === 'text' ? said.text : '').map((text) => delta({ type: 'text_delta', text })),
    call: () =>
      piecesOf(said.type === 'call' ? textOfInput(said.input) : '').map((partial_json) =>
        delta({ type: 'input_json_delta', partial_json }),
      ),
  }[said.type]()
  return [
    { type: 'content_block_start', index, content_block: { ...block, ...EMPTY[said.type] } },
    ...pieces,
    { type: 'content_block_stop', index },
  ]
}

const anthropicStop = (said: readonly Said[]): string =>
  said.some(({ type }) => type === 'call') ? 'tool_use' : 'end_turn'

/** The first rule of the Messages API that a question breaks. */
const anthropicRefusal = (sent: JsonObject): string | undefined => {
  const { max_tokens: most, messages, system, tools, thinking, temperature, output_config: output } = sent
  const said = listOf(messages)
  if (typeof most !== 'number' || most < 1) return 'max_tokens: Field required'
  if (said[0]?.role !== 'user') return 'messages: first message must use the "user" role'
  const empty = said.findIndex(
    ({ content }) =>
      listOf(content).length === 0 || listOf(content).some(({ type, text }) => type === 'text' && text === ''),
  )
  if (empty >= 0) return `messages.${empty}: text content blocks must be non-empty`
  const marks = [...listOf(system), ...listOf(tools), ...said.flatMap(({ content }) => listOf(content))].filter(
    ({ cache_control: mark }) => mark !== undefined,
  )
  if (marks.length > 4) return `A maximum of 4 blocks with cache_control may be provided. Found ${marks.length}.`
  const isThinking = isObject(thinking) && thinking.type === 'enabled'
  if (isThinking && (Number(thinking.budget_tokens) < 1024 || Number(thinking.budget_tokens) >= most))
    return '`max_tokens` must be greater than `thinking.budget_tokens`, which is at least 1024.'
  if (isThinking && temperature !== undefined && temperature !== 1)
    return '`temperature` may only be set to 1 when thinking is enabled.'
  for (const { name, input_schema: schema } of listOf(tools))
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(String(name)) || !isObject(schema) || schema.type !== 'object')
      return `tools: ${String(name)}: input_schema.type: Field required`
  const format = isObject(output) && isObject(output.format) ? output.format.schema : undefined
  if (format !== undefined && !isClosed(format))
    return "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false"
  return said.map((message, index) => anthropicTurnFault(message, said[index + 1], isThinking)).find(isDefined)
}

/** Each Call of an answer has its result in the next message, and an answer with Calls begins with its thoughts. */
const anthropicTurnFault = (
  { role, content }: JsonObject,
  next: JsonObject | undefined,
  isThinking: boolean,
): string | undefined => {
  const blocks = listOf(content)
  const made = blocks.filter(({ type }) => type === 'tool_use')
  if (role !== 'assistant') return undefined
  const answered = new Set(listOf(next?.content).map(({ tool_use_id: id }) => id))
  const lost = made.filter(({ id }) => !answered.has(id ?? null))
  if (lost.length > 0)
    return `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${lost.map(({ id }) => String(id)).join()}`
  if (isThinking && made.length > 0 && blocks[0]?.type !== 'thinking')
    return 'Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block.'
  if (blocks.some(({ type, signature }) => type === 'thinking' && !String(signature).startsWith('sig_')))
    return 'Invalid `signature` in `thinking` block'
  return undefined
}

const isClosed = (schema: Json): boolean => {
  if (Array.isArray(schema)) return schema.every(isClosed)
  if (!isObject(schema)) return true
  return (
    (schema.type !== 'object' || schema.additionalProperties === false) &&
    Object.values(schema).every((one) => isClosed(one ?? null))
  )
}

export const ANTHROPIC: ProviderScript = {
  path: /^\/v1\/messages$/,
  keyHeader: 'x-api-key',
  refusalOf: anthropicRefusal,
  eventsOf: (said): readonly JsonObject[] => [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...ANTHROPIC_USAGE, output_tokens: 1 },
      },
    },
    { type: 'ping' },
    ...said.flatMap(anthropicBlockEvents),
    { type: 'message_delta', delta: { stop_reason: anthropicStop(said), stop_sequence: null }, usage: ANTHROPIC_USAGE },
    { type: 'message_stop' },
  ],
  wholeOf: (said) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: said.map(anthropicBlock),
    stop_reason: anthropicStop(said),
    stop_sequence: null,
    usage: ANTHROPIC_USAGE,
  }),
  errorOf: (status, message) => ({
    type: 'error',
    error: { type: status === 429 ? 'rate_limit_error' : 'invalid_request_error', message },
  }),
  signaturesIn: ({ messages }) =>
    listOf(messages).flatMap(({ content }) =>
      listOf(content).flatMap(({ signature }) => (typeof signature === 'string' ? [signature] : [])),
    ),
}

/** Gemini signs the Call that follows a thought; a thought before a text is signed at the text. */
const geminiParts = (said: readonly Said[]): readonly JsonObject[] =>
  said.flatMap((one, index): readonly JsonObject[] => {
    const before = said[index - 1]
    const signature: JsonObject = before?.type === 'thought' ? { thoughtSignature: before.signature } : {}
    if (one.type === 'thought') return [{ text: one.text, thought: true }]
    if (one.type === 'text') return [{ text: one.text, ...signature }]
    return [{ functionCall: { name: one.name, args: objectOfInput(one.input), id: one.id }, ...signature }]
  })

const geminiAnswer = (parts: readonly JsonObject[], isLast: boolean): JsonObject => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...(isLast && { finishReason: 'STOP' }) }],
  usageMetadata: {
    promptTokenCount: 10,
    cachedContentTokenCount: 4,
    candidatesTokenCount: 3,
    thoughtsTokenCount: 2,
    totalTokenCount: 15,
  },
})

const geminiRefusal = ({ contents, tools }: JsonObject): string | undefined => {
  const said = listOf(contents)
  if (said.length === 0) return 'contents are required'
  const partsOf = (content: JsonObject | undefined): readonly JsonObject[] => listOf(content?.parts)
  if (said.some((content) => partsOf(content).length === 0)) return 'contents.parts must not be empty.'
  for (const [index, content] of said.entries()) {
    const calls = partsOf(content).filter(({ functionCall: call }) => call !== undefined)
    if (calls.length === 0) continue
    const results = partsOf(said[index + 1]).filter(({ functionResponse: result }) => result !== undefined)
    if (results.length !== calls.length)
      return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
    if (!String(calls[0]?.thoughtSignature).startsWith('sig_'))
      return 'Function call is missing a thought_signature in functionCall parts.'
  }
  const declared = listOf(tools).flatMap(({ functionDeclarations: those }) => listOf(those))
  return declared.some(({ name }) => !/^[a-zA-Z_][\w.:-]{0,63}$/.test(String(name)))
    ? 'Invalid function name.'
    : undefined
}

export const GEMINI: ProviderScript = {
  path: /^\/v1\/models\/[\w.-]+:(?:streamGenerateContent|generateContent)$/,
  keyHeader: 'x-goog-api-key',
  refusalOf: geminiRefusal,
  eventsOf: (said) => {
    const parts = geminiParts(said)
    return parts.map((part, index) => geminiAnswer([part], index === parts.length - 1))
  },
  wholeOf: (said) => geminiAnswer(geminiParts(said), true),
  errorOf: (status, message) => ({
    error: { code: status, message, status: status === 429 ? 'RESOURCE_EXHAUSTED' : 'INVALID_ARGUMENT' },
  }),
  signaturesIn: ({ contents }) =>
    listOf(contents).flatMap(({ parts }) =>
      listOf(parts).flatMap(({ thoughtSignature: one }) => (typeof one === 'string' ? [one] : [])),
    ),
}

/** One question as the server got it. */
export interface AskedProvider {
  readonly path: string
  readonly headers: Headers
  readonly sent: JsonObject
}

/** The script's answers in turn, as a `fetch`; each question that the API refuses gets its refusal. */
export const serveProvider = (script: ProviderScript, turns: readonly (readonly Said[])[]) => {
  const asked: AskedProvider[] = []
  let turn = 0
  const json = (value: JsonObject, status: number): Response =>
    new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const { pathname, search } = new URL(url instanceof Request ? url.url : url)
    const sent = JSON.parse(String(init?.body)) as JsonObject // as the package wrote it
    const headers = new Headers(init?.headers)
    asked.push({ path: pathname + search, headers, sent })
    if (!script.path.test(pathname)) return json(script.errorOf(404, 'Not found'), 404)
    if ((headers.get(script.keyHeader) ?? '') === '') return json(script.errorOf(401, 'invalid x-api-key'), 401)
    const refusal = script.refusalOf(sent)
    if (refusal !== undefined) return json(script.errorOf(400, refusal), 400)
    const said = turns[turn++] ?? [{ type: 'text', text: 'Hm.' }]
    const isStreamed = sent.stream === true || pathname.endsWith(':streamGenerateContent')
    return isStreamed
      ? new Response(toEvents(script.eventsOf(said)), { headers: { 'content-type': 'text/event-stream' } })
      : json(script.wholeOf(said), 200)
  }
  return { asked, fetch }
}

/** Events as a body. */
export const toEvents = (events: readonly JsonObject[]): string =>
  events
    .map(
      (event) => `${typeof event.type === 'string' ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`,
    )
    .join('')
