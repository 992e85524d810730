import type { Composition } from '../request/composition.ts'
import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { LateMap } from '../schema/late-map.ts'
import type { ModelDelta } from './model.ts'
import { FINAL_OUTPUT, isWrappedOutput } from './output-format.ts'
import { MOST_CALLS, StructuredScanner, TOO_MANY_CALLS } from './structured-scanner.ts'
import type { CreateDecoder, DecodeRaw, Decoder, RawAnswer, RawCall } from './wire.ts'

type Problem = NonNullable<RawAnswer['problem']>

const EMPTY: Problem = {
  code: 'answer.empty',
  message: 'The answer holds neither a call nor an output. Make at least one call, or fill in the output.',
}
const invalid = (what: string): Problem => ({ code: 'json.invalid', message: `The answer could not be read: ${what}.` })
const MIDDLE = 'it ends in the middle'

/**
 * Turns a streamed answer into Calls, each as soon as it is complete. Repairs nothing: a bad envelope is its `problem`.
 */
export const createDecoder: CreateDecoder = (wire, composition) =>
  wire === 'tools' ? new ToolsDecoder(composition) : new StructuredDecoder(composition)

/** The same answer from what `request.completed` or `request.failed` stored of it. */
export const decodeRaw: DecodeRaw = (wire, composition, raw, complete) => {
  const decoder = wire === 'tools' ? new ToolsDecoder(composition, readProblem(raw)) : createDecoder(wire, composition)
  const deltas: readonly ModelDelta[] = wire === 'tools' ? readAssistantMessage(raw) : [{ type: 'text', text: raw }]
  for (const delta of deltas) decoder.push(delta)
  if (complete) decoder.push({ type: 'finish', reason: 'stop' })
  return decoder.end(complete)
}

class StructuredDecoder implements Decoder {
  private readonly scanner = new StructuredScanner()
  private readonly calls: RawCall[] = []
  private text = ''

  constructor(private readonly composition: Composition) {}

  push(delta: ModelDelta): readonly RawCall[] {
    if (delta.type !== 'text') return []
    this.text += delta.text
    if (this.isText) return []
    const found = this.scanner.push(delta.text)
    const calls = found.map((text, position): RawCall => ({ index: this.calls.length + position, text }))
    this.calls.push(...calls)
    return calls
  }

  end(complete: boolean): RawAnswer {
    const { scanner, calls, text } = this
    const answer = (outputText: string | undefined, problem?: Problem): RawAnswer => ({
      calls,
      outputText,
      raw: text,
      length: text.length,
      ...(problem && { problem }),
    })
    if (!complete) return answer(undefined)
    if (text.trim() === '') return answer(undefined, EMPTY)
    if (this.isText || this.isPlainText()) return answer(JSON.stringify(text))
    return answer(scanner.output, this.problemOf(scanner))
  }

  /** No schema and no Tools: the answer is text and nothing else. */
  private get isText(): boolean {
    return this.composition.output === null && this.composition.tools.length === 0
  }

  /** An Idea without a schema may answer in text where it makes no Calls; a broken envelope is not taken for it. */
  private isPlainText(): boolean {
    return this.composition.output === null && !this.scanner.isEnvelope && !/"_tool"\s*:/.test(this.text)
  }

  private problemOf(scanner: StructuredScanner): Problem | undefined {
    if (scanner.problem !== undefined) return invalid(scanner.problem)
    if (!scanner.done) return invalid(MIDDLE)
    if (this.calls.length > 0 || scanner.output !== undefined) return undefined
    return scanner.isEnvelope ? EMPTY : invalid('the object holds neither "calls" nor "output"')
  }
}

interface OpenCall {
  readonly index: number
  id: string
  name: string
  text: string
}

class ToolsDecoder implements Decoder {
  private readonly order: OpenCall[] = []
  /** Those outside `order` at their index. */
  private readonly byIndex = new LateMap<number, OpenCall>()
  private readonly calls: RawCall[] = []
  private open: OpenCall | undefined
  private content = ''
  private output: string | undefined

  constructor(
    private readonly composition: Composition,
    /** The fault of the whole answer; known in advance for a recorded one. */
    private broken?: string,
  ) {}

  push(delta: ModelDelta): readonly RawCall[] {
    switch (delta.type) {
      case 'text':
        this.content += delta.text
        return []
      case 'call':
        return this.pushCall(delta)
      case 'finish':
        return this.close()
      default:
        return []
    }
  }

  end(complete: boolean): RawAnswer {
    const outputText = complete ? (this.output ?? this.outputOfContent()) : undefined
    const problem = complete ? this.problemOf(outputText) : undefined
    const { content, open, broken } = this
    // Copies: a list that was pushed to keeps room for sixteen more, and an answer is kept for as long as its Run lives.
    return new ToolsAnswer(
      { order: this.order.slice(), content, open, broken },
      this.calls.slice(),
      outputText,
      problem,
    )
  }

  private pushCall(delta: ModelDelta & { readonly type: 'call' }): readonly RawCall[] {
    const placed = this.order[delta.index]
    const known = placed?.index === delta.index ? placed : this.byIndex.get(delta.index)
    // Some endpoints say once more, with nothing in it, that an earlier call is over.
    if (known !== undefined && known !== this.open && delta.argumentsDelta === '') return []
    const done = known === undefined || known !== this.open ? this.close() : []
    const call = known ?? { index: delta.index, id: '', name: '', text: '' }
    if (known === undefined) {
      if (delta.index !== this.order.length) this.byIndex.set(delta.index, call)
      this.order.push(call)
      this.open = call
    } else if (this.open !== call) {
      // The call was taken already: later pieces aren't part of it.
      this.broken ??= `call ${this.order.indexOf(call) + 1} goes on after the next one began`
      return done
    }
    if (delta.id !== undefined && call.id === '') call.id = delta.id
    if (delta.name !== undefined && call.name === '') call.name = delta.name
    call.text += delta.argumentsDelta
    return done
  }

  /** The open call is complete: the next one begins, or the answer is finished. */
  private close(): readonly RawCall[] {
    const { open } = this
    this.open = undefined
    if (open === undefined) return []
    const text = open.text.trim() === '' ? '{}' : open.text
    if (open.name === FINAL_OUTPUT && !this.composition.byName.has(FINAL_OUTPUT)) {
      if (this.output !== undefined)
        this.broken ??= `${FINAL_OUTPUT} is called twice; call it once, with the whole output`
      this.output = isWrappedOutput(this.composition.output) ? unwrap(text) : text
      return []
    }
    if (this.calls.length >= MOST_CALLS) {
      this.broken ??= TOO_MANY_CALLS
      return []
    }
    const call: RawCall = { index: this.calls.length, tool: open.name, text }
    this.calls.push(call)
    return [call]
  }

  /**
   * Text next to Calls is talk; without Calls it is the output: as text, or as the JSON the response format asked for.
   */
  private outputOfContent(): string | undefined {
    const { composition, content } = this
    if (content.trim() === '') return undefined
    if (composition.output === null) return this.order.length === 0 ? JSON.stringify(content) : undefined
    if (this.order.length > 0 && !isJson(content)) return undefined
    const text = isWrappedOutput(composition.output) ? unwrap(content) : content.trim()
    return text === 'null' ? undefined : text
  }

  private problemOf(outputText: string | undefined): Problem | undefined {
    if (this.broken !== undefined) return invalid(this.broken)
    if (this.order.length > 0) return undefined
    if (outputText === undefined) return EMPTY
    return isJson(outputText) ? undefined : invalid('the output is not JSON; answer with the JSON value alone')
  }
}

interface ToolsParts {
  readonly order: readonly OpenCall[]
  readonly content: string
  readonly open: OpenCall | undefined
  readonly broken: string | undefined
}

/** The result of an answer's deltas. Its text is for the record, and a record in memory is written on demand. */
class ToolsAnswer implements RawAnswer {
  readonly #parts: ToolsParts
  #raw: string | undefined

  constructor(
    parts: ToolsParts,
    readonly calls: readonly RawCall[],
    readonly outputText: string | undefined,
    readonly problem: Problem | undefined,
  ) {
    this.#parts = parts
  }

  get length(): number {
    return this.#parts.order.reduce((sum, { text }) => sum + text.length, this.#parts.content.length)
  }

  get raw(): string {
    return (this.#raw ??= this.#write())
  }

  #write(): string {
    const { order, content, open, broken } = this.#parts
    const calls = order.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: call.text },
      ...(call === open ? { incomplete: true } : {}),
    }))
    return JSON.stringify({
      role: 'assistant',
      content: content === '' ? null : content,
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
      problem: broken,
    })
  }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The text of `{"output": …}`'s value, unchanged; the whole text for anything else. */
const unwrap = (text: string): string => {
  const scanner = new StructuredScanner()
  scanner.push(text.trim())
  return scanner.done && scanner.names.has('output') ? (scanner.output ?? 'null') : text.trim()
}

/** A stored answer as the message that `end` wrote; undefined where a person wrote something else in its place. */
const readStored = (raw: string): JsonObject | undefined => {
  if (!isJson(raw)) return undefined
  const message = JSON.parse(raw) as Json // JSON.parse yields Json
  return isObject(message) && ('content' in message || 'tool_calls' in message) ? message : undefined
}

/** The faults found in a stored answer while it streamed. */
const readProblem = (raw: string): string | undefined => {
  const problem = readStored(raw)?.problem
  return typeof problem === 'string' ? problem : undefined
}

/** A stored assistant message as the pieces it was made of. A last call that is not marked as incomplete was whole. */
const readAssistantMessage = (raw: string): readonly ModelDelta[] => {
  const message = readStored(raw)
  if (message === undefined) return [{ type: 'text', text: raw }]
  const deltas: ModelDelta[] = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : []
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : []
  for (const [index, call] of calls.entries()) {
    const target = isObject(call) ? call.function : undefined
    if (!isObject(call) || !isObject(target)) continue
    deltas.push({
      type: 'call',
      index,
      id: String(call.id ?? ''),
      name: String(target.name ?? ''),
      argumentsDelta: String(target.arguments ?? ''),
    })
    if (index === calls.length - 1 && call.incomplete !== true) deltas.push({ type: 'finish', reason: 'tool_calls' })
  }
  return deltas
}
