import { describe, expect, it } from 'vitest'
import { acceptsNull } from './accepts-null.ts'
import type { Json, JsonObject } from './json.ts'

const root: JsonObject = {
  $defs: {
    text: { type: 'string' },
    maybe: { type: ['string', 'null'] },
    circle: { $ref: '#/$defs/circle' },
    other: { anyOf: [{ $ref: '#/$defs/other' }, { type: 'string' }] },
  },
}

describe('a schema leaves room for null', () => {
  it.each<Json>([
    true,
    {},
    { type: 'null' },
    { type: ['string', 'null'] },
    { const: null },
    { enum: ['a', null] },
    { allOf: [{}, { type: ['string', 'null'] }] },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    { oneOf: [{ type: 'string' }, { type: 'null' }] },
    { $ref: '#/$defs/maybe' },
    { $ref: '#/$defs/nothing' },
    { $ref: 'https://example.org/schema' },
    { properties: { a: { type: 'string' } } },
  ])('where nothing says otherwise: %j', (schema) => expect(acceptsNull(schema, root)).toBe(true))

  it.each<Json>([
    false,
    { type: 'string' },
    { type: ['string', 'number'] },
    { const: 'a' },
    { const: 0 },
    { enum: ['a', 0] },
    { allOf: [{}, { type: 'string' }] },
    { anyOf: [{ type: 'string' }, false] },
    { oneOf: [{ type: 'string' }, { const: 1 }] },
    { $ref: '#/$defs/text' },
    { $ref: '#/$defs/maybe', type: 'string' },
  ])('and none where something does: %j', (schema) => expect(acceptsNull(schema, root)).toBe(false))

  it('as far as can be seen where it refers to itself', () => {
    expect(acceptsNull({ $ref: '#/$defs/circle' }, root)).toBe(true)
    expect(acceptsNull({ $ref: '#/$defs/other' }, root)).toBe(true)
  })
})
