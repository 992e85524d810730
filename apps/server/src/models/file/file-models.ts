import { type ChatBody, isObject, type Model, type ModelDelta, ModelError } from '@ensemble/core'
import { toChatItems } from './chat-items.ts'
import { toGrammarSchema } from './grammar-schema.ts'
import {
  type ChatItem,
  type LlamaChat,
  type LlamaPackage,
  type LlamaSequence,
  loadLlamaPackage,
  type ResponseOptions,
} from './llama.ts'
import { findModelFile } from './model-file.ts'

export interface FileModelOptions {
  /** As shown to people. */
  readonly name: string
  /** `file:PATH` (model-file.ts). */
  readonly address: string
  /** The name by which calls at the same time are counted and limited. */
  readonly slots: string
  /** Questions at the same time; each holds memory for a whole conversation. */
  readonly concurrency: number
}

/** Tokens of a question and its answer: what fits in memory on most machines, for a model that was trained with more. */
const MOST_CONTEXT = 32_768
/** Tokens that the package keeps free at the end of a conversation; without them it would drop messages. */
const SPARE = 8

/** A place in memory for one conversation, and what speaks through it. */
interface Seat {
  readonly chat: LlamaChat
  readonly sequence: LlamaSequence
}

interface Loaded {
  readonly seats: Seat[]
  readonly contextSize: number
  readonly countTokens: (seat: Seat, items: readonly ChatItem[]) => number
  readonly grammarOf: (schema: object) => Promise<object>
}

const load = async (
  path: string,
  concurrency: number,
  { getLlama, LlamaChat: Chat }: LlamaPackage,
): Promise<Loaded> => {
  // Nothing is compiled or downloaded here: the package brings a built program for each common machine.
  const llama = await getLlama({ build: 'never', logLevel: 'error' })
  const model = await llama.loadModel({ modelPath: path })
  const contextSize = { max: Math.min(model.trainContextSize, MOST_CONTEXT) }
  const context = await model.createContext({ contextSize, sequences: concurrency })
  const seats = Array.from({ length: concurrency }, (): Seat => {
    const sequence = context.getSequence()
    return { sequence, chat: new Chat({ contextSequence: sequence }) }
  })
  return {
    seats,
    contextSize: context.contextSize,
    countTokens: ({ chat }, chatHistory) =>
      chat.chatWrapper.generateContextState({ chatHistory }).contextText.tokenize(model.tokenizer).length,
    grammarOf: (schema) => llama.createGrammarForJsonSchema(schema),
  }
}

/** The models of a workspace that are files. Each file is loaded once, with the first question to it. */
export const createFileModels = (
  root: string,
  loadPackage = loadLlamaPackage,
): ((options: FileModelOptions) => Model) => {
  const files = new Map<string, Promise<Loaded>>()
  const open = async ({ address, concurrency }: FileModelOptions): Promise<Loaded> => {
    const path = await findModelFile(root, address)
    const key = `${concurrency} ${path}`
    const loading = files.get(key) ?? loadPackage().then((loaded) => load(path, concurrency, loaded))
    files.set(key, loading)
    // Before the next question, somebody may have installed the package or replaced the file.
    loading.catch(() => files.delete(key))
    return loading
  }
  return (options) => {
    const { name, address, slots } = options
    return {
      name,
      simulated: false,
      endpoint: address,
      slots,
      // A grammar holds every answer to its schema; these are the keywords that it knows beyond the smallest strict subset.
      capabilities: {
        structured: true,
        strict: true,
        tools: false,
        keywords: ['minItems', 'maxItems', 'minLength', 'maxLength'],
      },
      ask: (body, { signal }) => answerOf(() => open(options), { body, signal, address }),
    }
  }
}

interface Asked {
  readonly body: ChatBody
  readonly signal: AbortSignal
  readonly address: string
}

/** The pieces of one answer, as they come. Fails with ModelError, or with the signal's reason. */
const answerOf = (open: () => Promise<Loaded>, asked: Asked): ReadableStream<ModelDelta> => {
  const leaving = new AbortController()
  const signal = AbortSignal.any([asked.signal, leaving.signal])
  const toFault = (fault: unknown): unknown =>
    asked.signal.aborted ? asked.signal.reason : toModelError(fault, asked.address)
  return new ReadableStream<ModelDelta>({
    start: (pieces) => {
      const tell = (delta: ModelDelta): void => {
        if (!leaving.signal.aborted) pieces.enqueue(delta)
      }
      answer(open, { ...asked, signal }, tell).then(
        () => !leaving.signal.aborted && pieces.close(),
        // Nothing, if the reader left.
        (fault: unknown) => pieces.error(toFault(fault)),
      )
    },
    cancel: (reason) => leaving.abort(reason),
  })
}

const answer = async (
  open: () => Promise<Loaded>,
  { body, signal, address }: Asked,
  tell: (delta: ModelDelta) => void,
): Promise<void> => {
  const items = toChatItems(body)
  const loaded = await open()
  signal.throwIfAborted()
  const seat = loaded.seats.pop()
  if (seat === undefined) throw new ModelError('model.rateLimited', `${address} answers other questions now.`)
  try {
    const { usedInputTokens, usedOutputTokens } = seat.sequence.tokenMeter
    const options = await toResponseOptions(body, loaded, roomFor(loaded.countTokens(seat, items), loaded, address))
    const { metadata } = await seat.chat.generateResponse(items, {
      ...options,
      signal,
      onResponseChunk: ({ text, segmentType }) => {
        if (text !== '') tell({ type: segmentType === 'thought' ? 'reasoning' : 'text', text })
      },
    })
    const used = seat.sequence.tokenMeter
    const inputTokens = used.usedInputTokens - usedInputTokens
    const outputTokens = used.usedOutputTokens - usedOutputTokens
    const usage = { inputTokens, outputTokens, cachedTokens: 0, reasoningTokens: 0, estimated: false }
    tell({ type: 'usage', usage })
    tell({ type: 'finish', reason: metadata.stopReason === 'maxTokens' ? 'length' : 'stop' })
  } finally {
    loaded.seats.push(seat)
  }
}

/** Tokens left for the answer. Throws ModelError where there are none: no message is left out in silence. */
const roomFor = (asked: number, { contextSize }: Loaded, address: string): number => {
  const room = contextSize - SPARE - asked
  if (room > 0) return room
  throw new ModelError(
    'model.status',
    `The question has ${asked} tokens, and ${address} takes ${contextSize} with its answer. Shorten the context, or use a model that takes more.`,
    { retryable: false },
  )
}

const toResponseOptions = async (
  body: ChatBody,
  { grammarOf }: Loaded,
  room: number,
): Promise<Omit<ResponseOptions, 'signal' | 'onResponseChunk'>> => {
  const { temperature, top_p: topP, seed, stop, max_completion_tokens: limit, response_format: format } = body
  const wanted = isObject(format) && isObject(format.json_schema) ? format.json_schema.schema : undefined
  return {
    repeatPenalty: false,
    maxTokens: typeof limit === 'number' ? Math.min(limit, room) : room,
    ...(isObject(wanted) && { grammar: await grammarOf(toGrammarSchema(wanted)) }),
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof topP === 'number' && { topP }),
    ...(typeof seed === 'number' && { seed }),
    ...(Array.isArray(stop) && { customStopTriggers: stop.filter((text) => typeof text === 'string') }),
  }
}

const toModelError = (fault: unknown, address: string): ModelError => {
  if (fault instanceof ModelError) return fault
  const reason = fault instanceof Error ? fault.message : String(fault)
  return new ModelError('model.unreachable', `${address} could not be asked: ${reason}`, { retryable: false })
}
