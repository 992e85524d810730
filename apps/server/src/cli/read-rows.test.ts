import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRows, rowsText } from './read-rows.ts'

const cellText = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

describe('the rows of a data set', () => {
  test('are read from CSV with quotes, line breaks and a byte order mark', () => {
    const text = '\uFEFFid,question\r\nT-1,"Where is it, ""really""?"\r\n\r\nT-2,"two\nlines"\nT-3,'
    expect(readRows('a.csv', text)).toEqual([
      { id: 'T-1', question: 'Where is it, "really"?' },
      { id: 'T-2', question: 'two\nlines' },
      { id: 'T-3', question: '' },
    ])
  })

  test('are read from JSON lines', () => {
    expect(readRows('a.jsonl', '{"input":{"n":1}}\n\n{"input":null}')).toEqual([{ input: { n: 1 } }, { input: null }])
  })

  test('name the line that is wrong', () => {
    const problem = (file: string, text: string): string => {
      try {
        return JSON.stringify(readRows(file, text))
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    }
    expect([
      problem('a.csv', 'a,b\n1,2\n3'),
      problem('a.csv', 'a,b\n"x\ny",1\n"open,2'),
      problem('a.csv', 'a,a\n1,2'),
      problem('a.jsonl', '{}\n[1]'),
    ]).toEqual([
      'a.csv, line 3: 1 cells, but the head has 2.',
      'a.csv, line 4: a quote must enclose a whole cell, and is doubled inside one.',
      'a.csv, line 1: two columns are called "a".',
      'a.jsonl, line 2: a line is a JSON object.',
    ])
    expect(problem('a.jsonl', '{}\n{"a":')).toContain('a.jsonl, line 2: ')
  })

  test('are read from UTF-8 and from UTF-16 with a byte order mark', () => {
    const table = 'city\nZürich'
    const wide = Buffer.from(`\uFEFF${table}`, 'utf16le')
    for (const bytes of [Buffer.from(table), Buffer.from(`\uFEFF${table}`), wide, Buffer.from(wide).swap16()])
      expect(readRows('a.csv', rowsText('a.csv', bytes))).toEqual([{ city: 'Zürich' }])
    expect(readRows('a.jsonl', rowsText('a.jsonl', Buffer.from('\uFEFF{"n":1}')))).toEqual([{ n: 1 }])
  })

  test('are not read from a file in another encoding', () => {
    const table = 'city\nZürich'
    const broken = Buffer.from(`\uFEFF${table}`, 'utf16le').subarray(0, -1)
    for (const bytes of [Buffer.from(table, 'latin1'), Buffer.from('city\nBern', 'utf16le'), broken])
      expect(() => rowsText('a.csv', bytes)).toThrow(
        'a.csv is not text in UTF-8: save it as UTF-8 and import it again.',
      )
  })

  test('may have very long cells', () => {
    const long = 'word, "and" word\n'.repeat(800_000)
    expect(readRows('a.csv', `a,b\n${cellText(long)},${'x'.repeat(12_000_000)}`)).toEqual([
      { a: long, b: 'x'.repeat(12_000_000) },
    ])
  })

  test('are what was written, whatever the cells hold', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'ö'), maxLength: 6 })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 }), (rows) => {
        const text = ['x,y', ...rows.map((row) => row.map(cellText).join(','))].join('\r\n')
        expect(readRows('a.csv', text)).toEqual(rows.map(([x, y]) => ({ x, y })))
      }),
    )
  })
})
