import { isObject, type JsonObject, type Message } from '@ensemble/core'
import { applyImports } from '@ensemble/core/host'
import type { MessageView } from '../../document/texts/idea-view.ts'

/** A Message of the caller, and whether a Call sees it. */
export interface Passing {
  readonly index: number
  /** `text`, `input`, `state`, `data:notes`, `tool`: what `_imports` would list, where it can. */
  readonly name: string
  readonly words: string
  readonly passes: 'whole' | 'part' | 'no'
  /** False for what no import lets through: Tools. */
  readonly canPass: boolean
}

const MOST_SHOWN = 120

const wordsOf = (message: JsonObject, type: string): string => {
  const value =
    type === 'text'
      ? (message.text ?? message.content)
      : type === 'tool'
        ? Object.keys(isObject(message.tool) ? message.tool : {}).join(', ')
        : (message.input ?? message.state ?? message.data ?? message.schema)
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}

/** As the core reads it; plain `{ role, content }` is text, and a first state counts as what the state is. */
const toMessage = ({ type, message }: MessageView): Message =>
  (type === 'text' ? { type, text: String(message.text ?? message.content ?? '') } : message) as Message // it is only matched by its type and kind

/** The parts of an Idea's Messages that a Call with these imports sees, by the rule of a Run. */
export function passingOf(messages: readonly MessageView[], imports: readonly string[]): readonly Passing[] {
  return messages.map((view) => {
    const { index, type, message } = view
    const { passed } = applyImports([toMessage(view)], imports, { state: isObject(message.state) ? message.state : {} })
    const isPart = type === 'state' && !imports.includes('state')
    return {
      index,
      name: type === 'data' ? `data:${typeof message.kind === 'string' ? message.kind : ''}` : type,
      words: wordsOf(message, type),
      passes: passed.length === 0 ? 'no' : isPart ? 'part' : 'whole',
      canPass: type !== 'tool',
    }
  })
}
