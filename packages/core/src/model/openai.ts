import OpenAI, { APIConnectionError, APIError } from 'openai'
import { isObject, type JsonObject } from '../schema/json.ts'
import { textOf } from '../schema/kept-text.ts'
import { beginsObject, isEventStream, piecesOf, wholeText } from './answer-body.ts'
import { readCompletion, StreamReader } from './chat-completion.ts'
import { Deadlines } from './deadlines.ts'
import { Deltas, type Pieces } from './deltas.ts'
import { envelopeError, hideSecret, toModelError } from './endpoint-errors.ts'
import { EventPieces } from './event-pieces.ts'
import { inlineFiles } from './file-parts.ts'
import { type AskOptions, type Capabilities, type ChatBody, type Model, type ModelDelta } from './model.ts'

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
    const toFailure = (error: JsonObject): APIError => new APIError(undefined, error, undefined, headers)
    if (type.includes('text/event-stream') && !beginsObject(first))
      return new EventPieces({ pieces, first, toFailure }, reader, deadlines)
    const text = await wholeText(pieces, first, deadlines)
    const json = parse(text)
    if (json !== undefined) return onePiece(readCompletion(json, body, hide))
    if (!isEventStream(text)) throw envelopeError(type, hide(text))
    const again = piecesOf(new Response(text))
    return new EventPieces({ pieces: again, first: await again.next(), toFailure }, reader, deadlines)
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

const parse = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

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
