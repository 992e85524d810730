import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffLines } from './line-diff.ts'

describe('a difference by lines', () => {
  it('holds both texts whole', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, (theirs, mine) => {
        const lines = diffLines(theirs, mine)
        const side = (own: string): string =>
          lines
            .filter((line) => line.side === 'same' || line.side === own)
            .map((line) => line.text)
            .join('\n')
        expect(side('theirs')).toBe(theirs)
        expect(side('mine')).toBe(mine)
      }),
    )
  })

  it('keeps common lines together', () => {
    expect(diffLines('a\nb\nc', 'a\nx\nc')).toEqual([
      { side: 'same', text: 'a' },
      { side: 'theirs', text: 'b' },
      { side: 'mine', text: 'x' },
      { side: 'same', text: 'c' },
    ])
  })
})
