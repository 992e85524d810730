import { isObject, type Json, type JsonObject } from '../../schema/json.ts'
import { endAnswer } from '../answer-end.ts'
import { usageOf, type ChatBody, type ModelDelta, type ModelUsage } from '../model.ts'

/** A thought on its way: its text, and what its provider wants back with it. */
interface Thought {
  text: string
  options: JsonObject | undefined
}

/** Reads the stream parts of the AI SDK's provider interface as a Model's pieces. */
export class PartsReader {
  readonly #body: ChatBody
  /** Places of the answer's Calls by their ids. */
  readonly #calls = new Map<string, number>()
  readonly #thoughts = new Map<string, Thought>()
  #characters = 0
  #thought = 0
  #finish: JsonObject | undefined

  constructor(body: ChatBody) {
    this.#body = body
  }

  read(part: JsonObject, deltas: ModelDelta[]): void {
    const id = textOf(part.id)
    switch (part.type) {
      case 'stream-start':
        return addWarnings(part.warnings, deltas)
      case 'text-delta':
        return this.#say(textOf(part.delta), deltas)
      case 'reasoning-start':
      case 'reasoning-delta':
        return this.#think(id, part, deltas)
      case 'reasoning-end':
        this.#think(id, part, deltas)
        return this.#endThought(id, deltas)
      case 'tool-input-start':
        return this.#begin(id, textOf(part.toolName), deltas)
      case 'tool-input-delta':
        return this.#argue(id, textOf(part.delta), deltas)
      case 'tool-call':
        return this.#call(part, deltas)
      case 'finish':
        this.#finish = part
        return
      default:
        return
    }
  }

  /** A content part of an answer that came whole. */
  readWhole(part: JsonObject, deltas: ModelDelta[]): void {
    if (part.type === 'text') return this.#say(textOf(part.text), deltas)
    if (part.type !== 'reasoning') return this.read(part, deltas)
    this.#think('', { ...part, delta: part.text ?? '' }, deltas)
    this.#endThought('', deltas)
  }

  end(): Iterable<ModelDelta> {
    const { finishReason, usage } = this.#finish ?? {}
    return endAnswer({
      isAnswer: this.#characters + this.#thought > 0 || reasonOf(finishReason) !== undefined,
      finish: reasonOf(finishReason),
      usage: isObject(usage) ? readUsage(usage) : undefined,
      refusal: '',
      body: this.#body,
      characters: this.#characters,
      thought: this.#thought,
    })
  }

  #say(text: string, deltas: ModelDelta[]): void {
    if (text === '') return
    this.#characters += text.length
    deltas.push({ type: 'text', text })
  }

  #think(id: string, part: JsonObject, deltas: ModelDelta[]): void {
    const thought = this.#thoughts.get(id) ?? { text: '', options: undefined }
    this.#thoughts.set(id, thought)
    const text = textOf(part.delta)
    thought.text += text
    if (isObject(part.providerMetadata)) thought.options = merged(thought.options, part.providerMetadata)
    if (text === '') return
    this.#thought += text.length
    deltas.push({ type: 'reasoning', text })
  }

  /** Only what the provider signed can be given back. */
  #endThought(id: string, deltas: ModelDelta[]): void {
    const { text, options } = this.#thoughts.get(id) ?? { text: '', options: undefined }
    this.#thoughts.delete(id)
    if (options === undefined) return
    const item = { type: 'reasoning', text, providerOptions: options }
    deltas.push({ type: 'reasoningItem', item: { before: this.#calls.size, item } })
  }

  #begin(id: string, name: string, deltas: ModelDelta[]): void {
    if (this.#calls.has(id)) return
    const index = this.#calls.size
    this.#calls.set(id, index)
    this.#characters += name.length
    deltas.push({ type: 'call', index, id, name, argumentsDelta: '' })
  }

  #argue(id: string, argumentsDelta: string, deltas: ModelDelta[]): void {
    const index = this.#calls.get(id)
    if (index === undefined || argumentsDelta === '') return
    this.#characters += argumentsDelta.length
    deltas.push({ type: 'call', index, argumentsDelta })
  }

  /** A Call as it ended: whole where it did not come in pieces. */
  #call(part: JsonObject, deltas: ModelDelta[]): void {
    const id = textOf(part.toolCallId)
    if (!this.#calls.has(id)) {
      this.#begin(id, textOf(part.toolName), deltas)
      this.#argue(id, typeof part.input === 'string' ? part.input : JSON.stringify(part.input ?? {}), deltas)
    }
    const { providerMetadata: providerOptions } = part
    const before = this.#calls.get(id)
    if (isObject(providerOptions) && before !== undefined)
      deltas.push({ type: 'reasoningItem', item: { before, item: { type: 'call', providerOptions } } })
  }
}

/**
 * Why the model stopped. Undefined if its provider did not say: some packages end a stream that broke off, or that isn't an
 * answer, as if it had ended by itself.
 */
const reasonOf = (finish: Json | undefined): string | undefined => {
  // LanguageModelV2 gives the reason as a text, and "unknown" if there was none.
  const reason = isObject(finish) && typeof finish.raw === 'string' ? finish.unified : finish
  return typeof reason === 'string' && reason !== 'unknown' ? (REASONS[reason] ?? reason) : undefined
}

const REASONS: { readonly [reason: string]: string } = {
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** By provider, then by name: a signature comes after the thought that it signs. */
const merged = (first: JsonObject | undefined, second: JsonObject): JsonObject => {
  const both: { [provider: string]: Json } = { ...first }
  for (const [provider, options] of Object.entries(second)) {
    const known = both[provider]
    both[provider] = isObject(known) && isObject(options) ? { ...known, ...options } : (options ?? null)
  }
  return both
}

/** Texts of the provider's package, each a sentence or the name of what it leaves out. */
export const addWarnings = (warnings: Json | undefined, deltas: ModelDelta[]): void => {
  const said = (Array.isArray(warnings) ? warnings.filter(isObject) : []).map(
    ({ details, message, feature, setting }) => {
      const text = [details, message].find((one) => typeof one === 'string')
      return text ?? `This API ignores ${textOf(feature) || textOf(setting) || 'a part of the question'}.`
    },
  )
  if (said.length > 0) deltas.push({ type: 'note', text: [...new Set(said)].join(' ') })
}

/** Nested in LanguageModelV3, flat in V2. */
const readUsage = (usage: JsonObject): ModelUsage | undefined => {
  const { inputTokens: input, outputTokens: output, cachedInputTokens: cached, reasoningTokens: reasoning } = usage
  if (!isObject(input) || !isObject(output)) return usageOf({ input, output, cached, reasoning })
  return usageOf({ input: input.total, output: output.total, cached: input.cacheRead, reasoning: output.reasoning })
}
