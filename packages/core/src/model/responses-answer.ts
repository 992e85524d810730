import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { endAnswer } from './answer-end.ts'
import type { AnswerReader, Door, ToFailure } from './door.ts'
import { envelopeError } from './endpoint-errors.ts'
import { usageOf, type ChatBody, type ModelDelta, type ModelUsage } from './model.ts'

/** An item of the answer, by its place in the output. */
interface Item {
  /** Counts the answer's Calls; undefined for other items. */
  readonly call?: number
  /** Characters that came in pieces. */
  streamed: number
}

/** Reads the events of the Responses API as a Model's pieces. */
export class ResponsesReader implements AnswerReader {
  readonly #body: ChatBody
  readonly #toFailure: ToFailure
  readonly #items = new Map<number, Item>()
  #calls = 0
  #characters = 0
  #thought = 0
  #refusal = ''
  #response: JsonObject | undefined

  constructor(body: ChatBody, toFailure: ToFailure) {
    this.#body = body
    this.#toFailure = toFailure
  }

  get finished(): boolean {
    return this.#response !== undefined
  }

  read(event: Json, deltas: ModelDelta[]): void {
    if (!isObject(event)) return
    const place = typeof event.output_index === 'number' ? event.output_index : 0
    const delta = textOf(event.delta)
    switch (event.type) {
      case 'response.output_text.delta':
        return this.#text(place, delta, deltas)
      case 'response.refusal.delta':
        return this.#refuse(place, delta, deltas)
      case 'response.reasoning_summary_part.added':
        // Its parts are paragraphs.
        return event.summary_index === 0 ? undefined : this.#think(place, '\n\n', deltas)
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return this.#think(place, delta, deltas)
      case 'response.output_item.added':
        return isObject(event.item) ? this.#begin(place, event.item, deltas) : undefined
      case 'response.function_call_arguments.delta':
        return this.#argue(place, delta, deltas)
      case 'response.output_item.done':
        return isObject(event.item) ? this.#complete(place, event.item, deltas) : undefined
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        return isObject(event.response) ? this.whole(event.response, deltas) : undefined
      case 'error':
        throw this.#toFailure(event)
    }
  }

  /** The whole answer, at the end of its events or in their place: adds what they left out. */
  whole(response: JsonObject, deltas: ModelDelta[]): void {
    const { output, error, status } = response
    if (isObject(error)) throw this.#toFailure(error)
    if (status === 'failed' || status === 'cancelled') throw this.#toFailure({ message: `the response is ${status}` })
    if (Array.isArray(output))
      for (const [place, item] of output.entries())
        if (isObject(item) && !this.#items.has(place)) this.#complete(place, item, deltas)
    this.#response = response
  }

  end(): Iterable<ModelDelta> {
    const { status = 'completed', incomplete_details: details, usage } = this.#response ?? {}
    const why = isObject(details) ? details.reason : undefined
    const whole = this.#calls > 0 ? 'tool_calls' : 'stop'
    const cut = why === 'max_output_tokens' ? 'length' : why === 'content_filter' ? why : undefined
    return endAnswer({
      isAnswer: this.#response !== undefined || this.#items.size > 0,
      finish: this.#response === undefined ? undefined : status === 'incomplete' ? cut : whole,
      usage: isObject(usage) ? readUsage(usage) : undefined,
      refusal: this.#refusal,
      body: this.#body,
      characters: this.#characters,
      thought: this.#thought,
    })
  }

  #itemAt(place: number): Item {
    const known = this.#items.get(place) ?? { streamed: 0 }
    this.#items.set(place, known)
    return known
  }

  #text(place: number, text: string, deltas: ModelDelta[]): void {
    if (text === '') return
    this.#itemAt(place).streamed += text.length
    this.#characters += text.length
    deltas.push({ type: 'text', text })
  }

  #refuse(place: number, text: string, deltas: ModelDelta[]): void {
    if (text === '') return
    this.#itemAt(place).streamed += text.length
    this.#refusal += text
    deltas.push({ type: 'refusal', text })
  }

  #think(place: number, text: string, deltas: ModelDelta[]): void {
    if (text === '') return
    this.#itemAt(place).streamed += text.length
    this.#thought += text.length
    deltas.push({ type: 'reasoning', text })
  }

  /** A Call is announced with its name; its arguments follow. */
  #begin(place: number, item: JsonObject, deltas: ModelDelta[]): void {
    if (item.type !== 'function_call' || this.#items.has(place)) return
    const call = this.#calls++
    this.#items.set(place, { call, streamed: 0 })
    const name = textOf(item.name)
    this.#characters += name.length
    const id = textOf(item.call_id)
    deltas.push({
      type: 'call',
      index: call,
      ...(id !== '' && { id }),
      ...(name !== '' && { name }),
      argumentsDelta: '',
    })
    this.#argue(place, textOf(item.arguments), deltas)
  }

  #argue(place: number, argumentsDelta: string, deltas: ModelDelta[]): void {
    const item = this.#items.get(place)
    if (item?.call === undefined || argumentsDelta === '') return
    item.streamed += argumentsDelta.length
    this.#characters += argumentsDelta.length
    deltas.push({ type: 'call', index: item.call, argumentsDelta })
  }

  /** An item as it ended: what did not come in pieces comes now. */
  #complete(place: number, item: JsonObject, deltas: ModelDelta[]): void {
    if (item.type === 'function_call') {
      if (this.#items.has(place)) {
        if (this.#items.get(place)?.streamed === 0) this.#argue(place, textOf(item.arguments), deltas)
        return
      }
      return this.#begin(place, item, deltas)
    }
    const isNew = this.#itemAt(place).streamed === 0
    if (item.type === 'reasoning') {
      if (isNew) this.#think(place, thoughtsOf(item), deltas)
      if (typeof item.encrypted_content === 'string')
        deltas.push({ type: 'reasoningItem', item: { before: this.#calls, item: withoutStatus(item) } })
    }
    if (item.type !== 'message' || !isNew) return
    for (const part of partsOf(item.content)) {
      this.#text(place, part.type === 'refusal' ? '' : textOf(part.text), deltas)
      this.#refuse(place, textOf(part.refusal), deltas)
    }
  }
}

/** An answer that came whole. */
export function* readResponse(
  response: JsonObject,
  body: ChatBody,
  { hide, toFailure }: Parameters<Door['readWhole']>[2],
): Generator<ModelDelta> {
  if (!Array.isArray(response.output) && !isObject(response.error))
    throw envelopeError('application/json', hide(JSON.stringify(response)))
  const reader = new ResponsesReader(body, toFailure)
  const deltas: ModelDelta[] = []
  reader.whole(response, deltas)
  yield* deltas
  yield* reader.end()
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const partsOf = (parts: Json | undefined): readonly JsonObject[] => (Array.isArray(parts) ? parts.filter(isObject) : [])

const thoughtsOf = ({ summary, content }: JsonObject): string =>
  [...partsOf(summary), ...partsOf(content)].map(({ text }) => textOf(text)).join('\n\n')

/** The API sends a status that it doesn't take back. */
const withoutStatus = ({ status: _, ...item }: JsonObject): JsonObject => item

const readUsage = (usage: JsonObject): ModelUsage | undefined => {
  const { input_tokens: input, output_tokens: output, input_tokens_details: of, output_tokens_details: within } = usage
  const cached = isObject(of) ? of.cached_tokens : 0
  return usageOf({ input, output, cached, reasoning: isObject(within) ? within.reasoning_tokens : 0 })
}
