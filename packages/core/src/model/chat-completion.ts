import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { LateMap } from '../schema/late-map.ts'
import { endAnswer } from './answer-end.ts'
import type { AnswerReader } from './door.ts'
import { envelopeError } from './endpoint-errors.ts'
import { isCount, ModelError, type ChatBody, type ModelDelta, type ModelUsage } from './model.ts'

/** Reads `chat.completion.chunk` events as a Model's pieces. Holds back the finish until the end. */
export class StreamReader implements AnswerReader {
  private finishReason: string | undefined
  private usage: ModelUsage | undefined
  private characters = 0
  private thought = 0
  private sawChoice = false
  private refusal = ''
  /** Some endpoints give every call the index 0; a new id is a new call. */
  private readonly calls: { readonly index: number; readonly id: string | undefined }[] = []
  /** By the endpoint's index, the newest call's place in `calls`, if it differs. */
  private readonly newest = new LateMap<number, number>()

  constructor(private readonly body: ChatBody) {}

  get finished(): boolean {
    return this.finishReason !== undefined
  }

  /** The pieces of one event, into `deltas`. */
  read(event: Json, deltas: ModelDelta[]): void {
    if (!isObject(event)) return
    if (isObject(event.usage)) this.usage = readUsage(event.usage)
    const choice = Array.isArray(event.choices) ? event.choices[0] : undefined
    if (!isObject(choice)) return
    this.sawChoice = true
    if (isObject(choice.delta)) this.readMessage(choice.delta, deltas)
    if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '')
      this.finishReason = choice.finish_reason
  }

  /** A delta, or the whole message of an answer that was not streamed. */
  readMessage(message: JsonObject, deltas: ModelDelta[]): void {
    const reasoning = text(message.reasoning_content) || text(message.reasoning)
    if (reasoning !== '') {
      this.thought += reasoning.length
      deltas.push({ type: 'reasoning', text: reasoning })
    }
    const content = contentOf(message.content)
    if (content !== '') {
      this.characters += content.length
      deltas.push({ type: 'text', text: content })
    }
    const refusal = text(message.refusal)
    if (refusal !== '') {
      this.refusal += refusal
      deltas.push({ type: 'refusal', text: refusal })
    }
    if (!Array.isArray(message.tool_calls)) return
    let position = 0
    for (const call of message.tool_calls) {
      if (isObject(call)) deltas.push(this.readCall(call, position))
      position++
    }
  }

  /** Ends the answer: usage, then the finish. Throws if it isn't one. */
  *end(): Generator<ModelDelta> {
    yield* endAnswer({
      isAnswer: this.sawChoice,
      finish: this.finishReason,
      usage: this.usage,
      refusal: this.refusal,
      body: this.body,
      characters: this.characters,
      thought: this.thought,
    })
  }

  finish(reason: string, usage: ModelUsage | undefined): void {
    this.sawChoice = true
    this.finishReason = reason
    this.usage = usage
  }

  private readCall(call: JsonObject, position: number): ModelDelta {
    const target = isObject(call.function) ? call.function : {}
    const id = typeof call.id === 'string' && call.id !== '' ? call.id : undefined
    const index = this.indexOf(typeof call.index === 'number' ? call.index : position, id)
    const name = typeof target.name === 'string' && target.name !== '' ? target.name : undefined
    const argumentsDelta =
      typeof target.arguments === 'string'
        ? target.arguments
        : target.arguments === undefined || target.arguments === null
          ? ''
          : JSON.stringify(target.arguments)
    this.characters += argumentsDelta.length + (name?.length ?? 0)
    if (id === undefined && name === undefined) return { type: 'call', index, argumentsDelta }
    // Spelled out: every Call begins with one.
    if (id !== undefined && name !== undefined) return { type: 'call', index, id, name, argumentsDelta }
    return { type: 'call', index, ...(id !== undefined && { id }), ...(name !== undefined && { name }), argumentsDelta }
  }

  /** The answer's own count of calls, by the endpoint's index and id. */
  private indexOf(index: number, id: string | undefined): number {
    const known = this.newest.get(index) ?? (this.calls[index]?.index === index ? index : undefined)
    if (known !== undefined && (id === undefined || this.calls[known]?.id === id)) return known
    if (known !== undefined && this.calls[known]?.id === undefined) {
      this.calls[known] = { index, id }
      return known
    }
    if (index !== this.calls.length) this.newest.set(index, this.calls.length)
    this.calls.push({ index, id })
    return this.calls.length - 1
  }
}

/** An answer that came whole, though a stream was asked for. */
export function* readCompletion(
  completion: JsonObject,
  body: ChatBody,
  hide: (text: string) => string,
): Generator<ModelDelta> {
  if (completion.error !== undefined && completion.error !== null) {
    const error = completion.error
    const said = isObject(error) && typeof error.message === 'string' ? error.message : JSON.stringify(error)
    throw new ModelError('model.envelope', `The model's endpoint reported an error: ${hide(said)}`, { retryable: true })
  }
  const choice = Array.isArray(completion.choices) ? completion.choices[0] : undefined
  if (!isObject(choice) || !isObject(choice.message)) {
    throw envelopeError('application/json', hide(JSON.stringify(completion)))
  }
  const reader = new StreamReader(body)
  const deltas: ModelDelta[] = []
  reader.readMessage(choice.message, deltas)
  yield* deltas
  const reason = typeof choice.finish_reason === 'string' ? choice.finish_reason : 'stop'
  reader.finish(reason, isObject(completion.usage) ? readUsage(completion.usage) : undefined)
  yield* reader.end()
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** Content is a string, or parts of which the text is taken. */
const contentOf = (content: Json | undefined): string =>
  Array.isArray(content) ? content.map((part) => (isObject(part) ? text(part.text) : '')).join('') : text(content)

const count = (value: Json | undefined): number => (isCount(value) ? value : 0)

/** Undefined where the endpoint's count cannot be one (negative, fractional, beyond all numbers): an estimate says more. */
const readUsage = (usage: JsonObject): ModelUsage | undefined => {
  for (const tokens of [usage.prompt_tokens, usage.completion_tokens])
    if (typeof tokens === 'number' && !isCount(tokens)) return undefined
  const prompt = isObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {}
  const completion = isObject(usage.completion_tokens_details) ? usage.completion_tokens_details : {}
  return {
    inputTokens: count(usage.prompt_tokens),
    outputTokens: count(usage.completion_tokens),
    cachedTokens: count(prompt.cached_tokens),
    reasoningTokens: count(completion.reasoning_tokens),
    estimated: false,
  }
}
