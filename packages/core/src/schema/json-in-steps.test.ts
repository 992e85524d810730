import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sha256Bytes, sha256InSteps, sha256Text } from './hash.ts'
import type { Json } from './json.ts'
import { jsonInSteps, utf8InSteps } from './json-in-steps.ts'
import { type Steps, atOnce } from './turns.ts'

const nothingKnown = (): undefined => undefined
/** The steps' result, and the most characters of one of them. */
const stepped = <T>(steps: Steps<T>): { readonly value: T; readonly largest: number } => {
  let largest = 0
  for (;;) {
    const step = steps.next()
    if (step.done === true) return { value: step.value, largest }
    largest = Math.max(largest, step.value)
  }
}

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json> // plain JSON
/** Large enough to be written in steps, with what must not be cut at the borders of pieces. */
const large = fc
  .record({ before: fc.nat(20), unit: fc.constantFrom('a', 'я', '\n', '😀', '\ud800', '"x\\'), value: json })
  .map(({ before, unit, value }) => ({ text: 'x'.repeat(before) + unit.repeat(600_000), value, 'a "name"': [value] }))

it('JSON written in steps equals JSON.stringify’s, missing members left out', () => {
  fc.assert(
    fc.property(json, (value) => void expect(atOnce(jsonInSteps(value, nothingKnown))).toBe(JSON.stringify(value))),
  )
  fc.assert(
    fc.property(large, (value) => {
      expect(atOnce(jsonInSteps(value, nothingKnown)) === JSON.stringify(value)).toBe(true)
    }),
    { numRuns: 12 },
  )
  const sparse = { kept: 'x'.repeat(100_000), gone: undefined } as unknown as Json // as objects of the program are
  expect(atOnce(jsonInSteps(sparse, nothingKnown))).toBe(JSON.stringify(sparse))
})

it('JSON and hashes of large values are made in steps of at most a million characters', () => {
  const value: Json = [{ content: 'word '.repeat(2_000_000) }, Array.from({ length: 100_000 }, (_, n) => ({ n }))]
  const { value: text, largest } = stepped(jsonInSteps(value, nothingKnown))
  expect(text === JSON.stringify(value)).toBe(true)
  expect(largest).toBeLessThan(1_000_000)
  const { value: bytes, ...encoded } = stepped(utf8InSteps(text))
  expect(encoded.largest).toBeLessThan(1_000_000)
  const hashed = stepped(sha256InSteps(bytes))
  expect(hashed.value).toBe(sha256Text(text))
  expect(hashed.largest).toBeLessThan(1_000_000)
})

it('bytes and hashes made in steps are those of the text, also if a surrogate pair is at the border of two pieces', () => {
  fc.assert(
    fc.property(large, ({ text }) => {
      const bytes = atOnce(utf8InSteps(text))
      expect(Buffer.compare(bytes, new TextEncoder().encode(text))).toBe(0)
      expect(atOnce(sha256InSteps(bytes))).toBe(sha256Bytes(bytes))
    }),
    { numRuns: 12 },
  )
  expect(atOnce(sha256InSteps(atOnce(utf8InSteps(''))))).toBe(sha256Text(''))
})
