import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from './json.ts'
import { hashOf, keepText, textLength, textOf } from './kept-text.ts'

const objects = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })) as fc.Arbitrary<JsonObject>

test('the text of an object is what JSON.stringify writes, and as long, whatever inside it is kept', () => {
  fc.assert(
    fc.property(objects, fc.infiniteStream(fc.boolean()), (value, keeps) => {
      const keepSome = (part: unknown): void => {
        if (typeof part !== 'object' || part === null) return
        for (const member of Object.values(part)) keepSome(member)
        if (keeps.next().value) keepText(part)
      }
      keepSome(value)
      expect(textOf(value)).toBe(JSON.stringify(value))
      expect(textLength(value)).toBe(JSON.stringify(value).length)
    }),
  )
})

test('equal objects have one hash, kept or not; others have another', () => {
  fc.assert(
    fc.property(objects, objects, (one, other) => {
      const copy = structuredClone(one)
      for (const member of Object.values(one)) if (typeof member === 'object' && member !== null) keepText(member)
      expect(hashOf(copy)).toBe(hashOf(one))
      if (JSON.stringify(one) !== JSON.stringify(other)) expect(hashOf(other)).not.toBe(hashOf(one))
    }),
  )
})
