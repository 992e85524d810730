import type { Json } from '@ensemble/core'
import { describe, expect, it } from 'vitest'
import { messagePlace } from './message-place.ts'

const MESSAGES: Json = [
  { role: 'system', content: 'You are the Producer.' },
  { role: 'assistant', content: null, tool_calls: [{ function: { arguments: '{}' } }] },
]

describe('a place in a prompt', () => {
  it('is a message by its number and whose it is', () => {
    expect(messagePlace('/0/content', MESSAGES, MESSAGES)).toBe('Message 1, system')
  })

  it('names the part where it is not what the message says', () => {
    expect(messagePlace('/1/tool_calls/0/function/arguments', MESSAGES, MESSAGES)).toBe(
      'Message 2, assistant: tool_calls › 0 › function › arguments',
    )
  })

  it('is known from the side that has the message', () => {
    expect(messagePlace('/1', undefined, MESSAGES)).toBe('Message 2, assistant')
    expect(messagePlace('/7/content', [], MESSAGES)).toBe('Message 8')
    expect(messagePlace('', 'text', MESSAGES)).toBe('The whole prompt')
  })
})
