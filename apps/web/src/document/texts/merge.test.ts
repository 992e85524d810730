import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { merge } from './merge.ts'

const lines = (...each: string[]): string => each.join('\n')
const BASE = lines('{', '  "title": "A",', '  "description": "B",', '  "context": [],', '  "schema": {}', '}')

describe('two changes of one text', () => {
  it('combine if they touch different lines', () => {
    expect(merge(BASE, BASE.replace('"A"', '"mine"'), BASE.replace('{}', '{ "type": "object" }'))).toBe(
      BASE.replace('"A"', '"mine"').replace('{}', '{ "type": "object" }'),
    )
  })

  it('are a person’s to choose where they touch the same line, or lines side by side', () => {
    expect(merge(BASE, BASE.replace('"A"', '"mine"'), BASE.replace('"A"', '"theirs"'))).toBeNull()
    expect(merge(BASE, BASE.replace('"A"', '"mine"'), BASE.replace('"B"', '"theirs"'))).toBeNull()
  })

  it('that are the same count once', () => {
    const both = BASE.replace('"A"', '"same"')
    expect(merge(BASE, both, both)).toBe(both)
  })

  it('are not the same where one removes a line and the other empties it', () => {
    expect(merge('\na', '', '\n')).toBeNull()
  })

  it('equal one if the other changes nothing, in either order', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 }).map((each) => each.join('\n'))
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        expect(merge(base, mine, base)).toBe(mine)
        expect(merge(base, base, theirs)).toBe(theirs)
        expect(merge(base, mine, mine)).toBe(mine)
        expect(merge(base, mine, theirs)).toBe(merge(base, theirs, mine))
      }),
    )
  })
})
