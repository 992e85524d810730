import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WHOLE, shownOffsets, shownText, sliceAt, sliceInDraft, toFileOffset, withShown } from './slice.ts'

const FILE = `{
  "context": [
    { "tool": {
      "ask": {
        "type": "object",
        "properties": {}
      }
    } }
  ]
}
`
const PATH = ['context', 0, 'tool', 'ask']
const SLICE = sliceAt(FILE, PATH)

describe('a part of a file in the editor', () => {
  it('appears as a separate text', () => {
    expect(shownText(FILE, SLICE)).toBe('{\n  "type": "object",\n  "properties": {}\n}')
  })

  it('goes back into the file byte for byte', () => {
    expect(withShown(SLICE, shownText(FILE, SLICE) ?? '')).toBe(FILE)
  })

  it('stays the same while the typed text isn’t JSON', () => {
    const broken = withShown(SLICE, '{\n  "type": "obj')
    expect(shownText(broken, SLICE)).toBe('{\n  "type": "obj')
  })

  it('is lost when the text around it changes', () => {
    expect(shownText(`${FILE} `, SLICE)).toBeNull()
  })

  it('maps every place of the file to the same character of what is shown', () => {
    const shown = shownText(FILE, SLICE) ?? ''
    for (const word of ['"type"', '"object"', '"properties"']) {
      const at = shownOffsets(FILE, SLICE)(FILE.indexOf(word))
      expect(shown.slice(at, at + word.length)).toBe(word)
    }
  })

  it('maps every place that is shown back to the file', () => {
    const shown = shownText(FILE, SLICE) ?? ''
    for (let offset = 0; offset <= shown.length; offset += 1)
      expect(shownOffsets(FILE, SLICE)(toFileOffset(SLICE, shown, offset))).toBe(offset)
  })

  it('shows what was typed, whatever it is, blank lines and all', () => {
    const typed = fc.array(fc.constantFrom('a', ' ', '\n', '{', '"'), { maxLength: 30 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(typed, (shown) => {
        expect(shownText(withShown(SLICE, shown), SLICE)).toBe(shown)
      }),
    )
  })

  it('maps every place of what was typed to the file and back, blank lines at its beginning, too', () => {
    const typed = fc.array(fc.constantFrom('a', ' ', '\n', '{', '"'), { maxLength: 20 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(typed, (shown) => {
        const toShown = shownOffsets(withShown(SLICE, shown), SLICE)
        for (let offset = 0; offset <= shown.length; offset += 1)
          expect(toShown(toFileOffset(SLICE, shown, offset))).toBe(offset)
      }),
    )
  })

  it('is the whole file for the empty path, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(shownText(text, sliceAt(text, []))).toBe(text)
      }),
    )
  })
})

describe('a part of a file that isn’t JSON', () => {
  const typed = (shown: string): string => withShown(SLICE, shown)

  it('is shown whole with a stray bracket in it, found by the last text that was JSON', () => {
    const shown = '{\n  "type": "object" }\n  "properties": {}\n}'
    expect(shownText(typed(shown), sliceInDraft(typed(shown), FILE, PATH))).toBe(shown)
  })

  it('is shown by itself where the text is broken only after it', () => {
    const text = FILE.replace(/\]\n\}/u, ']] }')
    expect(shownText(text, sliceInDraft(text, FILE, PATH))).toBe(shownText(FILE, SLICE))
  })

  it('is not cut out where the text is broken before it: the whole file is shown', () => {
    const text = FILE.replace('"context": [', '"context": [ }')
    expect(sliceInDraft(text, FILE, PATH)).toBe(WHOLE)
    expect(sliceInDraft(text, null, PATH)).toBe(WHOLE)
  })

  it('is never a cut-off part, whatever bracket or quote is typed into it', () => {
    const shown = shownText(FILE, SLICE) ?? ''
    const key = fc.tuple(fc.nat({ max: shown.length }), fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\'))
    fc.assert(
      fc.property(key, ([at, character]) => {
        const changed = shown.slice(0, at) + character + shown.slice(at)
        expect(shownText(typed(changed), sliceInDraft(typed(changed), FILE, PATH))).toBe(changed)
      }),
    )
  })
})
