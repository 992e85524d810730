import { isObject, type Json, type JsonObject, type JsonSchema } from '../../schema/json.ts'
import { readTitle, splitSaid, type Block } from '../blocks.ts'
import type { ChatMessage } from '../model.ts'
import { JSON_INSTRUCTION } from '../wire-json.ts'

/** An error as the messages show it. */
export interface SeenError {
  readonly code: string
  readonly message: string
  readonly path?: string
}

/** A Call of an earlier turn with what came of it. */
export interface PastCall {
  readonly tool: string
  readonly call: JsonObject
  readonly result?: Json
  readonly error?: SeenError
}

export interface SeenBlock {
  readonly kind: 'input' | 'state' | 'data'
  /** A `data` block's. */
  readonly name?: string
  readonly instance?: string
  readonly schema?: JsonSchema
  readonly note?: string
  readonly value: Json
  /** The property that a reply was added to: no reference reads it so. */
  readonly replied?: string
}

/** The content of a request's messages. */
export interface Conversation {
  /** The last of several blocks with the same title. */
  readonly blocks: readonly SeenBlock[]
  /** People's text: the last message of the user, or the system's without one and without input. */
  readonly text: string
  /** A person asked something, in words or as an input; else the Idea speaks alone. */
  readonly isAsked: boolean
  /** The Idea's own text. */
  readonly instructions: string
  /** Calls since the last final answer, in order. */
  readonly past: readonly PastCall[]
  /** Complaints since then about whole refused answers. */
  readonly refused: readonly SeenError[]
}

/** Reads the messages of any wire (render-messages.ts writes them). */
export const readConversation = (messages: readonly ChatMessage[]): Conversation => {
  const reader = new ConversationReader()
  for (const message of messages) reader.read(message)
  return reader.end()
}

class ConversationReader {
  private blocks: SeenBlock[] = []
  private past: PastCall[] = []
  private refused: SeenError[] = []
  /** Where the calls of the last assistant message begin, and their ids on the `tools` wire. */
  private turn = 0
  private ids: readonly string[] = []
  private userText = ''
  private systemText = ''
  /** The last answer held no Calls: it was final, unless an error about it follows. */
  private isOver = false

  read(message: ChatMessage): void {
    const content = withoutInstruction(contentOf(message))
    switch (message.role) {
      case 'assistant':
        return this.readAnswer(message)
      case 'tool':
        return this.settle(this.ids.indexOf(String(message.tool_call_id)), readToolMessage(content))
      case 'user':
        return this.readUser(content)
      case 'system':
        this.systemText += `${content}\n`
    }
  }

  end(): Conversation {
    const byTitle = new Map(
      this.blocks.map((block) => [JSON.stringify([block.kind, block.name, block.instance]), block]),
    )
    const isAsked = this.userText !== '' || this.blocks.some(({ kind }) => kind === 'input')
    return {
      blocks: [...byTitle.values()],
      isAsked,
      instructions: this.systemText,
      text: isAsked ? this.userText : this.systemText,
      past: this.past,
      refused: this.refused,
    }
  }

  private readAnswer(message: ChatMessage): void {
    const calls = callsOf(message)
    this.isOver = calls.length === 0
    this.turn = this.past.length
    this.ids = calls.map(({ id }) => id)
    this.past.push(...calls.map(({ tool, call }) => ({ tool, call })))
  }

  private readUser(content: string): void {
    const said = splitSaid(content)
    const blocks = said.filter((part) => typeof part !== 'string')
    const text = said.filter((part) => typeof part === 'string').join('\n\n')
    const refusal = blocks.map(refusalOf).find((error) => error !== undefined)
    if (refusal !== undefined) this.refused.push(refusal)
    else if (this.isOver) this.begin(text)
    this.isOver = false
    if (text !== '') this.userText = text
    for (const block of blocks) {
      const answer = answerOf(block)
      if (answer === undefined) this.blocks.push(...contextOf(block))
      else this.settle(answer.index, answer.settled)
    }
  }

  /**
   * A question after a final answer starts fresh; a person's reply joins the request: `a sad ballad. make it faster`.
   */
  private begin(reply: string): void {
    this.past = []
    this.refused = []
    this.userText = ''
    if (reply !== '')
      this.blocks = this.blocks.map((block) => (block.kind === 'input' ? withReply(block, reply) : block))
  }

  private settle(index: number, answer: Pick<PastCall, 'result' | 'error'>): void {
    const call = this.past[this.turn + index]
    if (index >= 0 && call !== undefined) this.past[this.turn + index] = { ...call, ...answer }
  }
}

/** JSON mode asks for the schema in the first line of the leading message. */
const withoutInstruction = (content: string): string => {
  if (!content.startsWith(JSON_INSTRUCTION)) return content
  const end = content.indexOf('\n')
  return end < 0 ? '' : content.slice(end).trimStart()
}

/** The longest text of an input that may be any text. */
const withReply = (block: SeenBlock, reply: string): SeenBlock => {
  const { value, schema } = block
  if (typeof value === 'string') return { ...block, value: `${value}. ${reply}` }
  if (!isObject(value)) return block
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {}
  const texts = Object.entries(value).flatMap(([name, text]) =>
    typeof text === 'string' && isAnyText(properties[name]) ? [{ name, text }] : [],
  )
  const [main] = texts.toSorted((a, b) => b.text.length - a.text.length)
  return main === undefined
    ? block
    : { ...block, replied: main.name, value: { ...value, [main.name]: `${main.text}. ${reply}` } }
}

const isAnyText = (schema: Json | undefined): boolean =>
  !isObject(schema) || ['const', 'enum', 'format', 'maxLength', 'pattern'].every((keyword) => !(keyword in schema))

/** The text of a message; of one that carries files, the titled blocks before them. */
export const contentOf = ({ content }: ChatMessage): string => {
  const [first] = Array.isArray(content) ? (content as readonly Json[]) : [content ?? '']
  if (typeof first === 'string') return first
  return isObject(first) && typeof first.text === 'string' ? first.text : ''
}

export const parseObject = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const callsOf = (message: ChatMessage): readonly { id: string; tool: string; call: JsonObject }[] => {
  if (Array.isArray(message.tool_calls)) {
    return message.tool_calls.flatMap((entry: Json) => {
      const target = isObject(entry) && isObject(entry.function) ? entry.function : undefined
      if (target === undefined || !isObject(entry)) return []
      return [{ id: String(entry.id), tool: String(target.name), call: parseObject(String(target.arguments)) ?? {} }]
    })
  }
  const calls = parseObject(contentOf(message))?.calls
  if (!Array.isArray(calls)) return []
  return calls.map((call: Json) =>
    isObject(call) ? { id: '', tool: String(call._tool), call } : { id: '', tool: '', call: {} },
  )
}

const errorOf = (value: Json | undefined): SeenError | undefined =>
  isObject(value) && typeof value.code === 'string' && typeof value.message === 'string'
    ? { code: value.code, message: value.message, ...(typeof value.path === 'string' && { path: value.path }) }
    : undefined

const readToolMessage = (content: string): Pick<PastCall, 'result' | 'error'> => {
  const object = parseObject(content)
  const error = object !== undefined && Object.keys(object).length === 1 ? errorOf(object.error) : undefined
  if (error !== undefined) return { error }
  try {
    return { result: JSON.parse(content) as Json } // JSON.parse yields Json
  } catch {
    return { result: content }
  }
}

/** An error about a whole answer belongs to no Call. */
const refusalOf = ({ title, value }: Block): SeenError | undefined => (title === 'error' ? errorOf(value) : undefined)

const answerOf = ({ title, value }: Block) => {
  const match = /^(result|error) of .+, call (\d+)$/.exec(title)
  if (match === null) return /^(?:result|error)(?: of .+)?$/.test(title) ? { index: -1, settled: {} } : undefined
  const error = match[1] === 'error' ? errorOf(value) : undefined
  return { index: Number(match[2]) - 1, settled: error === undefined ? { result: value } : { error } }
}

const contextOf = ({ title, note, schema, value }: Block): readonly SeenBlock[] => {
  const { subject, instance } = readTitle(title)
  const name = /^data: (.+)$/.exec(subject)?.[1]
  if (subject !== 'input' && subject !== 'state' && name === undefined) return []
  return [
    {
      kind: subject === 'input' || subject === 'state' ? subject : 'data',
      ...(name === undefined ? {} : { name }),
      ...(instance === undefined ? {} : { instance }),
      ...(schema === undefined ? {} : { schema }),
      ...(note === undefined ? {} : { note }),
      value,
    },
  ]
}
