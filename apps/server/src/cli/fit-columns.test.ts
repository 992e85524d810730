import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnsOf, fitColumns } from './fit-columns.ts'

test('signs of East Asia and emoji take two columns of a terminal, marks upon others none', () => {
  expect([columnsOf(''), columnsOf('abc'), columnsOf('Ж漢字'), columnsOf('🎵'), columnsOf('e\u0301')]).toEqual([
    0, 3, 5, 2, 1,
  ])
})

test('a text that fits stays as it is, and another is cut to what fits with a sign that more was there', () => {
  expect([fitColumns('abc', 3), fitColumns('abcd', 3), fitColumns('漢字漢字', 6)]).toEqual(['abc', 'ab…', '漢字…'])
  expect([fitColumns('abc', 1), fitColumns('abc', 0), fitColumns('abc', -5), fitColumns('', 0)]).toEqual([
    '…',
    '',
    '',
    '',
  ])
  const text = fc.string({ unit: fc.constantFrom('a', '漢', '🎵', '\u0301', ' ', 'Ж'), maxLength: 30 })
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 40 }), (given, most) => {
      const fitting = fitColumns(given, most)
      expect(columnsOf(fitting)).toBeLessThanOrEqual(most)
      if (columnsOf(given) <= most) expect(fitting).toBe(given)
    }),
  )
})
