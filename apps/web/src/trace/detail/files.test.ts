import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindOf } from './artifact-kind.ts'
import { parseMarkdown, parseSpans } from './parse-markdown.ts'
import { parseTable } from './parse-table.ts'

describe('a table', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'я', ',', '"', '\n', ' ', '1'), maxLength: 6 })

  it('is read back as it was written, whatever its cells hold', () => {
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(table, (rows) => {
        const text = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(',')).join('\r\n')
        expect(parseTable(text, 100)).toEqual(rows)
      }),
    )
  })

  it('takes tabs where its first line has them, and no more rows than asked for', () => {
    expect(parseTable('a\tb\n1\t2,5\n3\t4', 2)).toEqual([
      ['a', 'b'],
      ['1', '2,5'],
    ])
  })

  it('with a quote that never ends is one long cell', () =>
    expect(parseTable('a,"b\nc,d', 9)).toEqual([['a', 'b\nc,d']]))
})

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

it('a file is shown as what its type or its name says, and what could act is only offered for download', () => {
  const named = (name: string, type: string) => kindOf({ $artifact: `0123456789abcdef-${name}`, type })
  expect(named('a.wav', 'audio/wav')).toBe('audio')
  expect(named('a.mid', 'audio/midi')).toBe('file')
  expect(named('a.png', 'image/png')).toBe('image')
  expect(named('a.svg', 'image/svg+xml')).toBe('image')
  expect(named('a.csv', 'application/octet-stream')).toBe('table')
  expect(named('a.md', 'text/plain')).toBe('markdown')
  expect(named('a.json', 'application/json')).toBe('json')
  expect(named('a.html', 'text/html; charset=utf-8')).toBe('text')
  expect(named('a.bin', 'application/octet-stream')).toBe('file')
})
