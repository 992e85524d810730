import OpenAI, { APIConnectionError, APIError } from 'openai'
import { isObject, type JsonObject } from '../schema/json.ts'
import { keptText, textOf } from '../schema/kept-text.ts'
import { beginsObject, isEventStream, piecesOf, wholeText, type Piece } from './answer-body.ts'
import { CHAT_DOOR } from './chat-door.ts'
import { Concessions } from './concessions.ts'
import { Deadlines } from './deadlines.ts'
import { Deltas, type DeltasOptions, type Pieces } from './deltas.ts'
import type { Door } from './door.ts'
import { envelopeError, hideSecret, toModelError } from './endpoint-errors.ts'
import { EventPieces } from './event-pieces.ts'
import { inlineFiles } from './file-parts.ts'
import type { ApiName, AskOptions, Capabilities, ChatBody, Model, ModelDelta, ModelError } from './model.ts'
import { RESPONSES_DOOR } from './responses-door.ts'

/** A key that ends after some time. */
export interface TokenSource {
  /** One that is good now. Throws ModelError. */
  readonly get: () => Promise<string>
  /** The endpoint did not accept the one it got. */
  readonly forget: () => void
}

export interface OpenAiOptions {
  /** As shown to people. */
  readonly name: string
  /** As the endpoint knows it; `name` where it is left out. */
  readonly model?: string
  /** Up to and with `/v1`. */
  readonly baseUrl: string
  /** Never appears in an error, a delta or a log; many servers on one's own machine need none. */
  readonly apiKey?: string | undefined
  /** A key that ends, in place of `apiKey`. */
  readonly token?: TokenSource
  /** Sent with every request, over the headers that the package sets. */
  readonly headers?: Readonly<Record<string, string>>
  /** Parameters of the address, such as `api-version`. */
  readonly query?: Readonly<Record<string, string>>
  /** Members of every request's body that the Loop does not set itself. */
  readonly body?: JsonObject
  /** Further keys, in the headers, the query or the body; they never appear in an error either. */
  readonly secrets?: readonly string[]
  /** The name by which calls at the same time are counted and limited; the address where it is left out. */
  readonly slots?: string
  /** For a keep-alive agent or a test; the platform's own otherwise. */
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds without a byte before the answer counts as stalled. */
  readonly idleMs?: number
  /** Milliseconds for the whole answer. */
  readonly totalMs?: number
  readonly capabilities?: Capabilities
  /** The API to ask through, whatever a probe or a refusal says. */
  readonly api?: ApiName
}

const IDLE_MS = 60_000
const TOTAL_MS = 600_000
/** Until a probe says better. A refused schema is asked for in another way; a refused document would end the Run. */
const USUAL: Capabilities = { structured: true, strict: true, tools: true, files: ['image'] }

/**
 * A Model behind any OpenAI-compatible endpoint, through Chat Completions or Responses (docs/contract/protocol.md#the-loop). Streams if capable; never retries.
 * Throws ModelError, or the signal's reason.
 */
export const createOpenAiModel = (options: OpenAiOptions): Model => {
  const endpoint = new Endpoint(options)
  const { name, baseUrl, slots, capabilities = USUAL } = options
  return {
    name,
    simulated: false,
    endpoint: baseUrl,
    ...(slots !== undefined && { slots }),
    capabilities,
    ask: (body, asked) => new Deltas(new Answer(endpoint, body, asked)),
  }
}

/** The shared parts of one Model's answers. */
class Endpoint {
  readonly #options: OpenAiOptions
  readonly #formed = new Map<Door, Promise<Formed>>()
  /** Members that this model refused, and how it is asked since. */
  readonly #concessions: Concessions
  #token: string | undefined
  #api: ApiName
  #hasSwitched = false

  constructor(options: OpenAiOptions) {
    this.#options = options
    this.#api = options.api ?? (options.capabilities?.api === 'responses' ? 'responses' : 'chat')
    this.#concessions = new Concessions(options.capabilities?.maxCompletionTokens === false ? ['maxTokens'] : [])
  }

  /** Whether an answer is asked for in pieces. */
  streams({ whole }: AskOptions): boolean {
    const { capabilities = USUAL } = this.#options
    return whole === undefined ? capabilities.streams !== false : !whole
  }

  deadlines(asked: AskOptions): Deadlines {
    const { idleMs = IDLE_MS, totalMs = TOTAL_MS } = this.#options
    // A whole answer sends nothing while the model thinks.
    return new Deadlines(asked.signal, this.streams(asked) ? idleMs : totalMs, totalMs)
  }

  hide(text: string): string {
    const { apiKey = '', secrets = [] } = this.#options
    return [apiKey, this.#token ?? '', ...secrets].reduce(hideSecret, text)
  }

  toError(fault: unknown, isAnswering: boolean): ModelError {
    const { baseUrl } = this.#options
    return toModelError(fault, { baseUrl, hide: (text) => this.hide(text), isAnswering, isUnreachable, isFailure })
  }

  async prepare(body: ChatBody, asked: AskOptions, signal: AbortSignal): Promise<Question> {
    const { name, model = name } = this.#options
    const request = Object.assign({}, await inlineFiles(body, asked.readFile), { model })
    return { request, isStreamed: this.streams(asked), signal, traceparent: asked.traceparent }
  }

  async send(question: Question): Promise<Sent> {
    const { token, body: extra } = this.#options
    const { request, isStreamed, signal, traceparent } = question
    const door = this.#doorFor(request)
    const { transport, url, headers } = await this.#form(door)
    const written = door.write(request, isStreamed)
    // The body is ours to the byte, written with what stays the same from turn to turn written once.
    const body = textOf(Object.assign({}, extra, this.#concessions.apply(written)))
    keptText(request.messages)?.forget()
    if (token !== undefined) this.#token = await token.get()
    const authorization = this.#token && { authorization: `Bearer ${this.#token}` }
    const sent = Object.assign({}, headers, authorization, traceparent && { traceparent })
    const response = await transport(url, { method: 'POST', headers: sent, body, signal }).catch(unreachable)
    return { response, door, written }
  }

  /** Sends once more in another way what was refused, as long as there is one. */
  async refused(sent: Sent, question: Question, hasNewToken = false): Promise<Sent> {
    const { token } = this.#options
    const error = await statusError(sent.response)
    const isTokenRefused = error.status === 401 && token !== undefined && !hasNewToken
    if (isTokenRefused) token.forget()
    else if (!this.#learn(sent, error)) throw error
    const again = await this.send(question)
    return again.response.ok ? again : this.refused(again, question, hasNewToken || isTokenRefused)
  }

  /** How the question was asked otherwise than the Config says. */
  notes({ request }: Question, { door, written }: Sent): readonly string[] {
    const inside = door.note(request)
    const concerning = this.#concessions.notes(written)
    return [
      ...(this.#hasSwitched ? [SWITCHED[this.#api]] : []),
      ...(inside === undefined ? [] : [inside]),
      ...concerning,
    ]
  }

  #learn({ door, written }: Sent, error: APIError): boolean {
    const other = door === CHAT_DOOR ? 'responses' : 'chat'
    if (this.#options.api === undefined && !this.#hasSwitched && WANTS[other](error)) {
      this.#api = other
      this.#hasSwitched = true
      return true
    }
    return this.#concessions.learn(written, error)
  }

  /** Chat Completions takes a few options that the other API does not. */
  #doorFor({ stop }: ChatBody): Door {
    const { api } = this.#options
    if (api === undefined && stop !== undefined && !this.#hasSwitched) return CHAT_DOOR
    return this.#api === 'chat' ? CHAT_DOOR : RESPONSES_DOOR
  }

  #form(door: Door): Promise<Formed> {
    const known = this.#formed.get(door) ?? form(this.#options, door.path)
    this.#formed.set(door, known)
    return known
  }
}

/** Refusals that another API of the same endpoint may not make. */
const WANTS: { readonly [api in ApiName]: (error: APIError) => boolean } = {
  responses: ({ status, message }) =>
    (status === 400 || status === 404 || status === 422) && /\/responses\b|\bresponses api\b/i.test(message),
  chat: ({ status }) => status === 404 || status === 405 || status === 501,
}
const SWITCHED: { readonly [api in ApiName]: string } = {
  responses: 'Chat Completions refused this model’s question: it was asked through the Responses API.',
  chat: 'The endpoint has no Responses API: the model was asked through Chat Completions.',
}

interface Question {
  /** Chat Completions shaped, with the bytes of its files. */
  readonly request: ChatBody
  readonly isStreamed: boolean
  readonly signal: AbortSignal
  readonly traceparent: string | undefined
}

/** A question on its way. */
interface Sent {
  readonly response: Response
  readonly door: Door
  /** As the door writes it, before concessions. */
  readonly written: JsonObject
}

/** One answer of an endpoint. A class, because it is held for as long as the model thinks. */
class Answer implements DeltasOptions {
  readonly #endpoint: Endpoint
  readonly #body: ChatBody
  readonly #asked: AskOptions
  #deadlines: Deadlines | undefined
  #notes: readonly string[] = []

  constructor(endpoint: Endpoint, body: ChatBody, asked: AskOptions) {
    this.#endpoint = endpoint
    this.#body = body
    this.#asked = asked
  }

  /** The pieces of the answer, as the endpoint sends them. */
  async open(): Promise<Pieces> {
    const endpoint = this.#endpoint
    const deadlines = (this.#deadlines = endpoint.deadlines(this.#asked))
    const question = await endpoint.prepare(this.#body, this.#asked, deadlines.signal)
    let sent = await deadlines.race(endpoint.send(question))
    if (!sent.response.ok) sent = await deadlines.race(endpoint.refused(sent, question))
    this.#notes = endpoint.notes(question, sent)
    return this.#read(sent, deadlines)
  }

  /** An answer that came whole is read as one of a single piece. */
  async #read({ response, door }: Sent, deadlines: Deadlines): Promise<Pieces> {
    const type = response.headers.get('content-type') ?? ''
    const toFailure = (error: JsonObject): APIError => new APIError(undefined, error, undefined, response.headers)
    const events = (pieces: AsyncIterator<Uint8Array>, first: Piece): Pieces =>
      new EventPieces({ pieces, first, toFailure }, door.createReader(this.#body, toFailure), deadlines)
    const pieces = piecesOf(response)
    const first = await deadlines.race(pieces.next())
    if (type.includes('text/event-stream') && !beginsObject(first)) return events(pieces, first)
    const text = await wholeText(pieces, first, deadlines)
    const json = parse(text)
    const hide = (said: string): string => this.#endpoint.hide(said)
    if (json !== undefined) return onePiece(door.readWhole(json, this.#body, { hide, toFailure }))
    if (!isEventStream(text)) throw envelopeError(type, hide(text))
    const again = piecesOf(new Response(text))
    return events(again, await again.next())
  }

  note(): ModelDelta | undefined {
    return this.#notes.length === 0 ? undefined : { type: 'note', text: this.#notes.join(' ') }
  }

  toError(fault: unknown, isAnswering: boolean): unknown {
    const { signal } = this.#asked
    return signal.aborted ? signal.reason : (this.#deadlines?.expired ?? this.#endpoint.toError(fault, isAnswering))
  }

  onEnd(): void {
    this.#deadlines?.clear()
  }
}

/** The shared parts of every request to an endpoint. */
interface Formed {
  readonly transport: typeof globalThis.fetch
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** The package's report on this machine: system, processor and runtime. No answer depends on it. */
const TELEMETRY = 'x-stainless-'

/** The package's address and headers, made once: making them costs more than the sending. */
async function form(options: OpenAiOptions, path: string): Promise<Formed> {
  const { apiKey = '', baseUrl, headers: own, query, fetch: transport = globalThis.fetch } = options
  const client = new OpenAI({ apiKey: apiKey === '' ? 'none' : apiKey, baseURL: baseUrl, logLevel: 'off' })
  const { url, req } = await client.buildRequest({
    method: 'post',
    path,
    // Without a key the package's header would carry a made-up one.
    headers: { 'content-type': 'application/json', ...(apiKey === '' && { authorization: null }), ...own },
    ...(query !== undefined && { query }),
  })
  const headers = [...new Headers(req.headers)].filter(([name]) => !name.startsWith(TELEMETRY))
  return { transport, url, headers: Object.fromEntries(headers) }
}

const unreachable = (cause: unknown): never => {
  throw new APIConnectionError({ cause: cause instanceof Error ? cause : new Error(String(cause)) })
}

/** An answer that says no, as the package's own error for it. */
async function statusError(response: Response): Promise<APIError> {
  // A yes is welcome; a no counts even if it breaks off.
  const text = await response.text().catch(String)
  const json = parse(text)
  return APIError.generate(response.status, json, json === undefined ? text : undefined, response.headers)
}

const onePiece = (deltas: Iterable<ModelDelta>): Pieces => {
  let left: Iterable<ModelDelta> | undefined = deltas
  return {
    async next() {
      const piece = left
      left = undefined
      return piece
    },
    cancel: () => undefined,
  }
}

const parse = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isUnreachable = (error: unknown): boolean => error instanceof APIConnectionError
const isFailure = (error: unknown): error is APIError => error instanceof APIError
