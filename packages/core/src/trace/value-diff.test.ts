import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../schema/json.ts'
import { changedFields, isFileChange } from './value-diff.ts'

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>

describe('the fields that differ between two values', () => {
  it('are named by their pointers, with both sides', () => {
    expect(changedFields({ a: { 'b/c': 1 }, d: [1, 2] }, { d: [1, 3, 4], a: { 'b/c': 2 } })).toEqual([
      { path: '/a/b~1c', before: 1, after: 2 },
      { path: '/d/1', before: 2, after: 3 },
      { path: '/d/2', before: undefined, after: 4 },
    ])
  })

  it('are empty for a value and itself, in any order of its members', () => {
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

describe('a change of files', () => {
  const song = (hash: string, bytes: number) => ({
    song: { $artifact: `${hash.slice(0, 16)}-sea.wav`, type: 'audio/wav', bytes, sha256: hash },
  })

  it('is one where only hashes and sizes differ', () => {
    const changes = changedFields(song('a'.repeat(64), 5), song('b'.repeat(64), 6))
    expect(changes.map(({ path }) => path)).toEqual(['/song/$artifact', '/song/bytes', '/song/sha256'])
    expect(changes.every(isFileChange)).toBe(true)
  })

  it('is absent if the name, a number or a text differs', () => {
    const others = [
      { path: '/song', before: `${'a'.repeat(16)}-sea.wav`, after: `${'b'.repeat(16)}-hill.wav` },
      { path: '/bars', before: 4, after: 8 },
      { path: '/key', before: 'Am', after: 'Cm' },
    ]
    expect(others.some(isFileChange)).toBe(false)
  })
})
