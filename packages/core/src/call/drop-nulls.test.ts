import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../schema/json.ts'
import { dropNulls } from './drop-nulls.ts'

const text = { type: 'string' }
const object = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
})

describe('a null of an optional parameter whose schema refuses it is left out', () => {
  it('at any depth, in lists and behind references', () => {
    const schema = {
      ...object({ a: object({ b: text }), list: { type: 'array', items: { $ref: '#/$defs/item' } } }),
      $defs: { item: object({ c: text }) },
    }
    expect(dropNulls(schema, { a: { b: null }, list: [{ c: null }, { c: 'x' }] })).toEqual({
      a: {},
      list: [{}, { c: 'x' }],
    })
    expect(dropNulls(schema, { list: [{ c: 'x' }, { c: null }] })).toEqual({ list: [{ c: 'x' }, {}] })
  })

  it('behind references that are escaped for addresses, whether the schema refers or is referred to', () => {
    const $defs = {
      'a b': object({ c: text, d: { $ref: '#/$defs/maybe%20null' } }),
      'maybe null': { type: ['string', 'null'] },
    }
    const schema = { ...object({ a: { $ref: '#/$defs/a%20b' } }), $defs }
    expect(dropNulls(schema, { a: { c: null, d: null } })).toEqual({ a: { d: null } })
    const strict = { ...schema, $defs: { ...$defs, 'maybe null': text } }
    expect(dropNulls(strict, { a: { c: null, d: null } })).toEqual({ a: {} })
  })

  it('where several schemas together describe the object', () => {
    const schema = {
      allOf: [object({ a: text, b: text }), { $ref: '#/$defs/more' }],
      $defs: { more: object({ c: text, deep: object({ d: text }) }, ['b']) },
    }
    // "b" is required by another part than the one that declares it.
    expect(dropNulls(schema, { a: null, b: null, c: null, deep: { d: null } })).toEqual({ b: null, deep: {} })
    const beside = { ...object({ a: text }, ['b']), allOf: [object({ b: text, c: text }, ['a'])] }
    expect(dropNulls(beside, { a: null, b: null, c: null })).toEqual({ a: null, b: null })
  })

  it('and stays where the author allows it, requires the parameter or doesn’t mention it', () => {
    const schema = object({ a: { type: ['string', 'null'] }, b: text, c: {} }, ['b'])
    const value = { a: null, b: null, c: null, other: null }
    expect(dropNulls(schema, value)).toBe(value)
    const both = { allOf: [object({ a: { type: ['string', 'null'] } }), object({ b: text })] }
    expect(dropNulls(both, { a: null, b: null })).toEqual({ a: null })
  })

  it('stays if no schema declares it, whatever its name', () => {
    const value = { toString: null, constructor: { a: null } }
    expect(dropNulls(object({ a: text }), value)).toBe(value)
  })

  it('and the same object comes back where nothing was left out, also of a schema that refers to itself', () => {
    const endless = { $ref: '#/$defs/a', $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } } }
    const value = { a: { b: [null] } }
    expect(dropNulls(endless, value)).toBe(value)
    const listed = { list: [{ c: 'x' }], other: null }
    expect(dropNulls(object({ list: { type: 'array', items: object({ c: text }) } }), listed)).toBe(listed)
  })
})
