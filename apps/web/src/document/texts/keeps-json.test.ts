import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJson } from './document.ts'
import { toFileDiff, type FileDiff } from './file-diff.ts'
import { keepsJson } from './keeps-json.ts'

const splice = (before: string, after: string): FileDiff => {
  const diff = toFileDiff('a', before, after)
  if (diff === null) throw new Error('Nothing changed')
  return diff
}

describe('a key typed into JSON', () => {
  it('keeps it JSON within a string', () => {
    expect(keepsJson('{ "a": "b" }', splice('{ "a": "b" }', '{ "a": "bc" }'))).toBe(true)
    expect(keepsJson('{\n  "a": ""\n}', splice('{\n  "a": ""\n}', '{\n  "a": "да"\n}'))).toBe(true)
  })

  it('has to be read anywhere else, and where it ends a string or an escape', () => {
    for (const after of ['{ "a": "b"x }', '{ "a": "b"" }', '{ "a": "b\\" }', '{ "a": "b\n" }', '{x "a": "b" }'])
      expect(keepsJson('{ "a": "b" }', splice('{ "a": "b" }', after)), after).toBe(false)
    expect(keepsJson('"\\u0041"', splice('"\\u0041"', '"\\u0z041"'))).toBe(false)
    expect(keepsJson('"\\n"', splice('"\\n"', '"\\xn"'))).toBe(false)
  })

  it('is never mistaken for JSON, for any typing in any text', () => {
    const json = fc
      .json({ stringUnit: 'binary' })
      .chain((text) =>
        fc.constantFrom(text, JSON.stringify(JSON.parse(text), null, 2), text.replaceAll('e', '\\u0065')),
      )
    const typed = fc.array(fc.constantFrom('a', '"', '\\', 'u', '0', '\n', ' ', '}', 'я', '\u0001'), { maxLength: 4 })
    fc.assert(
      fc.property(json, fc.nat(), fc.nat({ max: 4 }), typed, (before, place, length, parts) => {
        fc.pre(isJson(before))
        const at = place % (before.length + 1)
        const after = before.slice(0, at) + parts.join('') + before.slice(at + length)
        fc.pre(after !== before)
        if (keepsJson(before, splice(before, after))) expect(isJson(after)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
