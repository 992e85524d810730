import { describe, expect, test } from 'vitest'
import { linearPattern } from './linear-pattern.ts'
import { createValidator } from './validate.ts'

/** Characters of every kind that no version of Unicode has moved. */
const SAMPLES = [
  ...'aZ\u01c5\u02b0\u05d01\u2160\u00b2 _-()\u00ab\u00bb!\u0301\u0903\u20dd+$^\u00a9\u2028\u2029\u0007\u00ad\ue000',
]
const LETTERS = [...'aZ\u00e9\u0416\u03bb\u4e2d\u3042\u30a2\u0627\u05d0\u0e01\u{10400}1 _\u{1f600}']

const CATEGORIES =
  'Cased_Letter Close_Punctuation Connector_Punctuation Control cntrl Currency_Symbol Dash_Punctuation Decimal_Number digit Enclosing_Mark Final_Punctuation Format Initial_Punctuation Letter Letter_Number Line_Separator Lowercase_Letter Mark Combining_Mark Math_Symbol Modifier_Letter Modifier_Symbol Nonspacing_Mark Number Open_Punctuation Other Other_Letter Other_Number Other_Punctuation Other_Symbol Paragraph_Separator Private_Use Punctuation punct Separator Space_Separator Spacing_Mark Surrogate Symbol Titlecase_Letter Unassigned Uppercase_Letter'
const agrees = (pattern: string, samples: readonly string[]): void => {
  const native = new RegExp(pattern, 'u')
  const ours = linearPattern(pattern)
  for (const text of samples) expect(ours.test(text), `${pattern} on ${JSON.stringify(text)}`).toBe(native.test(text))
}

describe('A property of Unicode in a pattern', () => {
  test.each(CATEGORIES.split(' '))('may have its long name: %s', (name) => {
    agrees(`^\\p{${name}}$`, SAMPLES)
    agrees(`^\\P{${name}}$`, SAMPLES)
    agrees(`^[^\\p{${name}}_]$`, SAMPLES)
    agrees(`^\\p{General_Category=${name}}$`, SAMPLES)
    agrees(`^\\p{gc=${name}}$`, SAMPLES)
  })

  test.each(['L', 'Lu', 'Nd', 'P'])('may be said to be a category: gc=%s', (name) => agrees(`\\p{gc=${name}}`, SAMPLES))

  test.each([
    'Greek',
    'Grek',
    'Cyrillic',
    'Cyrl',
    'Latin',
    'Latn',
    'Han',
    'Hani',
    'Hiragana',
    'Kana',
    'Arab',
    'Hebrew',
    'Deseret',
    'Dsrt',
    'Zyyy',
  ])('may be a script: %s', (name) => {
    agrees(`^\\p{Script=${name}}$`, LETTERS)
    agrees(`^[\\p{sc=${name}}]$`, LETTERS)
  })

  test.each(
    'ASCII ASCII_Hex_Digit AHex Hex Alpha Alphabetic Lower Lowercase Upper Uppercase space White_Space Term QMark EBase EComp EMod EPres ExtPict Any Assigned'.split(
      ' ',
    ),
  )('may be true or false: %s', (name) => {
    agrees(`^\\p{${name}}$`, [...SAMPLES, ...LETTERS])
    agrees(`^\\P{${name}}$`, [...SAMPLES, ...LETTERS])
    agrees(`^[\\P{${name}}~]$`, [...SAMPLES, ...LETTERS])
  })

  test('doesn’t count behind an escaped backslash', () => {
    expect(linearPattern('^\\\\p{2}$').test('\\pp')).toBe(true)
    expect(linearPattern('^\\\\\\p{Letter}$').test('\\x')).toBe(true)
  })

  test.each(['Script_Extensions=Greek', 'ID_Start', 'Leter', 'Script=Klingon', 'gc=Greek', 'letter'])(
    'that cannot be matched is named in a sentence: %s',
    (name) => {
      expect(() => linearPattern(`^\\p{${name}}+$`)).toThrow(
        `is not supported: \\p{${name}} is no property of Unicode that can be matched here`,
      )
    },
  )

  test.each([0, undefined])('is judged alike by the interpreter and by generated code', (mostGenerated) => {
    const validator = createValidator(mostGenerated === 0 ? { mostGenerated } : { mostInterpreted: 0 })
    const schema = {
      type: 'object',
      properties: { name: { type: 'string', pattern: '^[\\p{Letter}\\p{Mark} ]+$' } },
      patternProperties: { '^\\p{Script=Cyrillic}+$': { type: 'integer' } },
    } as const
    expect(validator.checkSchema(schema).ok).toBe(true)
    expect(validator.check(schema, { name: 'Жанна d Arc', имя: 1 }).ok).toBe(true)
    expect(validator.check(schema, { name: 'R2D2' }).ok).toBe(false)
    expect(validator.check(schema, { имя: 'x' }).ok).toBe(false)
  })
})
