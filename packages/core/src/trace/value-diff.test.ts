import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../schema/json.ts'
import { changedFields } from './value-diff.ts'

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>

describe('the fields that differ between two values', () => {
  it('are named by their pointers, with both sides', () => {
    expect(changedFields({ a: { 'b/c': 1 }, d: [1, 2] }, { d: [1, 3, 4], a: { 'b/c': 2 } })).toEqual([
      { path: '/a/b~1c', before: 1, after: 2 },
      { path: '/d/1', before: 2, after: 3 },
      { path: '/d/2', before: undefined, after: 4 },
    ])
  })

  it('are none for a value and itself, whatever the order of its members', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(changedFields(value, structuredClone(value))).toEqual([])
      }),
    )
    expect(changedFields({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([])
  })

  it('are the same places seen from either side', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const places = (from: Json, to: Json) =>
          changedFields(from, to)
            .map(({ path }) => path)
            .toSorted()
        expect(places(a, b)).toEqual(places(b, a))
      }),
    )
  })
})
