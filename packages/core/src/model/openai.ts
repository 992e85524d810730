import { createParser, type EventSourceParser } from 'eventsource-parser'
import OpenAI, { APIConnectionError, APIError } from 'openai'
import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { textOf } from '../schema/kept-text.ts'
import { readCompletion, StreamReader } from './chat-completion.ts'
import { Deadlines } from './deadlines.ts'
import { Deltas, type Pieces } from './deltas.ts'
import { envelopeError, hideSecret, toModelError } from './endpoint-errors.ts'
import { inlineFiles } from './file-parts.ts'
import { createUtf8Decoder } from './utf8-decoder.ts'
import { ModelError, type AskOptions, type Capabilities, type ChatBody, type Model, type ModelDelta } from './model.ts'

export interface OpenAiOptions {
  /** As shown to people. */
  readonly name: string
  /** As the endpoint knows it; `name` where it is left out. */
  readonly model?: string
  /** Up to and with `/v1`. */
  readonly baseUrl: string
  /** Never appears in an error, a delta or a log; many servers on one's own machine need none. */
  readonly apiKey?: string | undefined
  /** For a keep-alive agent or a test; the platform's own otherwise. */
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds without a byte before the answer counts as stalled. */
  readonly idleMs?: number
  /** Milliseconds for the whole answer. */
  readonly totalMs?: number
  readonly capabilities?: Capabilities
}

const STREAM_OPTIONS = { include_usage: true }
const IDLE_MS = 60_000
const TOTAL_MS = 600_000
/** Until a probe says better. A refused schema is asked for in another way; a refused document would end the Run. */
const USUAL: Capabilities = { structured: true, strict: true, tools: true, files: ['image'] }

/**
 * A Model behind any endpoint that speaks Chat Completions (PROTOCOL.md §5). Streams, unless its
 * capabilities say otherwise; an answer that came whole all the same is accepted. Nothing is retried here: that is the executor's. Throws ModelError, or the signal's reason when aborted.
 */
export const createOpenAiModel = (options: OpenAiOptions): Model => {
  const { name, baseUrl, apiKey = '' } = options
  const hide = (text: string): string => hideSecret(text, apiKey)
  let formed: Promise<Formed> | undefined
  let refusesTemperature = false
  const { capabilities = USUAL } = options
  const streams = ({ whole }: AskOptions): boolean => (whole === undefined ? capabilities.streams !== false : !whole)

  const send = (
    { transport, url, headers }: Formed,
    body: JsonObject,
    signal: AbortSignal,
    traceparent?: string,
  ): Promise<Response> =>
    transport(url, {
      method: 'POST',
      headers: traceparent === undefined ? headers : Object.assign({}, headers, { traceparent }),
      // The body is ours to the byte, written with what stays the same from turn to turn written once.
      body: textOf(refusesTemperature ? withoutTemperature(body) : body),
      signal,
    }).catch(unreachable)

  /** Sends once more, without it, what a model refuses for its temperature. */
  const refused = async (response: Response, body: JsonObject, again: () => Promise<Response>): Promise<Response> => {
    const error = await statusError(response)
    if (refusesTemperature || !('temperature' in body) || !isAboutTemperature(error)) throw error
    refusesTemperature = true
    const second = await again()
    if (!second.ok) throw await statusError(second)
    return second
  }

  /** The pieces of one answer, as the endpoint sends them. */
  const open = async (body: ChatBody, deadlines: Deadlines, asked: AskOptions): Promise<Pieces> => {
    const reader = new StreamReader(body)
    const model = options.model ?? name
    const how = streams(asked) ? { model, stream: true, stream_options: STREAM_OPTIONS } : { model }
    const request: JsonObject = Object.assign({}, await inlineFiles(body, asked.readFile), how)
    const asking = await (formed ??= form(options))
    const ask = (): Promise<Response> => send(asking, request, deadlines.signal, asked.traceparent)
    let response = await deadlines.race(ask())
    if (!response.ok) response = await deadlines.race(refused(response, request, ask))
    const type = response.headers.get('content-type') ?? ''
    const pieces = piecesOf(response)
    const first = await deadlines.race(pieces.next())
    const { headers } = response
    if (type.includes('text/event-stream') && !beginsObject(first))
      return new EventPieces({ pieces, first, headers }, reader, deadlines)
    const text = await wholeText(pieces, first, deadlines)
    const json = parse(text)
    if (json !== undefined) return onePiece(readCompletion(json, body, hide))
    if (!isEventStream(text)) throw envelopeError(type, hide(text))
    const again = piecesOf(new Response(text))
    return new EventPieces({ pieces: again, first: await again.next(), headers }, reader, deadlines)
  }

  return {
    name,
    simulated: false,
    endpoint: baseUrl,
    capabilities,
    ask(body, asked) {
      const { signal } = asked
      const { idleMs = IDLE_MS, totalMs = TOTAL_MS } = options
      let deadlines: Deadlines | undefined
      return new Deltas({
        open() {
          // Of an answer that comes whole nothing comes while the model thinks.
          deadlines = new Deadlines(signal, streams(asked) ? idleMs : totalMs, totalMs)
          return open(body, deadlines, asked)
        },
        note: () => (refusesTemperature && 'temperature' in body ? WITHOUT_TEMPERATURE : undefined),
        toError: (fault, isAnswering) =>
          signal.aborted
            ? signal.reason
            : (deadlines?.expired ?? toModelError(fault, { baseUrl, hide, isAnswering, isUnreachable, isFailure })),
        onEnd: () => deadlines?.clear(),
      })
    },
  }
}

/** What every request to an endpoint has in common. */
interface Formed {
  readonly transport: typeof globalThis.fetch
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** What the package tells of the machine that asks: its system, processor and runtime. No answer depends on it. */
const TELEMETRY = 'x-stainless-'

/** The address and headers as the package forms them; once, because forming them anew costs more than the sending. */
async function form({ apiKey = '', baseUrl, fetch: transport = globalThis.fetch }: OpenAiOptions): Promise<Formed> {
  const client = new OpenAI({ apiKey: apiKey === '' ? 'none' : apiKey, baseURL: baseUrl, logLevel: 'off' })
  const { url, req } = await client.buildRequest({
    method: 'post',
    path: '/chat/completions',
    headers: { 'content-type': 'application/json' },
  })
  const headers = [...new Headers(req.headers)].filter(([name]) => !name.startsWith(TELEMETRY))
  return { transport, url, headers: Object.fromEntries(headers) }
}

const unreachable = (cause: unknown): never => {
  throw new APIConnectionError({ cause: cause instanceof Error ? cause : new Error(String(cause)) })
}

/** An answer that says no, as the package's own error for it. */
async function statusError(response: Response): Promise<APIError> {
  // What it says is welcome; that it says no counts even where it breaks off.
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

type Piece = IteratorResult<Uint8Array, unknown>

/** A body of which the first piece was looked at. */
interface Begun {
  readonly pieces: AsyncIterator<Uint8Array>
  readonly first: Piece
  readonly headers: Headers
}

const BRACE = 0x7b
/** No event begins like this: some servers call a whole answer, or an error, a stream. */
const beginsObject = ({ done, value }: Piece): boolean => done !== true && (value as Uint8Array)[0] === BRACE

/** The events of a streamed body. What comes after the finish (usage) is waited for, but nothing there can spoil the answer. */
class EventPieces implements Pieces {
  readonly #reader: StreamReader
  readonly #deadlines: Deadlines
  readonly #headers: Headers
  readonly #decode = createUtf8Decoder()
  #parser: EventSourceParser | undefined
  #body: AsyncIterator<Uint8Array> | undefined
  #first: Piece | undefined
  #deltas: ModelDelta[] = []
  #isDone = false
  #fault: { readonly error: unknown } | undefined
  #hasEnded = false

  constructor({ pieces, first, headers }: Begun, reader: StreamReader, deadlines: Deadlines) {
    this.#body = pieces
    this.#first = first
    this.#headers = headers
    this.#reader = reader
    this.#deadlines = deadlines
    this.#parser = createParser({ onEvent: ({ data }) => this.#read(data) })
  }

  async next(): Promise<Iterable<ModelDelta> | undefined> {
    if (this.#fault === undefined)
      try {
        // On until something was said, or nothing more will come.
        while (this.#deltas.length === 0 && !this.#isDone) this.#take(await this.#nextPiece())
      } catch (error) {
        // What stood whole before the fault counts.
        this.#fault = { error }
      }
    if (this.#deltas.length > 0) return this.#deltas.splice(0)
    if (this.#fault !== undefined && (!this.#reader.finished || this.#deadlines.aborted)) throw this.#fault.error
    if (this.#hasEnded) return undefined
    this.#hasEnded = true
    return this.#reader.end()
  }

  cancel(): void {
    const body = this.#body
    // Whatever still refers to this holds no more than this.
    this.#body = undefined
    this.#parser = undefined
    if (body === undefined) return
    // Not awaited: a body that stalls would never let go.
    void (this.#isDone ? drain(body) : body.return?.())?.catch(() => undefined)
  }

  #read(data: string): void {
    this.#isDone ||= data.startsWith('[DONE]')
    if (!this.#isDone && data !== '') this.#reader.read(readEvent(data, this.#headers), this.#deltas)
  }

  #take(piece: Piece): void {
    this.#isDone ||= piece.done === true
    if (piece.done) this.#parser?.reset({ consume: true })
    else this.#parser?.feed(this.#decode(piece.value))
  }

  #nextPiece(): Piece | Promise<Piece> {
    const piece = this.#first ?? (this.#body ? this.#deadlines.race(this.#body.next()) : OVER)
    this.#first = undefined
    return piece
  }
}

/** Milliseconds that a connection has to end an answer that is complete. */
const DRAIN_MS = 1000

/** Reads what is left: a connection is used again only where its answer was read to the end, which comes after `[DONE]`. */
async function drain(body: AsyncIterator<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void body.return?.().catch(() => undefined), DRAIN_MS)
  try {
    while (!(await body.next()).done);
  } finally {
    clearTimeout(timer)
  }
}

/** A body that is wanted whole: each of its pieces starts the idle time anew, as those of a stream do. */
async function wholeText(body: AsyncIterator<Uint8Array>, first: Piece, deadlines: Deadlines): Promise<string> {
  const decode = createUtf8Decoder()
  let text = ''
  for (let piece = first; !piece.done; piece = await deadlines.race(body.next())) {
    text += decode(piece.value)
    if (text.length <= LONGEST_TEXT) continue
    void body.return?.().catch(() => undefined)
    throw tooLong(text.length)
  }
  return text
}

/** The pieces of a body. A response that can be iterated by itself is: a stream of them costs as much as the sending. */
function piecesOf(response: Response & Partial<AsyncIterable<Uint8Array>>): AsyncIterator<Uint8Array> {
  const own = response[Symbol.asyncIterator]?.()
  if (own) return own
  const reader = response.body?.getReader()
  return {
    next: async () => {
      const piece = await reader?.read()
      return piece?.done === false ? { done: false, value: piece.value } : OVER
    },
    return: async () => {
      await reader?.cancel()
      return OVER
    },
  }
}

const OVER = { done: true, value: undefined } as const

const readEvent = (data: string, headers: Headers): Json => {
  if (data.length > LONGEST_TEXT) throw tooLong(data.length)
  const event = JSON.parse(data) as Json // JSON.parse yields Json
  if (isObject(event) && event.error !== undefined && event.error !== null)
    throw new APIError(undefined, toObject(event.error), undefined, headers)
  return event
}
const toObject = (error: Json): JsonObject => (isObject(error) ? error : { message: String(error) })

/** Characters of one JSON text of an endpoint: an answer of as many as are read, each of them escaped. */
const LONGEST_TEXT = 24 * 1024 * 1024
const tooLong = (characters: number): ModelError =>
  new ModelError('model.envelope', `The answer has ${characters} characters in one piece, more than are read.`)

const parse = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Some servers stream with a wrong content type. */
const isEventStream = (text: string): boolean => /^\s*(?:data|event|:)/.test(text)

const WITHOUT_TEMPERATURE: ModelDelta = {
  type: 'note',
  text: 'This model takes no temperature: it was left out.',
}
const withoutTemperature = ({ temperature: _, ...body }: JsonObject): JsonObject => body

const isUnreachable = (error: unknown): boolean => error instanceof APIConnectionError
const isFailure = (error: unknown): error is APIError => error instanceof APIError

/** Reasoning models refuse a temperature; it is dropped then (PROTOCOL.md §1, Config). */
const isAboutTemperature = (error: unknown): boolean =>
  isFailure(error) &&
  !isUnreachable(error) &&
  error.status === 400 &&
  (error.param === 'temperature' || /temperature/i.test(error.message))
