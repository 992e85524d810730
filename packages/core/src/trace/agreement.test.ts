import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '../schema/json.ts'
import { agreementOf } from './agreement.ts'
import { changedFields } from './value-diff.ts'

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => value as Json) // jsonValue makes JSON

it('two outputs agree wholly exactly where they are equal, alike in both directions, and within 0 and 1', () => {
  fc.assert(
    fc.property(json, json, (one, other) => {
      const agreement = agreementOf(one, other)
      expect(agreement).toBe(agreementOf(other, one))
      expect(agreement).toBeGreaterThanOrEqual(0)
      expect(agreement).toBeLessThanOrEqual(1)
      expect(agreement === 1).toBe(changedFields(one, other).length === 0)
      expect(agreementOf(one, one)).toBe(1)
    }),
  )
})

it('agreement is the share of leaves that are equal', () => {
  expect(agreementOf({ a: 1, b: 2, c: 3, d: 4 }, { a: 1, b: 2, c: 3, d: 5 })).toBe(0.75)
  expect(agreementOf({ a: 1 }, 'a')).toBe(0)
  expect(agreementOf(undefined, { a: 1 })).toBe(0)
})
