import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSseParser, type SseMessage } from './run-sse.ts'

const parse = (pieces: readonly string[]): readonly SseMessage[] => {
  const messages: SseMessage[] = []
  const parser = createSseParser((message) => messages.push(message))
  for (const piece of pieces) parser.push(piece)
  return messages
}

describe('an event stream', () => {
  it('gives each message its id and data, and skips keep-alives', () => {
    expect(parse([': keep-alive\n\nid: 3\ndata: [1]\n\nevent: end\ndata:\n\n'])).toEqual([
      { event: '', id: '3', data: '[1]' },
      { event: 'end', id: '3', data: '' },
    ])
  })

  it('reads the same however the bytes are cut', () => {
    const text = 'id: 1\ndata: {"a":"море"}\n\nid: 2\ndata: x\ndata: y\n\nevent: reset\ndata:\n\n'
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), text.length]
        const pieces = edges.slice(1).map((edge, index) => text.slice(edges[index], edge))
        expect(parse(pieces)).toEqual(parse([text]))
      }),
    )
  })
})
