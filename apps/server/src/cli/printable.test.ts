import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printable, printableJson, printableLine } from './printable.ts'

/** As a terminal may be given it: no control but line ends and tabs, no mark that turns the direction of writing. */
const HARMLESS = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u
const withoutBreaks = (text: string): string => text.replaceAll(/[\n\t]/g, '')

describe('a text from elsewhere, given to a terminal', () => {
  test('cannot hide, overwrite or turn around the text next to it', () => {
    expect(printable('\u001b[8m\u009b2K\r\u202eevil\u2066')).toBe('\\u001b[8m\\u009b2K\\u000d\\u202eevil\\u2066')
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => HARMLESS.test(withoutBreaks(printable(text)))))
  })

  test('keeps its lines, indented, or fits in one', () => {
    expect(printable('a\n\tb', '  ')).toBe('a\n  \tb')
    expect(printableLine('a\n  b')).toBe('a b')
  })

  test('stays the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(0, 2), (value, space) => {
        const text = printableJson(value, space)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(withoutBreaks(text)).toMatch(HARMLESS)
      }),
    )
  })
})
