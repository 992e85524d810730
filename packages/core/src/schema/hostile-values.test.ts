import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonSchema } from './json.ts'
import { createValidator } from './validate.ts'

const validator = createValidator()
const fits = (schema: JsonSchema, value: Json): boolean => validator.check(schema, value).ok

describe('values from hostile hands', () => {
  it('are looked at by their own properties only', () => {
    expect(fits({ required: ['toString'] }, {})).toBe(false)
    expect(fits({ properties: { constructor: { type: 'string' } } }, {})).toBe(true)
    expect(fits({ additionalProperties: false }, JSON.parse('{"__proto__":1}'))).toBe(false)
  })

  it('meet patterns in linear time', () => {
    expect(fits({ pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}b`)).toBe(false)
  })

  it('are checked for unique items by content, one pass over them', () => {
    const items = Array.from({ length: 20_000 }, (_, index) => ({ index, name: 'x' }))
    expect(fits({ uniqueItems: true }, items)).toBe(true)
    expect(fits({ uniqueItems: true }, [...items, { name: 'x', index: 0 }])).toBe(false)
    expect(fits({ uniqueItems: true }, [1, '1', true, 'true', null, [1], ['1']])).toBe(true)
  })

  it('are multiples as people count, not as binary fractions do', () => {
    for (const [value, divisor, expected] of [
      [19.99, 0.01, true],
      [0.0075, 0.0001, true],
      [0.00751, 0.0001, false],
      [7, 2, false],
      [0, 3, true],
      [1e308, 0.5, true],
      [1e308, 0.123456789, false],
    ] as const) {
      expect(fits({ multipleOf: divisor }, value), `${value} of ${divisor}`).toBe(expected)
    }
  })

  it('never make it throw', () => {
    // fast-check's JSON is plain JSON; its declared type is `unknown`.
    const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>
    const keyword = fc.constantFrom(
      'type',
      'properties',
      'items',
      'anyOf',
      'required',
      'enum',
      'pattern',
      '$ref',
      'minimum',
      'format',
      'if',
      'not',
    )
    const schema = fc.dictionary(keyword, json) as fc.Arbitrary<JsonSchema>
    fc.assert(
      fc.property(schema, json, (anySchema, value) => {
        expect(typeof validator.check(anySchema, value).ok).toBe('boolean')
      }),
      { numRuns: 300 },
    )
  })
})
