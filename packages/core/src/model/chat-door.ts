import { isObject, type JsonObject } from '../schema/json.ts'
import { readCompletion, StreamReader } from './chat-completion.ts'
import type { Door } from './door.ts'
import type { ChatBody, ChatMessage } from './model.ts'

const STREAMED = { stream: true, stream_options: { include_usage: true } }

/** Chat Completions, which nearly every endpoint speaks. */
export const CHAT_DOOR: Door = {
  path: '/chat/completions',
  write: (body, isStreamed) => Object.assign({}, withoutItems(body), isStreamed ? STREAMED : undefined),
  note: () => undefined,
  createReader: (body) => new StreamReader(body),
  readWhole: (completion, body, { hide }) => readCompletion(completion, body, hide),
}

/** This API has no place for earlier reasoning. The messages stay as they are where there is none: their text is written once. */
const withoutItems = (body: ChatBody): ChatBody => {
  const { messages } = body
  return messages.some(hasItems) ? { ...body, messages: messages.map(stripped) } : body
}

const hasItems = (message: JsonObject): boolean => isObject(message) && message.reasoning_items !== undefined

const stripped = (message: ChatMessage): ChatMessage => {
  const { reasoning_items: _, ...rest } = message
  return rest as ChatMessage // without an optional member
}
