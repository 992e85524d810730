import type { RecordedMessage, RecordedRequest } from './conversation.ts'

/** The requests of one list of messages: each answer of the model, with the messages before it. */
export const requestsOf = (messages: readonly RecordedMessage[], model?: string): readonly RecordedRequest[] =>
  messages.flatMap((answer, index) =>
    answer.role === 'assistant' ? [{ model, messages: messages.slice(0, index), answer }] : [],
  )
