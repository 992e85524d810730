import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTextMessage, textMessage } from './text-message.ts'

describe('a text on its way to a worker', () => {
  it('arrives as it is, whatever the worker had before', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', 'я', '😀'), maxLength: 30 })
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(readTextMessage(before, textMessage(before, after))).toBe(after)
      }),
    )
  })

  it('travels as what was typed, and whole where the worker had none', () => {
    expect(textMessage('{ "a": 1 }', '{ "a": 12 }')).toEqual({ offset: 8, removed: 0, inserted: '2' })
    for (const none of [undefined, null]) expect(textMessage(none, '{}')).toEqual({ text: '{}' })
    expect(readTextMessage('what a worker had of another', { text: '{}' })).toBe('{}')
    expect(textMessage('{}', '{}')).toEqual({ offset: 0, removed: 0, inserted: '' })
  })
})
