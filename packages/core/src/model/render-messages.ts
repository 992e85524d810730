import type { Message } from '../idea/message.ts'
import type { WireName } from '../idea/idea.ts'
import { getPath, setPath } from '../request/state.ts'
import { hasOwn, isObject, type Json, type JsonObject } from '../schema/json.ts'
import { LateMap } from '../schema/late-map.ts'
import { keepJoined, keepText } from '../schema/kept-text.ts'
import { atOnce, type Steps } from '../schema/turns.ts'
import { utf8Length } from '../schema/utf8-length.ts'
import { titleOf, writeBlocks, type Block } from './blocks.ts'
import { mergeBlocks, type MergeOptions } from './merged-blocks.ts'
import type { ChatMessage } from './model.ts'
import { showByReference, toShownRef } from './shown-value.ts'

export interface RenderOptions extends MergeOptions {
  /** The Idea has no schema: an answer of text alone is shown as that text, not as an envelope. */
  readonly textOutput?: boolean
  /** Earlier Calls are under their Tool's name, as the schema asks for new ones. */
  readonly keyed?: boolean
  /** The rendered messages of the same Loop's earlier turns. */
  readonly rendered?: Rendered
  /** The model that is asked: it gets its own reasoning back. */
  readonly model?: string
  /** The wire's own system text; it comes before those of the Idea. */
  readonly instruction?: string
}

/** Earlier turns repeat in every later one: rendered and written once per Loop. */
export interface Rendered {
  readonly texts: LateMap<Message, ChatMessage>
  /** The message of all system texts. */
  lead?: ChatMessage
  readonly turns: LateMap<Message, RenderedTurn>
  /** On `structured`: the model's answers, results and errors as blocks, and messages of blocks by their first one. */
  readonly envelopes: LateMap<Message, RenderedEnvelope>
  readonly blocks: LateMap<Message, RenderedBlock>
  readonly said: LateMap<Block, SaidBlocks>
}
interface RenderedEnvelope extends Pick<RenderOptions, 'textOutput' | 'keyed' | 'model'> {
  readonly message: ChatMessage
}
interface RenderedBlock {
  readonly inlineBytes: number
  readonly tool: string | undefined
  readonly index: number | undefined
  readonly block: Block
}
interface SaidBlocks {
  readonly blocks: readonly Block[]
  readonly message: ChatMessage
}
interface RenderedTurn {
  readonly answers: readonly (Answer | undefined)[]
  readonly inlineBytes: number
  readonly messages: readonly ChatMessage[]
}
export const createRendered = (): Rendered => ({
  texts: new LateMap(),
  turns: new LateMap(),
  envelopes: new LateMap(),
  blocks: new LateMap(),
  said: new LateMap(),
})

type Of<T extends Message['type']> = Message & { readonly type: T }
type Answer = Of<'result'> | Of<'error'>

/** The answers to one turn's Calls, in their order. */
interface Given {
  readonly answers: readonly (Answer | undefined)[]
  /** The number of following messages that belong to the turn. */
  readonly skipped: number
}

const INPUT_NOTE = 'The structured prompt of this request.'

/**
 * A context as chat messages (docs/contract/protocol.md#messages, #composition); never contains Tools. On `tools` every
 * call gets a `tool` message; on `structured` answers are titled blocks. Chat templates require one system text first
 * (or as the user's), and alternating sides, so texts of one side merge. Equal kinds and instances of `state` and
 * `data` merge at the last one's place.
 */
export const renderMessages = (
  context: readonly Message[],
  wire: WireName,
  options: RenderOptions,
): readonly ChatMessage[] => atOnce(renderInSteps(context, wire, options))

/** The same in steps. */
export const renderInSteps = (
  context: readonly Message[],
  wire: WireName,
  options: RenderOptions,
): Steps<readonly ChatMessage[]> => new Rendering(context, wire, options).messages()

/** One context becoming chat messages: collects titled blocks until a separate message follows. */
class Rendering {
  readonly #context: readonly Message[]
  readonly #wire: WireName
  readonly #options: RenderOptions
  readonly #rendered: Rendered
  readonly #merged: ReturnType<typeof mergeBlocks>
  readonly #messages: (ChatMessage | readonly ChatMessage[])[] = []
  /** The last message may be gone on with by one of its role. */
  #isOpen = false
  #blocks: Block[] = []
  #parts: JsonObject[] = []
  /** The other blocks are made for each question, and would not be found again. */
  #isOfAnswers = true
  /** Answers that come later than right after their turn. */
  #answered: Set<Message> | undefined
  #answers: ReturnType<typeof answersIn> | undefined

  constructor(context: readonly Message[], wire: WireName, options: RenderOptions) {
    this.#context = context
    this.#wire = wire
    this.#options = options
    this.#rendered = options.rendered ?? createRendered()
    this.#merged = mergeBlocks(context, options)
  }

  *messages(): Steps<readonly ChatMessage[]> {
    for (let position = 0; position < this.#context.length; position++) {
      const message = this.#context[position]
      if (message === undefined || this.#answered?.has(message)) continue
      if (this.#hasGathered && standsAlone(message)) yield* this.#flush()
      if (message.type === 'result' || message.type === 'error')
        this.#blocks.push(yield* this.#answerBlock(message, message.tool, undefined))
      else if (message.type !== 'calls') this.#message(message)
      else {
        const given = this.#answersTo(message, position)
        position += given.skipped
        // Most turns were rendered for the question before: no steps are made for them.
        const known =
          this.#wire === 'tools' ? knownTurn(message, given.answers, this.#options, this.#rendered) : undefined
        if (known !== undefined) this.#messages.push(known)
        else yield* this.#turn(message, given.answers)
      }
    }
    if (this.#hasGathered) yield* this.#flush()
    const lead = this.#lead()
    if (lead !== undefined) this.#messages.unshift(lead)
    return keepJoined(this.#messages)
  }

  /** All system texts as one message. */
  #lead(): ChatMessage | undefined {
    const { instruction } = this.#options
    const texts = instruction === undefined ? [] : [instruction]
    for (const message of this.#context) if (isSystemText(message)) texts.push(message.text)
    if (texts.length === 0) return undefined
    const [first] = this.#messages
    const role: 'system' | 'user' = first !== undefined && 'role' in first && first.role === 'user' ? 'system' : 'user'
    const content = texts.join('\n\n')
    const { lead } = this.#rendered
    if (lead?.role === role && lead.content === content) return lead
    return (this.#rendered.lead = keepText({ role, content }))
  }

  #message(message: Exclude<Message, Of<'calls'> | Answer>): void {
    switch (message.type) {
      case 'tool':
        return
      case 'text':
        if (isSystemText(message)) return
        this.#say(textMessage(message, this.#rendered))
        return
      case 'input':
        this.#blocks.push(inputBlock(message, this.#options.inlineBytes))
        this.#isOfAnswers = false
        return
      case 'state':
      case 'data': {
        const shown = this.#merged?.get(message)
        if (shown === undefined) return
        this.#blocks.push(shown.block)
        this.#isOfAnswers = false
        this.#parts.push(...shown.parts)
      }
    }
  }

  /** The answers to a turn's Calls, and the number of following messages used. */
  #answersTo(message: Of<'calls'>, position: number): Given {
    this.#isOpen = false
    const following = answersAfter(this.#context, position, message.calls)
    if (following) return { answers: following, skipped: following.length }
    const answers = message.calls.map(({ id }) => this.#laterAnswer(id, position))
    for (const answer of answers) if (answer !== undefined) (this.#answered ??= new Set()).add(answer)
    return { answers, skipped: 0 }
  }

  *#turn(message: Of<'calls'>, answers: Given['answers']): Steps<void> {
    if (this.#wire === 'tools')
      return void this.#messages.push(yield* renderTurn(message, answers, this.#options, this.#rendered))
    this.#messages.push(this.#envelope(message))
    for (const [index, answer] of answers.entries())
      if (answer !== undefined) this.#blocks.push(yield* this.#answerBlock(answer, message.calls[index]?.tool, index))
  }

  /** The answer to a Call that isn't answered right after its turn. */
  #laterAnswer(id: string, position: number): Answer | undefined {
    this.#answers ??= answersIn(this.#context)
    return this.#answers.get(id)?.find((answer) => answer.position > position)?.answer
  }

  /** Chat templates want user and assistant in turns: what the same side says next joins what it said before. */
  #say(message: ChatMessage): void {
    const last = this.#messages.at(-1)
    if (this.#isOpen && last !== undefined && 'role' in last && last.role === message.role)
      this.#messages[this.#messages.length - 1] = joinMessages(last, message)
    else this.#messages.push(message)
    this.#isOpen = true
  }

  get #hasGathered(): boolean {
    return this.#blocks.length + this.#parts.length > 0
  }

  #envelope(message: Of<'calls'>): ChatMessage {
    const { textOutput, keyed, model } = this.#options
    const { envelopes } = this.#rendered
    const known = envelopes.get(message)
    if (known !== undefined && known.textOutput === textOutput && known.keyed === keyed && known.model === model)
      return known.message
    const made = keepText(envelope(message, this.#options))
    envelopes.set(message, { textOutput, keyed, model, message: made })
    return made
  }

  *#answerBlock(message: Answer, tool: string | undefined, index: number | undefined): Steps<Block> {
    const { inlineBytes } = this.#options
    const { blocks } = this.#rendered
    const known = blocks.get(message)
    if (known !== undefined && known.inlineBytes === inlineBytes && known.tool === tool && known.index === index)
      return known.block
    const block = yield* answerBlock(message, tool, index, this.#options)
    blocks.set(message, { inlineBytes, tool, index, block })
    return block
  }

  *#flush(): Steps<void> {
    this.#say(yield* this.#blocksMessage())
    this.#blocks = []
    this.#parts = []
    this.#isOfAnswers = true
  }

  *#blocksMessage(): Steps<ChatMessage> {
    const [blocks, parts, { said }] = [this.#blocks, this.#parts, this.#rendered]
    const [first] = blocks
    if (parts.length > 0)
      return { role: 'user', content: [{ type: 'text', text: yield* writeBlocks(blocks) }, ...parts] }
    if (first === undefined || !this.#isOfAnswers) return { role: 'user', content: yield* writeBlocks(blocks) }
    const known = said.get(first)
    if (known?.blocks.length === blocks.length && known.blocks.every((block, at) => block === blocks[at]))
      return known.message
    const message = keepText({ role: 'user' as const, content: yield* writeBlocks(blocks) })
    said.set(first, { blocks, message })
    return message
  }
}

const joinMessages = (first: ChatMessage, second: ChatMessage): ChatMessage => {
  const [one, two] = [contentParts(first), contentParts(second)]
  const text = `${one.text}\n\n${two.text}`
  const parts = [...one.parts, ...two.parts]
  return { role: first.role, content: parts.length > 0 ? [{ type: 'text', text }, ...parts] : text }
}

/** The text of a message made here, and the files behind it. */
const contentParts = ({ content }: ChatMessage): { readonly text: string; readonly parts: readonly Json[] } => {
  if (!Array.isArray(content)) return { text: typeof content === 'string' ? content : '', parts: [] }
  const [first, ...parts] = content as readonly Json[] // a list of JSON
  return { text: isObject(first) && typeof first.text === 'string' ? first.text : '', parts }
}

const inputBlock = (message: Of<'input'>, inlineBytes: number): Block => ({
  title: titleOf('input', message._instance),
  note: message.note ?? INPUT_NOTE,
  ...(message.schema === undefined ? {} : { schema: message.schema }),
  value: showByReference(message.input ?? null, '†input', inlineBytes),
})

/** The answers that follow a turn one by one, in the order of its Calls, as a Loop appends them; undefined where they do not. */
const answersAfter = (
  context: readonly Message[],
  position: number,
  calls: Of<'calls'>['calls'],
): readonly Answer[] | undefined => {
  const first = position + 1
  if (!calls.every(({ id }, at) => isAnswerTo(id, context[first + at]))) return undefined
  return context.slice(first, first + calls.length) as Answer[] // each was looked at
}

const isAnswerTo = (id: string, message: Message | undefined): message is Answer =>
  (message?.type === 'result' || message?.type === 'error') && message.call === id

/** The answers to Calls by the Calls' ids, in their order. A Call is answered by the first that follows it. */
const answersIn = (context: readonly Message[]): ReadonlyMap<string, { position: number; answer: Answer }[]> => {
  const answers = new Map<string, { position: number; answer: Answer }[]>()
  for (const [position, answer] of context.entries()) {
    if ((answer.type !== 'result' && answer.type !== 'error') || answer.call === undefined) continue
    const known = answers.get(answer.call)
    if (known === undefined) answers.set(answer.call, [{ position, answer }])
    else known.push({ position, answer })
  }
  return answers
}

/** A separate message, after the blocks gathered so far. */
const standsAlone = (message: Message): boolean =>
  message.type === 'calls' || (message.type === 'text' && !isSystemText(message))

const isSystemText = (message: Message): message is Of<'text'> =>
  message.type === 'text' && (message.role ?? 'system') === 'system'

const textMessage = (message: Of<'text'>, { texts }: Rendered): ChatMessage => {
  const known = texts.get(message) ?? keepText({ role: message.role ?? 'system', content: message.text })
  texts.set(message, known)
  return known
}

/** A turn as it was rendered for an earlier question. */
function knownTurn(
  message: Of<'calls'>,
  answers: Given['answers'],
  { inlineBytes }: RenderOptions,
  { turns }: Rendered,
): readonly ChatMessage[] | undefined {
  const known = turns.get(message)
  const isSame = known?.inlineBytes === inlineBytes && answers.every((answer, index) => answer === known.answers[index])
  return isSame ? known.messages : undefined
}

function* renderTurn(
  message: Of<'calls'>,
  answers: Given['answers'],
  options: RenderOptions,
  { turns }: Rendered,
): Steps<readonly ChatMessage[]> {
  const messages = keepText(yield* toolTurn(message, answers, options))
  turns.set(message, { answers, inlineBytes: options.inlineBytes, messages })
  return messages
}

/** A result as the model sees it: the value, or a reference to a large one. */
function* shownResult(message: Of<'result'>, inlineBytes: number): Steps<Json> {
  if (message.result === undefined) return message.ref === undefined ? null : { ref: message.ref }
  if (message.ref === undefined && message.refs === undefined) return message.result
  const json = JSON.stringify(message.result)
  yield json.length
  if (utf8Length(json) <= inlineBytes) return message.result
  if (message.ref !== undefined) return toShownRef(message.ref, message.result, json)
  return Object.entries(message.refs ?? {}).reduce((shown, [member, ref]) => {
    const path = member.split('.')
    const value = getPath(shown, path)
    return value === undefined ? shown : (setPath(shown, path, showByReference(value, ref, inlineBytes)) ?? shown)
  }, message.result)
}

function* answerBlock(
  message: Answer,
  tool: string | undefined,
  index: number | undefined,
  { inlineBytes }: RenderOptions,
): Steps<Block> {
  const of = tool === undefined ? '' : ` of ${tool}${index === undefined ? '' : `, call ${index + 1}`}`
  return message.type === 'result'
    ? { title: `result${of}`, value: yield* shownResult(message, inlineBytes) }
    : { title: `error${of}`, value: { ...message.error } }
}

/** The `structured` form of an earlier answer: the envelope as the model wrote it. */
const envelope = (
  { calls, output, reasoned }: Of<'calls'>,
  { textOutput, keyed, model }: RenderOptions,
): ChatMessage => {
  const items = itemsFor(model, reasoned)
  if (textOutput === true && calls.length === 0 && typeof output === 'string')
    return { role: 'assistant', content: output, ...items }
  const written = calls.map(({ tool, call }) => {
    if (!isObject(call)) return JSON.stringify(call)
    return keyed === true ? `{${JSON.stringify(tool)}:${argumentsText(call)}}` : namedText(tool, call)
  })
  return {
    role: 'assistant',
    content: `{"calls":[${written.join()}],"output":${JSON.stringify(output ?? null)}}`,
    ...items,
  }
}

/** The part of a message that holds a model's own reasoning. An API without a place for it never gets it. */
const itemsFor = (model: string | undefined, reasoned: Of<'calls'>['reasoned']): JsonObject | undefined =>
  reasoned !== undefined && reasoned.model === model ? { reasoning_items: reasoned.items } : undefined

// A Call may have thousands of members: its text is changed in place of a copy of it.

/** `JSON.stringify({ _tool: tool, ...call })`. */
const namedText = (tool: string, call: JsonObject): string => {
  const text = JSON.stringify(call)
  if (text.startsWith('{"_tool":') || text === '{}') return text === '{}' ? `{"_tool":${JSON.stringify(tool)}}` : text
  // Numeric names come first in any object.
  if (/^\{"\d/.test(text) || hasOwn(call, '_tool')) return JSON.stringify({ _tool: tool, ...call })
  return `{"_tool":${JSON.stringify(tool)},${text.slice(1)}`
}

/** `JSON.stringify(argumentsOf(call))`. */
const argumentsText = (call: JsonObject | string): string => {
  if (typeof call === 'string' || !hasOwn(call, '_tool')) return JSON.stringify(argumentsOf(call))
  const text = JSON.stringify(call)
  const begin = `{"_tool":${JSON.stringify(call['_tool'])}`
  return text.startsWith(`${begin},`) ? `{${text.slice(begin.length + 1)}` : JSON.stringify(argumentsOf(call))
}

/** The `tools` form: the assistant message with its calls, then one `tool` message for each. */
function* toolTurn(
  { calls, output, reasoned }: Of<'calls'>,
  answers: readonly (Answer | undefined)[],
  options: RenderOptions,
): Steps<readonly ChatMessage[]> {
  const text =
    output === undefined || output === null ? null : typeof output === 'string' ? output : JSON.stringify(output)
  if (calls.length === 0) return [{ role: 'assistant', content: text ?? '' }]
  const toolCalls = calls.map(({ id, tool, call }): JsonObject => ({
    id,
    type: 'function',
    function: { name: tool, arguments: argumentsText(call) },
  }))
  const said: ChatMessage = { role: 'assistant', content: text, tool_calls: toolCalls }
  const items = itemsFor(options.model, reasoned)
  const messages: ChatMessage[] = [items === undefined ? said : { ...said, ...items }]
  let index = 0
  for (const { id } of calls) {
    const answer = answers[index++]
    const content = wholeContent(answer) ?? (yield* toolContent(answer, options))
    messages.push({ role: 'tool', tool_call_id: id, content })
    yield content.length
  }
  return messages
}

/** `_tool` is next to the arguments on this wire. Broken text travels as a value: endpoints parse arguments. */
const argumentsOf = (call: JsonObject | string): JsonObject => {
  if (typeof call === 'string') return { _text: call }
  if (!hasOwn(call, '_tool')) return call
  const { _tool, ...rest } = call
  return rest
}

function* toolContent(answer: Answer | undefined, { inlineBytes }: RenderOptions): Steps<string> {
  if (answer === undefined)
    return JSON.stringify({ error: { code: 'call.cancelled', message: 'This call was not run.' } })
  if (answer.type === 'error') return JSON.stringify({ error: answer.error })
  return contentText(yield* shownResult(answer, inlineBytes))
}

/** Most results have no reference, and are shown without a step. */
const wholeContent = (answer: Answer | undefined): string | undefined =>
  answer?.type === 'result' && answer.result !== undefined && answer.ref === undefined && answer.refs === undefined
    ? contentText(answer.result)
    : undefined

const contentText = (shown: Json): string => (typeof shown === 'string' ? shown : JSON.stringify(shown))
