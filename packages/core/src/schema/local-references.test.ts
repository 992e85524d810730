import { describe, expect, it } from 'vitest'
import type { JsonObject } from './json.ts'
import { withLocalReferences } from './local-references.ts'
import { createValidator } from './validate.ts'

describe('references by name become places inside the schema', () => {
  it('and a schema without names stays the same object', () => {
    const schema = { properties: { next: { $ref: '#' } } }
    expect(withLocalReferences(schema, false)).toBe(schema)
  })

  it('for anchors, embedded documents and names such as urn:uuid', () => {
    const schema = {
      $id: 'https://example.com/tree',
      properties: { node: { $ref: 'node' }, word: { $ref: '#word' } },
      $defs: { node: { $id: 'node', type: 'string' }, word: { $anchor: 'word', type: 'integer' } },
    }
    expect(withLocalReferences(schema, false)).toEqual({
      properties: { node: { $ref: '#/$defs/node' }, word: { $ref: '#/$defs/word' } },
      $defs: { node: { type: 'string' }, word: { type: 'integer' } },
    })
  })

  it('while those that lead out of it stay as they are', () => {
    const schema = { $id: 'https://example.com/a', properties: { b: { $ref: 'b' } } }
    expect(withLocalReferences(schema, false)).toEqual({ properties: { b: { $ref: 'b' } } })
  })
})

describe('a validator', () => {
  it('follows a reference to the whole schema', () => {
    const validator = createValidator()
    const schema: JsonObject = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#' } } },
      additionalProperties: false,
    }
    expect(validator.check(schema, { children: [{ children: [] }] }).ok).toBe(true)
    expect(validator.check(schema, { children: [{ child: [] }] }).ok).toBe(false)
  })

  it('never lets one schema answer for another that goes by the same name', () => {
    const validator = createValidator()
    const named = (type: string): JsonObject => ({
      $id: 'https://example.com/same',
      properties: { value: { $ref: 'part' } },
      $defs: { part: { $id: 'part', type } },
    })
    expect(validator.check(named('string'), { value: 'a' }).ok).toBe(true)
    expect(validator.check(named('integer'), { value: 1 }).ok).toBe(true)
    expect(validator.checkSchema({ $ref: 'https://example.com/same' }).ok).toBe(false)
  })

  it('closes objects of several schemas in draft-07 as well', () => {
    const schema: JsonObject = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      allOf: [{ properties: { a: { type: 'string' } } }],
      unevaluatedProperties: false,
    }
    expect(createValidator().check(schema, { a: 'x', b: 1 }).ok).toBe(false)
  })
})
