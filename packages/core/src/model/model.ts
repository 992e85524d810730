import type { ReasoningItem } from '../idea/message.ts'
import type { Json, JsonObject, Sha256 } from '../schema/json.ts'

/** One message of Chat Completions as this project writes it. */
export type ChatMessage = JsonObject & { readonly role: 'system' | 'user' | 'assistant' | 'tool' }

/**
 * The bytes of one question, Chat Completions shaped. A run sends exactly `JSON.stringify(body)` plus the transport's
 * `stream` fields, with a file's bytes in place of `artifact:TYPE;sha256,HASH`.
 */
export interface ChatBody extends JsonObject {
  readonly model: string
  readonly messages: readonly ChatMessage[]
}

/** A piece of a streamed answer, the same for every Model. */
export type ModelDelta =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'refusal'; readonly text: string }
  /** Native function calling; `index` counts the answer's calls from 0. */
  | {
      readonly type: 'call'
      readonly index: number
      readonly id?: string
      readonly name?: string
      readonly argumentsDelta: string
    }
  /** Reasoning that only its own model can read, for the next question. */
  | { readonly type: 'reasoningItem'; readonly item: ReasoningItem }
  | { readonly type: 'usage'; readonly usage: ModelUsage }
  /** A note for people on how the question was asked, in one sentence; not part of the answer. */
  | { readonly type: 'note'; readonly text: string }
  /** Always the last piece of a complete answer. A stream without it was cut. */
  | { readonly type: 'finish'; readonly reason: 'stop' | 'length' | 'tool_calls' | 'content_filter' | string }

/** Tokens of one Request; `estimated` where the endpoint gave none. */
export interface ModelUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedTokens: number
  readonly reasoningTokens: number
  readonly estimated: boolean
}

/** Whether a value can be a number of tokens. */
export const isCount = (value: Json | undefined): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** Counts as an endpoint gave them. Undefined where input or output has none: an estimate says more. */
export const usageOf = (counts: {
  readonly input: Json | undefined
  readonly output: Json | undefined
  readonly cached: Json | undefined
  readonly reasoning: Json | undefined
}): ModelUsage | undefined => {
  const { input, output, cached, reasoning } = counts
  if (!isCount(input) || !isCount(output)) return undefined
  return {
    inputTokens: input,
    outputTokens: output,
    cachedTokens: isCount(cached) ? cached : 0,
    reasoningTokens: isCount(reasoning) ? reasoning : 0,
    estimated: false,
  }
}

export const MODEL_ERROR_CODES = [
  'model.unreachable',
  'model.status',
  'model.rateLimited',
  'model.stalled',
  'model.cut',
  'model.refused',
  'model.length',
  'model.envelope',
  'model.schemaRefused',
  'model.fileMissing',
  'model.token',
  'model.option',
  'model.tooLong',
] as const
export type ModelErrorCode = (typeof MODEL_ERROR_CODES)[number]

/** A Model's error. `retryAfterMs` comes from the endpoint; the executor caps it. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  constructor(
    readonly code: ModelErrorCode,
    message: string,
    readonly details: {
      readonly status?: number
      readonly retryAfterMs?: number
      readonly retryable?: boolean
      readonly raw?: string
    } = {},
  ) {
    super(message)
  }
}

/** The APIs of one endpoint through which a model can be asked: Chat Completions or Responses. */
export const APIS = ['chat', 'responses'] as const
export type ApiName = (typeof APIS)[number]

/** APIs of providers' own; an optional package of the AI SDK speaks each of them (model/ai-sdk). */
export const PROVIDER_APIS = ['anthropic', 'google', 'mistral', 'cohere', 'groq', 'xai', 'bedrock'] as const
export type ProviderApi = (typeof PROVIDER_APIS)[number]
export const isProviderApi = (api: Json | undefined): api is ProviderApi => PROVIDER_APIS.some((one) => one === api)

/** An endpoint's abilities, by probe or by earlier refusals. */
export interface Capabilities {
  readonly structured: boolean
  readonly strict: boolean
  readonly tools: boolean
  /** Keywords that strict mode takes and keeps to besides the smallest subset; none where left out. */
  readonly keywords?: readonly string[]
  /** False where answers are asked for whole: some endpoints lose Calls while they stream. */
  readonly streams?: boolean
  /** False where the length of an answer is limited only by the older name of `max_completion_tokens`. */
  readonly maxCompletionTokens?: boolean
  /** The API that did more when both were tried; Chat Completions where left out. */
  readonly api?: ApiName | ProviderApi
  /** Kinds of files it takes as parts of a message; none where left out. Text needs no capability. */
  readonly files?: readonly FileKind[]
}

export const FILE_KINDS = ['image', 'audio', 'file'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** The bytes of an Artifact; undefined if there is none of this hash. */
export type ReadFile = (sha256: Sha256) => Promise<Uint8Array | undefined>

export interface AskOptions {
  readonly signal: AbortSignal
  readonly seed: string
  /** Reads the files that the body names. */
  readonly readFile?: ReadFile
  /** The W3C Trace Context of this Request, sent along as a header. */
  readonly traceparent?: string
  /** Asks for the answer in one piece or in a stream, whatever the capabilities say: for a probe. */
  readonly whole?: boolean
}

/** The pieces of one answer. `ready` gives the next without waiting, or undefined; it throws like the iteration. */
export interface DeltaStream extends AsyncIterable<ModelDelta> {
  ready?(): ModelDelta | undefined
}

/** An endpoint's limits by the minute; none where left out. */
export interface RateLimits {
  readonly requestsPerMinute?: number
  /** Input and output together. */
  readonly tokensPerMinute?: number
}

/** The port to a language model. One adapter per kind of endpoint; the simulated model is another. */
export interface Model {
  /** As shown to people: `gpt-5.2`, `simulated`. */
  readonly name: string
  /** True for the simulated model: shown wherever its answers show. */
  readonly simulated: boolean
  /** The address that is asked. */
  readonly endpoint: string
  /** The name whose slots a call takes; `endpoint` where it is absent. */
  readonly slots?: string
  /** Names of models that are asked in its place where it can't answer, in order (docs/contract/protocol.md#the-loop). */
  readonly fallback?: readonly string[]
  readonly capabilities: Capabilities
  /** Streams one answer, or gives it in one piece where the capabilities say so. Throws ModelError; ends after `finish`. Stops promptly when `signal` aborts. */
  ask(body: ChatBody, options: AskOptions): DeltaStream
}

/** Chooses the Model for a name from the Config; undefined name = the workspace's default. */
export type ModelSource = (name: string | undefined) => Model
