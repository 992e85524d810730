import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMarkdown, parseSpans } from './parse-markdown.ts'

describe('Markdown', () => {
  it('is read as headings, lists, quotes, code and paragraphs', () => {
    const text = '# Song\n\nIn *A minor*,\nslow.\n\n1. verse\n2. chorus\n\n> sad\n\n```js\nplay()\n```\n- end'
    expect(parseMarkdown(text)).toEqual([
      { type: 'heading', level: 1, text: 'Song' },
      { type: 'paragraph', text: 'In *A minor*,\nslow.' },
      { type: 'list', isOrdered: true, items: ['verse', 'chorus'] },
      { type: 'quote', text: 'sad' },
      { type: 'code', text: 'play()' },
      { type: 'list', isOrdered: false, items: ['end'] },
    ])
  })

  it('keeps HTML as text and links as their words and target', () => {
    expect(parseSpans('<img src=x onerror=alert(1)> ![p](https://x.y/p.png) **b** `c`')).toEqual([
      { type: 'text', text: '<img src=x onerror=alert(1)> ' },
      { type: 'link', text: 'p', target: 'https://x.y/p.png' },
      { type: 'text', text: ' ' },
      { type: 'strong', text: 'b' },
      { type: 'text', text: ' ' },
      { type: 'code', text: 'c' },
    ])
  })

  it('reads any text to its end, each character once at most', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('#', ' ', '\n', '`', '*', '-', '>', '1', '.', 'a', '[', ']', '(', ')') }),
        (text) => {
          const read = parseMarkdown(text).flatMap((block) => (block.type === 'list' ? block.items : [block.text]))
          expect(read.join('').length).toBeLessThanOrEqual(text.length)
          for (const line of read) expect(parseSpans(line).every((span) => line.includes(span.text))).toBe(true)
        },
      ),
    )
  })
})
