import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject, JsonSchema } from '../json.ts'
import { liftValue } from './lift.ts'
import { NameTwice } from './lower-types.ts'
import { lowerSchema } from './lower.ts'

const object = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
})
const text = { type: 'string' }
const lifted = (schema: JsonSchema, answer: Json): Json => liftValue(lowerSchema(schema).plan, answer)
const keysOf = (schema: JsonSchema): readonly string[] =>
  Object.keys(lowerSchema(schema).schema.properties as JsonObject) // these schemas lower to objects

describe('an answer that does not fit what was asked', () => {
  const open = { type: 'object', additionalProperties: text }
  const pair = { type: 'array', prefixItems: [text, { type: 'integer' }], items: false }
  const alike = { anyOf: [object({ a: text, b: text }, ['a']), object({ a: text, c: text }, ['a'])] }

  it('is left as it is, for the author’s schema to judge', () => {
    for (const schema of [open, pair, object({ a: text }), { type: 'array', items: object({ a: text }) }])
      for (const odd of ['text', 5, null]) expect(lifted(schema, odd)).toBe(odd)
    expect(lifted(alike, { variant: '3', value: { a: 'x' } })).toEqual({ variant: '3', value: { a: 'x' } })
    expect(lifted(alike, { variant: '1' })).toEqual({ variant: '1' })
  })

  it('keeps of a list of names what has one', () => {
    expect(lifted(open, [{ key: 'a', value: 'x' }, { value: 'y' }, 'z', { key: 5, value: 'w' }])).toEqual({ a: 'x' })
    expect(lifted(open, [{ key: 'a' }])).toEqual({ a: null })
    expect(lifted({ ...object({ a: text }, ['a']), additionalProperties: text }, { a: 'x', _more: 'odd' })).toEqual({
      a: 'x',
    })
  })

  it('never throws, whatever it is', () => {
    const schemas = [open, pair, alike, object({ a: { ...open }, b: pair }), { ...pair, items: true }]
    fc.assert(
      fc.property(fc.constantFrom(...schemas), fc.jsonValue(), (schema, odd) => {
        lifted(schema, odd as Json) // fast-check's JSON is JSON
      }),
    )
  })
})

describe('a list of pairs', () => {
  it('that gives a name twice isn’t an object: the value would be ambiguous', () => {
    const twice = [
      { key: 'b', value: 1 },
      { key: 'b', value: 2 },
    ]
    const map = { type: 'object', additionalProperties: { type: 'number' } }
    expect(() => lifted(map, twice)).toThrow('the property "b" is written twice')
    const open = { ...object({ b: { type: 'number' } }, ['b']), additionalProperties: { type: 'number' } }
    expect(() => lifted(open, { b: 1, _more: [{ key: 'b', value: 2 }] })).toThrow(NameTwice)
    expect(lifted(open, { b: 1, _more: [{ key: 'c', value: 2 }] })).toEqual({ b: 1, c: 2 })
  })
})

describe('further properties', () => {
  it('are under a name that the author has not taken', () => {
    const schema = { ...object({ _more: text }, ['_more']), additionalProperties: text }
    expect(keysOf(schema)).toEqual(['_more', '_more_'])
    expect(lifted(schema, { _more: 'x', _more_: [{ key: 'y', value: 'z' }] })).toEqual({ _more: 'x', y: 'z' })
  })

  it('hold what is required and not declared, by its name', () => {
    const schema = { type: 'object', required: ['a'], additionalProperties: { type: 'integer' } }
    expect(keysOf(schema)).toEqual(['a', '_more'])
    expect(lifted(schema, { a: 1, _more: [{ key: 'b', value: 2 }] })).toEqual({ a: 1, b: 2 })
    expect(lifted({ type: 'object', required: ['a'], properties: {} }, { a: '{"b":1}' })).toEqual({ a: { b: 1 } })
  })
})

describe('a list by position', () => {
  const positions = { type: 'array', prefixItems: [text, text, text], items: false }

  it('may end where its author lets it end', () => {
    const { properties } = lowerSchema({ ...positions, minItems: 2 }).schema as { readonly properties: JsonObject } // lowers to an object
    expect(properties).toEqual({ item1: text, item2: text, item3: { type: ['string', 'null'] } })
    expect(lifted(positions, { item1: null, item2: null, item3: null })).toEqual([])
    expect(lifted(positions, { item1: 'a', item2: null, item3: 'c' })).toEqual(['a'])
    expect(lifted(positions, { item1: 'a' })).toEqual(['a'])
  })

  it('continues after its last position only if it got that far', () => {
    const open = { ...positions, items: object({ n: text }) }
    const more = [{ n: null }, { n: 'x' }]
    const three = { item1: 'a', item2: 'b', item3: 'c' }
    expect(lifted(open, { ...three, more })).toEqual(['a', 'b', 'c', {}, { n: 'x' }])
    expect(lifted(open, three)).toEqual(['a', 'b', 'c'])
    expect(lifted(open, { ...three, item1: null, more })).toEqual([])
    expect(lifted({ type: 'array', prefixItems: [text] }, { item1: 'a', more: ['5', '"x"'] })).toEqual(['a', 5, 'x'])
  })

  it('is read as older schemas write it, too', () => {
    const older = { type: 'array', items: [text, text], additionalItems: { type: 'integer' } }
    expect(keysOf(older)).toEqual(['item1', 'item2', 'more'])
    expect(lifted(older, { item1: 'a', item2: 'b', more: [1] })).toEqual(['a', 'b', 1])
    expect(keysOf({ ...older, additionalItems: false })).toEqual(['item1', 'item2'])
  })
})

describe('an answer of tens of thousands of members', () => {
  const many = Object.fromEntries(Array.from({ length: 80_000 }, (_, n): [string, Json] => [`k${n}`, n]))

  it('is handed on as it is where nothing in it was lowered', () => {
    expect(lifted(object({ a: text, b: text }, ['a']), many)).toBe(many)
  })

  it('loses the null that means left out, and keeps the others in their order', () => {
    const answer = { ...many, b: null, k5: null }
    const { b: _b, ...kept } = answer
    const made = lifted(object({ a: text, b: text }, ['a']), answer) as JsonObject // an object was given
    expect(Object.entries(made)).toEqual(Object.entries(kept))
  })

  it('is refused if a pair repeats an existing name', () => {
    const open = { ...object({ k7: text }, ['k7']), additionalProperties: true }
    const few = Object.fromEntries(Object.entries(many).slice(0, 2000))
    expect(() => lifted(open, { ...few, _more: [{ key: 'k7', value: '"twice"' }] })).toThrow(NameTwice)
  })
})
