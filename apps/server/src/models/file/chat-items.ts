import { type ChatBody, isObject, type Json, ModelError } from '@ensemble/core'
import type { ChatMessage } from '@ensemble/core/model'
import type { ChatItem } from './llama.ts'

/** The conversation of a question, ending where the answer goes. Throws ModelError `model.option` for a file or a picture. */
export const toChatItems = ({ messages }: ChatBody): readonly ChatItem[] => [
  ...messages.map(toItem),
  { type: 'model', response: [''] },
]

const toItem = ({ role, content }: ChatMessage): ChatItem => {
  const text = textOf(content)
  if (role === 'assistant') return { type: 'model', response: [text] }
  return { type: role === 'system' ? 'system' : 'user', text }
}

const textOf = (content: Json | undefined): string => {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map(partOf).join('\n') : ''
}

const partOf = (part: Json): string => {
  if (isObject(part) && typeof part.text === 'string') return part.text
  throw new ModelError(
    'model.option',
    'A model in a file reads text only, and the question has another kind of part.',
    {
      retryable: false,
    },
  )
}
