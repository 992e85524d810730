import type { Json } from '../../schema/json.ts'
import type { RecordedMessage, RecordedRequest } from './conversation.ts'
import { isJson, resultOf } from './results.ts'

/** The requests of one list of messages: each answer of the model, with the messages before it. */
export const requestsOf = (messages: readonly RecordedMessage[], model?: string): readonly RecordedRequest[] =>
  messages.flatMap((answer, index) =>
    answer.role === 'assistant' ? [{ model, messages: messages.slice(0, index), answer }] : [],
  )

/** Results by the id of their call. */
export const resultsIn = (messages: readonly RecordedMessage[]): readonly (readonly [id: string, result: Json])[] =>
  messages.flatMap(({ role, callId, text }) =>
    role === 'tool' && callId !== undefined ? [[callId, isJson(text) ? resultOf(text) : text] as const] : [],
  )
