import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearestKey, nearestName } from './nearest-name.ts'

describe('the nearest name', () => {
  it('is one edit, one swap or another case away', () => {
    expect(nearestName('citi', ['units', 'city'])).toBe('city')
    expect(nearestName('ctiy', ['units', 'city'])).toBe('city')
    expect(nearestName('User_Name', ['username', 'userMail'])).toBe('username')
    expect(nearestName('_output_path', ['_output', '_outputPath'])).toBe('_outputPath')
  })

  it('is the closest of several', () => {
    expect(nearestName('melodie', ['melodies', 'melody', 'modeling'])).toBe('melodies')
  })

  it('is not offered where nothing is near', () => {
    expect(nearestName('weather', ['city', 'units'])).toBeUndefined()
    expect(nearestName('x', ['y'])).toBeUndefined()
    expect(nearestName('', ['a'])).toBeUndefined()
    expect(nearestName('a', [])).toBeUndefined()
  })

  it('does not compare names of hostile length', () => {
    expect(nearestName('a'.repeat(1_000_000), ['city'])).toBeUndefined()
  })
})

/** The distance by its definition, one table for each pair. */
const plainDistance = (a: string, b: string): number => {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (__, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  const at = (row: number, column: number): number => table[row]?.[column] ?? 0
  for (let row = 1; row <= a.length; row++)
    for (let column = 1; column <= b.length; column++) {
      const cost = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1),
      )
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      table[row]?.splice(column, 1, isSwap ? Math.min(cost, at(row - 2, column - 2) + 1) : cost)
    }
  return at(a.length, b.length)
}

describe('the nearest of many names', () => {
  it('is the first of those with the fewest edits, whatever is passed over on the way', () => {
    const name = fc.string({ unit: fc.constantFrom(...'abcdeя1'), minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 12 }), (wanted, names) => {
        const limit = Math.max(1, Math.floor(wanted.length / 3))
        const near = names
          .map((each) => ({ each, edits: plainDistance(wanted, each) }))
          .filter(({ edits }) => edits <= limit && (edits === 0 || edits < wanted.length))
          .toSorted((one, other) => one.edits - other.edits)
        expect(nearestName(wanted, names)).toBe(near[0]?.each)
        expect(nearestKey(wanted, new Map(names.map((each) => [each, 0])))).toBe(near[0]?.each)
      }),
    )
  })
})
