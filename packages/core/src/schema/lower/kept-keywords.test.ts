import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../json.ts'
import { findStrictIssue } from '../strict-subset.ts'
import { OPTIONAL_KEYWORDS } from './kept-keywords.ts'
import { lowerSchema } from './lower.ts'

const ALL = Object.values(OPTIONAL_KEYWORDS).flat()
const property = (schema: JsonObject, keywords: readonly string[] = ALL): Json | undefined => {
  const whole: JsonObject = { type: 'object', properties: { x: schema }, required: ['x'] }
  return (lowerSchema(whole, keywords).schema.properties as JsonObject).x
}

describe('keywords that an endpoint takes', () => {
  it.each<JsonObject>([
    { type: 'string', pattern: '^a+$', description: 'A word.' },
    { type: 'string', format: 'date-time' },
    { type: 'string', minLength: 1, maxLength: 9 },
    { type: ['string', 'null'], pattern: '^a$' },
    { type: 'integer', minimum: 1, maximum: 5 },
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.5 },
    { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 },
  ])('stay as they are: %j', (schema) => {
    expect(property(schema)).toEqual(schema)
    expect(lowerSchema(schema, ALL).changes).toEqual([])
  })

  it('stay in an optional property, next to its null', () => {
    const { schema } = lowerSchema({ type: 'object', properties: { x: { type: 'string', pattern: '^a$' } } }, ALL)
    expect(schema).toMatchObject({ properties: { x: { type: ['string', 'null'], pattern: '^a$' } } })
  })

  it.each<readonly [string, JsonObject, string]>([
    ['a format that no provider knows', { type: 'string', format: 'uri' }, 'format: "uri"'],
    ['a pattern with look-around', { type: 'string', pattern: '^(?!a)' }, 'pattern: "^(?!a)"'],
    ['a keyword of several types', { type: ['string', 'integer'], minimum: 1 }, 'minimum: 1'],
    [
      'a keyword that the subset has nowhere',
      { type: 'array', items: { type: 'string' }, uniqueItems: true },
      'uniqueItems: true',
    ],
  ])('do not hold for %s, which is said in words', (_, schema, words) => {
    expect(JSON.stringify(property(schema))).toContain(JSON.stringify(words).slice(1, -1))
  })

  it('go into words where the endpoint takes others only', () => {
    expect(property({ type: 'integer', minimum: 1 }, ['pattern'])).toEqual({
      type: 'integer',
      description: '(minimum: 1)',
    })
  })

  it('leave every schema in the subset that the endpoint takes, and change nothing where there are none', () => {
    const scalar = fc.constantFrom<JsonObject>(
      { type: 'string', pattern: '^a', format: 'date' },
      { type: ['integer', 'null'], minimum: 1 },
      { type: 'string', enum: ['a'], maxLength: 3 },
      {
        oneOf: [
          { type: 'string', minLength: 2 },
          { type: 'number', maximum: 2 },
        ],
        minItems: 1,
      },
      { type: ['array', 'null'], items: { type: 'number', multipleOf: 2 }, maxItems: 2 },
      { type: 'array', prefixItems: [{ type: 'string', format: 'uuid' }], minItems: 1 },
      { $ref: '#/$defs/a' },
    )
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), scalar),
        scalar,
        fc.subarray(ALL),
        (properties, a, keywords) => {
          const schema: JsonObject = { type: 'object', properties, $defs: { a: a.$ref === undefined ? a : {} } }
          expect(findStrictIssue(lowerSchema(schema, keywords).schema, keywords)).toBeUndefined()
          expect(lowerSchema(schema, []).schema).toEqual(lowerSchema(schema).schema)
        },
      ),
    )
  })
})
