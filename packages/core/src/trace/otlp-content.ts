import { isBodyRef, type Stored } from '../journal/events.ts'
import type { ChatMessage } from '../model/model.ts'
import { isObject, type Json } from '../schema/json.ts'
import type { Attributes } from './otlp-types.ts'

/** Values of the content, which leave this machine only where a person asked for them (conventions: opt-in). */

interface Part {
  readonly type: string
  readonly [field: string]: unknown
}

const partsOf = (content: unknown): readonly Part[] => {
  if (typeof content === 'string') return [{ type: 'text', content }]
  if (!Array.isArray(content)) return []
  return content.map((each: unknown): Part =>
    isObject(each) && typeof each['text'] === 'string'
      ? { type: 'text', content: each['text'] }
      : { type: isObject(each) && typeof each['type'] === 'string' ? each['type'] : 'other' },
  )
}

const callsOf = ({ tool_calls: calls }: ChatMessage): readonly Part[] =>
  (Array.isArray(calls) ? calls : []).flatMap((call): readonly Part[] => {
    if (!isObject(call) || !isObject(call['function'])) return []
    const { name, arguments: text } = call['function']
    return [{ type: 'tool_call', id: call['id'], name, arguments: text }]
  })

const toMessage = (message: ChatMessage): { readonly role: string; readonly parts: readonly Part[] } =>
  message.role === 'tool'
    ? {
        role: 'tool',
        parts: [{ type: 'tool_call_response', id: message['tool_call_id'], response: message['content'] }],
      }
    : { role: message.role, parts: [...partsOf(message['content']), ...callsOf(message)] }

/** A Request's text; empty if it is stored separately and unread. */
export const inputContent = (messages: Stored<readonly ChatMessage[]>): Attributes => {
  if (isBodyRef(messages)) return {}
  const instructions = messages.filter(({ role }) => role === 'system').flatMap(({ content }) => partsOf(content))
  return {
    'gen_ai.system_instructions': instructions.length === 0 ? undefined : JSON.stringify(instructions),
    'gen_ai.input.messages': JSON.stringify(messages.filter(({ role }) => role !== 'system').map(toMessage)),
  }
}

/** A Request's answer. */
export const outputContent = (raw: Stored<string>, finish: string): Attributes =>
  isBodyRef(raw)
    ? {}
    : {
        'gen_ai.output.messages': JSON.stringify([
          { role: 'assistant', parts: [{ type: 'text', content: raw }], finish_reason: finish },
        ]),
      }

/** One value of a Call, as JSON. */
export const valueContent = (name: string, value: Stored<Json>): Attributes =>
  isBodyRef(value) ? {} : { [name]: JSON.stringify(value) }
