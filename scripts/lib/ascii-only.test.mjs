import { expect, test } from 'vitest'
import { toAscii } from './ascii-only.mjs'

test.each([
  ['a string', "'†state → 🎵'"],
  ['a template', '`†${1}…`'],
  ['a regular expression', 'JSON.stringify("a🎵b†".match(/[🎵†]/gu))'],
  ['a name', '(() => { const größe = 3; return größe })()'],
])('code means the same in ASCII: %s', (_, code) => {
  const ascii = toAscii(code)
  expect(ascii).toMatch(/^[\x00-\x7f]*$/)
  expect(eval(ascii)).toEqual(eval(code)) // texts of this file
})

test('code that would mean something else is refused', () => {
  expect(() => toAscii('/\\†/')).toThrow('without a backslash')
})
