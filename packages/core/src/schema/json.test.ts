import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JsonObject, hasOwn, joinObjects, pickMembers } from './json.ts'

const names = fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'constructor', '1', ''), fc.string({ maxLength: 3 }))
const small: fc.Arbitrary<JsonObject> = fc
  .uniqueArray(fc.tuple(names, fc.oneof(fc.integer(), fc.constant(null))), { selector: ([name]) => name })
  .map((members) => Object.fromEntries(members))
/** So many members that they are put one by one. */
const large: fc.Arbitrary<JsonObject> = small.map((object) => ({
  ...Object.fromEntries(Array.from({ length: 1500 }, (_, n): [string, number] => [`member ${n}`, n])),
  ...object,
}))

const expectSame = (made: JsonObject, wanted: JsonObject): void => {
  expect(Object.entries(made)).toEqual(Object.entries(wanted))
  expect(hasOwn(made, '__proto__')).toBe(hasOwn(wanted, '__proto__'))
  expect(Object.getPrototypeOf(made)).toBe(Object.prototype)
}

describe('joinObjects', () => {
  it('is the spread of both, in order and with every name', () =>
    fc.assert(
      fc.property(fc.oneof(small, large), fc.oneof(small, large), (first, second) => {
        const [before, after] = [Object.entries(first), Object.entries(second)]
        expectSame(joinObjects(first, second), { ...first, ...second })
        expect([Object.entries(first), Object.entries(second)]).toEqual([before, after])
      }),
      { numRuns: 60 },
    ))
})

describe('pickMembers', () => {
  it('puts names that an object would assign to its prototype as own members', () =>
    fc.assert(
      fc.property(small, (object) => {
        expectSame(pickMembers(object, Object.keys(object)), { ...object })
      }),
    ))
})
