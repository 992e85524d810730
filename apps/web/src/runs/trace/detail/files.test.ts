import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindOf } from './artifact-kind.ts'
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

it('a file is shown as what its type or its name says, and what could act is only offered for download', () => {
  const named = (name: string, type: string) => kindOf({ $artifact: `0123456789abcdef-${name}`, type })
  expect(named('a.wav', 'audio/wav')).toBe('audio')
  expect(named('a.mid', 'audio/midi')).toBe('file')
  expect(named('a.png', 'image/png')).toBe('image')
  expect(named('a.svg', 'image/svg+xml')).toBe('image')
  expect(named('a.csv', 'application/octet-stream')).toBe('table')
  expect(named('a.md', 'text/plain')).toBe('markdown')
  expect(named('a.json', 'application/json')).toBe('json')
  expect(named('a.html', 'text/html; charset=utf-8')).toBe('page')
  expect(named('a.bin', 'application/octet-stream')).toBe('file')
})
