import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainJson } from './plain-json.ts'

const throughText = (value: unknown): unknown => {
  const text = JSON.stringify(value) as string | undefined
  return text === undefined ? undefined : JSON.parse(text)
}

/** Plain data with what JSON leaves out or changes among it. */
const values = fc.anything({
  withBigInt: false,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withSparseArray: true,
  withTypedArray: true,
  withObjectString: true,
  withBoxedValues: true,
  maxDepth: 4,
})

describe('A value becomes plain JSON', () => {
  it('as writing and reading it makes it', () => {
    fc.assert(
      fc.property(values, (value) => {
        const plain = plainJson(value)
        expect(plain?.value).toStrictEqual(throughText(value))
        // The order of the names, which equality does not see.
        expect(JSON.stringify(plain?.value)).toBe(JSON.stringify(value))
      }),
      { numRuns: 2000 },
    )
  })

  it('with an own `__proto__`, and no prototype from it', () => {
    const value: unknown = JSON.parse('{"a":{"__proto__":{"b":1}}}')
    expect(JSON.stringify(plainJson(value)?.value)).toBe('{"a":{"__proto__":{"b":1}}}')
    expect(Object.keys(plainJson(value)?.value ?? {})).toEqual(['a'])
  })

  it('by its own `toJSON` and through its getters', () => {
    const value = {
      at: new Date(0),
      own: { toJSON: () => ({ said: 1 }) },
      get made() {
        return [1, undefined, -0]
      },
    }
    expect(plainJson(value)?.value).toEqual({ at: '1970-01-01T00:00:00.000Z', own: { said: 1 }, made: [1, null, 0] })
  })

  it('sharing no part with what it was made of', () => {
    const value = { list: [{ a: 1 }] }
    const plain = plainJson(value)?.value
    value.list[0] = { a: 2 }
    value.list.push({ a: 3 })
    expect(plain).toEqual({ list: [{ a: 1 }] })
  })

  it('with about the length of its text', () => {
    const value = { name: 'x'.repeat(1000), list: Array.from({ length: 100 }, (_, n) => n) }
    const { characters } = plainJson(value) ?? { characters: 0 }
    expect(characters / JSON.stringify(value).length).toBeGreaterThan(0.5)
    expect(characters / JSON.stringify(value).length).toBeLessThan(2)
  })

  it('and throws what JSON throws: for a circle, for a BigInt', () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    expect(() => plainJson(circle)).toThrow(/circular/)
    expect(() => plainJson({ n: 1n })).toThrow(/BigInt/)
  })

  it('and is nothing for a function or a symbol', () => {
    expect(plainJson(() => 1)).toBeUndefined()
    expect(plainJson(Symbol('s'))).toBeUndefined()
    expect(plainJson({ run: () => 1, list: [() => 1] })?.value).toEqual({ list: [null] })
  })
})
