import { isObject, type JsonObject } from '../../schema/json.ts'
import { Deadlines } from '../deadlines.ts'
import { Deltas, type DeltasOptions, type Pieces } from '../deltas.ts'
import { hideSecret } from '../endpoint-errors.ts'
import { inlineFiles } from '../file-parts.ts'
import type { AskOptions, Capabilities, ChatBody, Model, ModelDelta } from '../model.ts'
import { addWarnings, PartsReader } from './answer-parts.ts'
import { noteOf, toCallOptions } from './call-options.ts'
import { toSdkModelError } from './sdk-errors.ts'

/**
 * A language model of an AI SDK provider package (`@ai-sdk/anthropic`, `@ai-sdk/google` and so on), in the shape that
 * LanguageModelV2, V3 and V4 share. Its options and parts have the types of its own package.
 */
export interface SdkLanguageModel {
  readonly provider: string
  readonly modelId: string
  doStream(options: never): PromiseLike<{ readonly stream: ReadableStream<object> }>
  doGenerate(options: never): PromiseLike<{
    readonly content: readonly object[]
    readonly finishReason: unknown
    readonly usage: object
    readonly warnings: readonly object[]
  }>
}

export interface SdkModelOptions {
  readonly model: SdkLanguageModel
  /** As shown to people; the model's own id where it is left out. */
  readonly name?: string
  /** The address that is asked, as shown to people; the provider's name where it is left out. */
  readonly endpoint?: string
  /** The name by which calls at the same time are counted and limited; the endpoint where it is left out. */
  readonly slots?: string
  /** By a probe; until then a schema, functions, pictures and documents are taken to work. */
  readonly capabilities?: Capabilities
  /** Keys that never appear in an error. */
  readonly secrets?: readonly string[]
  /** Milliseconds without a part of the answer before it counts as stalled. */
  readonly idleMs?: number
  /** Milliseconds for the whole answer. */
  readonly totalMs?: number
}

const IDLE_MS = 60_000
const TOTAL_MS = 600_000
const USUAL: Capabilities = { structured: true, strict: true, tools: true, files: ['image', 'file'] }

/**
 * A Model behind a provider's own API, by its AI SDK package (docs/contract/protocol.md#the-loop). Streams if capable; never
 * retries. Signed thoughts are given back to the model that had them. Throws ModelError, or the signal's reason.
 */
export const createSdkModel = (options: SdkModelOptions): Model => {
  const { model, name = model.modelId, endpoint = model.provider, slots, capabilities = USUAL } = options
  return {
    name,
    simulated: false,
    endpoint,
    ...(slots !== undefined && { slots }),
    capabilities,
    ask: (body, asked) => new Deltas(new SdkAnswer(options, body, asked)),
  }
}

class SdkAnswer implements DeltasOptions {
  readonly #options: SdkModelOptions
  readonly #body: ChatBody
  readonly #asked: AskOptions
  readonly #isWhole: boolean
  #deadlines: Deadlines | undefined

  constructor(options: SdkModelOptions, body: ChatBody, asked: AskOptions) {
    this.#options = options
    this.#body = body
    this.#asked = asked
    this.#isWhole = asked.whole ?? options.capabilities?.streams === false
  }

  async open(): Promise<Pieces> {
    const { idleMs = IDLE_MS, totalMs = TOTAL_MS, model } = this.#options
    const { signal, readFile, traceparent } = this.#asked
    const deadlines = (this.#deadlines = new Deadlines(signal, this.#isWhole ? totalMs : idleMs, totalMs))
    const reader = new PartsReader(this.#body)
    // Its own package checks them.
    const question = Object.assign({}, toCallOptions(await inlineFiles(this.#body, readFile)), {
      abortSignal: deadlines.signal,
      ...(traceparent !== undefined && { headers: { traceparent } }),
    }) as never
    if (this.#isWhole) return wholePieces(await deadlines.race(Promise.resolve(model.doGenerate(question))), reader)
    const { stream } = await deadlines.race(Promise.resolve(model.doStream(question)))
    return new PartPieces(stream.getReader(), reader, deadlines)
  }

  note(): ModelDelta | undefined {
    const text = noteOf(this.#body)
    return text === undefined ? undefined : { type: 'note', text }
  }

  toError(fault: unknown, isAnswering: boolean): unknown {
    const { signal } = this.#asked
    if (signal.aborted) return signal.reason
    const { model, endpoint = model.provider, secrets = [] } = this.#options
    const hide = (text: string): string => secrets.reduce(hideSecret, text)
    return this.#deadlines?.expired ?? toSdkModelError(fault, { baseUrl: endpoint, hide, isAnswering })
  }

  onEnd(): void {
    this.#deadlines?.clear()
  }
}

/** The parts of a streamed answer, each as it comes. */
class PartPieces implements Pieces {
  readonly #stream: ReadableStreamDefaultReader<object>
  readonly #reader: PartsReader
  readonly #deadlines: Deadlines
  #hasEnded = false

  constructor(stream: ReadableStreamDefaultReader<object>, reader: PartsReader, deadlines: Deadlines) {
    this.#stream = stream
    this.#reader = reader
    this.#deadlines = deadlines
  }

  async next(): Promise<Iterable<ModelDelta> | undefined> {
    const deltas: ModelDelta[] = []
    while (!this.#hasEnded && deltas.length === 0) {
      const { done, value } = await this.#deadlines.race(this.#stream.read())
      if (done) {
        this.#hasEnded = true
        return this.#reader.end()
      }
      const part = value as JsonObject & { readonly error?: unknown } // of a union whose members are JSON, but for errors
      if (part.type === 'error') throw part.error
      this.#reader.read(part, deltas)
    }
    return deltas.length > 0 ? deltas : undefined
  }

  cancel(): void {
    // Not awaited: a stalled stream would block.
    if (!this.#hasEnded) void this.#stream.cancel().catch(() => undefined)
  }
}

const wholePieces = (answer: Awaited<ReturnType<SdkLanguageModel['doGenerate']>>, reader: PartsReader): Pieces => {
  const { content, finishReason, usage, warnings } = answer as unknown as JsonObject // its members are JSON
  const deltas: ModelDelta[] = []
  addWarnings(warnings, deltas)
  if (Array.isArray(content)) for (const part of content) if (isObject(part)) reader.readWhole(part, deltas)
  reader.read({ type: 'finish', finishReason: finishReason ?? null, usage: usage ?? null }, deltas)
  const pieces: Iterable<ModelDelta>[] = [deltas, reader.end()]
  return { next: async () => pieces.shift(), cancel: () => undefined }
}
