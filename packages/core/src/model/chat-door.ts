import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { readCompletion, StreamReader } from './chat-completion.ts'
import type { Door } from './door.ts'

const STREAMED = { stream: true, stream_options: { include_usage: true } }

/** Chat Completions, which nearly every endpoint speaks. */
export const CHAT_DOOR: Door = {
  path: '/chat/completions',
  write: (body, isStreamed) => Object.assign(withoutKept(body), isStreamed ? STREAMED : undefined),
  createReader: (body) => new StreamReader(body),
  readWhole: readCompletion,
}

/** A copy without earlier reasoning, which this API can't take back. */
const withoutKept = (body: JsonObject): { [member: string]: Json } => {
  const { messages } = body
  return hasKept(messages) ? { ...body, messages: messages.map(stripped) } : { ...body }
}

const stripped = (message: Json): Json => {
  if (!isObject(message) || message.kept === undefined) return message
  const { kept: _, ...rest } = message
  return rest
}

/** Whether messages carry earlier reasoning. */
export const hasKept = (messages: Json | undefined): messages is readonly Json[] =>
  Array.isArray(messages) && messages.some((message: Json) => isObject(message) && message.kept !== undefined)

/** A body without earlier reasoning. */
export const dropKept = (body: JsonObject): JsonObject => (hasKept(body.messages) ? withoutKept(body) : body)
