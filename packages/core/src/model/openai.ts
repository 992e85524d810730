import { createParser } from 'eventsource-parser'
import OpenAI, { APIConnectionError, APIError } from 'openai'
import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { textOf } from '../schema/kept-text.ts'
import { readCompletion, StreamReader } from './chat-completion.ts'
import { createDeadlines, type Deadlines } from './deadlines.ts'
import { envelopeError, hideSecret, toModelError } from './endpoint-errors.ts'
import { inlineFiles } from './file-parts.ts'
import type { AskOptions, Capabilities, ChatBody, Model, ModelDelta } from './model.ts'

export interface OpenAiOptions {
  /** As shown to people. */
  readonly name: string
  /** As the endpoint knows it; `name` where it is left out. */
  readonly model?: string
  /** Up to and with `/v1`. */
  readonly baseUrl: string
  /** Never appears in an error, a delta or a log. */
  readonly apiKey: string
  /** For a keep-alive agent or a test; the platform's own otherwise. */
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds without a byte before the answer counts as stalled. */
  readonly idleMs?: number
  /** Milliseconds for the whole answer. */
  readonly totalMs?: number
  readonly capabilities?: Capabilities
}

const IDLE_MS = 60_000
const TOTAL_MS = 600_000
/** Until a probe says better. A refused schema is asked for in another way; a refused document would end the Run. */
const USUAL: Capabilities = { structured: true, strict: true, tools: true, files: ['image'] }

/**
 * A Model behind any endpoint that speaks Chat Completions (PROTOCOL.md §5). Streams; an answer that came whole is
 * accepted. Nothing is retried here: that is the executor's. Throws ModelError, or the signal's reason when aborted.
 */
export const createOpenAiModel = (options: OpenAiOptions): Model => {
  const { name, baseUrl, apiKey } = options
  const hide = (text: string): string => hideSecret(text, apiKey)
  let client: OpenAI | undefined
  let refusesTemperature = false

  const connect = (): OpenAI =>
    (client ??= new OpenAI({
      apiKey: apiKey === '' ? 'none' : apiKey,
      baseURL: baseUrl,
      maxRetries: 0,
      timeout: 2 ** 31 - 1, // the deadlines are our own: the library's does not cover a stalled body
      logLevel: 'off',
      ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
    }))

  const send = async (body: JsonObject, signal: AbortSignal, traceparent?: string): Promise<Response> => {
    const sent = refusesTemperature ? withoutTemperature(body) : body
    try {
      // The body is ours to the byte, written with what stays the same from turn to turn written once.
      return await connect()
        .post('/chat/completions', {
          body: textOf(sent),
          headers: { 'content-type': 'application/json', ...(traceparent !== undefined && { traceparent }) },
          signal,
        })
        .asResponse()
    } catch (error) {
      if (refusesTemperature || !('temperature' in body) || !isAboutTemperature(error)) throw error
      refusesTemperature = true
      return send(body, signal, traceparent)
    }
  }

  async function* answer(
    body: ChatBody,
    deadlines: Deadlines,
    { readFile, traceparent }: AskOptions,
  ): AsyncGenerator<Deltas> {
    const reader = new StreamReader(body)
    const request: JsonObject = {
      ...(await inlineFiles(body, readFile)),
      model: options.model ?? name,
      stream: true,
      stream_options: { include_usage: true },
    }
    const response = await deadlines.race(send(request, deadlines.signal, traceparent))
    const type = response.headers.get('content-type') ?? ''
    if (type.includes('text/event-stream')) return yield* readEvents(response, reader, deadlines)
    const text = await deadlines.race(response.text())
    const json = parse(text)
    if (json !== undefined) return yield readCompletion(json, body, hide)
    if (!isEventStream(text)) throw envelopeError(type, hide(text))
    yield* readEvents(new Response(text), reader, deadlines)
  }

  return {
    name,
    simulated: false,
    endpoint: baseUrl,
    capabilities: options.capabilities ?? USUAL,
    async *ask(body, asked) {
      const { signal } = asked
      const deadlines = createDeadlines(signal, options.idleMs ?? IDLE_MS, options.totalMs ?? TOTAL_MS)
      let isAnswering = false
      try {
        for await (const deltas of answer(body, deadlines, asked))
          for (const delta of deltas) {
            isAnswering = true
            yield delta
          }
      } catch (error) {
        signal.throwIfAborted()
        throw deadlines.expired ?? toModelError(error, { baseUrl, hide, isAnswering, isUnreachable, isFailure })
      } finally {
        deadlines.clear()
      }
    },
  }
}

/** What came together: a piece of the body holds one event or hundreds. */
type Deltas = Iterable<ModelDelta>

/** The events of a streamed body. What comes after the finish (usage) is waited for, but nothing there can spoil the answer. */
async function* readEvents(response: Response, reader: StreamReader, deadlines: Deadlines): AsyncGenerator<Deltas> {
  const body = response.body?.getReader()
  const decoder = new TextDecoder()
  let events: Json[] = []
  let isDone = false
  const parser = createParser({
    onEvent: ({ data }) => {
      isDone ||= data.startsWith('[DONE]')
      if (!isDone && data !== '') events.push(readEvent(data, response))
    },
  })
  try {
    while (!isDone) {
      const piece = await deadlines.race(body?.read() ?? END)
      if (piece.done) parser.reset({ consume: true })
      else parser.feed(decoder.decode(piece.value, { stream: true }))
      for (const event of events) yield reader.read(event)
      events = []
      if (piece.done) break
    }
  } catch (error) {
    // What stood whole before the fault counts.
    for (const event of events) yield reader.read(event)
    if (!reader.finished || deadlines.aborted) throw error
  } finally {
    // Not awaited: a body that stalls would never let go.
    void body?.cancel().catch(() => undefined)
  }
  yield reader.end()
}
const END = Promise.resolve({ done: true, value: undefined } as const)

const readEvent = (data: string, { headers }: Response): Json => {
  const event = JSON.parse(data) as Json // JSON.parse yields Json
  if (isObject(event) && event.error !== undefined && event.error !== null)
    throw new APIError(undefined, toObject(event.error), undefined, headers)
  return event
}
const toObject = (error: Json): JsonObject => (isObject(error) ? error : { message: String(error) })

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

const withoutTemperature = ({ temperature: _, ...body }: JsonObject): JsonObject => body

const isUnreachable = (error: unknown): boolean => error instanceof APIConnectionError
const isFailure = (error: unknown): error is APIError => error instanceof APIError

/** Reasoning models refuse a temperature; it is dropped then (PROTOCOL.md §1, Config). */
const isAboutTemperature = (error: unknown): boolean =>
  isFailure(error) &&
  !isUnreachable(error) &&
  error.status === 400 &&
  (error.param === 'temperature' || /temperature/i.test(error.message))
