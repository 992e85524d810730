import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from './json.ts'
import { hashOf, keepJoined, keepText, keptText, textLength, textOf } from './kept-text.ts'
import { atOnce } from './turns.ts'

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

test('a text that was made in steps is the one that is made when somebody asks, and so is its hash', () => {
  const long = (text: string): JsonObject => ({ role: 'user', content: text.repeat(40_000) })
  const lists = (): readonly (JsonObject | readonly JsonObject[])[] => [
    keepText(long('kept ')),
    [long('я'), {}, keepText({ a: undefined, b: [1, { c: 'd' }] })] as unknown as JsonObject[], // as programs make them
    [],
    keepText([long('"\n'), long('😀')]),
    {},
  ]
  const [made, asked] = [keepJoined(lists()), keepJoined(lists())].map(keptText)
  atOnce(made?.prepare() ?? expect.fail('a list keeps its text'))
  expect(made?.text).toBe(asked?.text)
  expect(made?.text).toBe(JSON.stringify(lists().flat()))
  expect(made?.hash).toBe(asked?.hash)
  expect(made?.length).toBe(asked?.length)
})

test('a frozen object is written as any other, though it keeps no text', () => {
  const frozen = Object.freeze({ type: ['string', 'null'] })
  expect(keepText(frozen)).toBe(frozen)
  expect(textOf({ output: frozen })).toBe('{"output":{"type":["string","null"]}}')
})
