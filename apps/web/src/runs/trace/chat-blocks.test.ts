import { describe, expect, it } from 'vitest'
import { chatPieces, sameStart } from './chat-blocks.ts'

describe('a message', () => {
  it('of titled blocks is taken apart by title', () => {
    const content = '# input\nThe structured prompt.\nvalue: {"mood":"sad"}\n\n# state\nvalue: {}'
    const pieces = chatPieces({ role: 'user', content })
    expect(pieces.map((piece) => piece.type === 'block' && piece.block.title)).toEqual(['input', 'state'])
  })

  it('with native calls shows each next to its text', () => {
    const message = {
      role: 'assistant' as const,
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'mixdown', arguments: '{"n":1}' } }],
    }
    expect(chatPieces(message)).toEqual([{ type: 'call', name: 'mixdown', text: '{"n":1}' }])
  })

  it('of other text stays text, markup and all', () => {
    const content = '<img src=x onerror=alert(1)> {not json'
    expect(chatPieces({ role: 'user', content })).toEqual([{ type: 'text', text: content }])
  })
})

it('a Request that continues another begins with the same messages', () => {
  const first = { role: 'system' as const, content: 'You compose.' }
  const second = { role: 'user' as const, content: 'hello' }
  expect(sameStart([first], [first, second])).toBe(1)
  expect(sameStart([second], [first, second])).toBe(0)
})
