import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../schema/json.ts'
import { createValidator } from '../schema/validate.ts'
import { closeSchema } from './close-schema.ts'

const validator = createValidator()

const place = { type: 'object', properties: { city: { type: 'string' } } }

describe('closing a schema', () => {
  it('closes every object that declares properties, however deep', () => {
    expect(closeSchema({ type: 'array', items: { anyOf: [place, { type: 'null' }] } })).toEqual({
      type: 'array',
      items: { anyOf: [{ ...place, additionalProperties: false }, { type: 'null' }] },
    })
  })

  it('keeps open objects that the author opened, and undeclared maps', () => {
    const open = { type: 'object', properties: { any: { type: 'object' } }, additionalProperties: true }
    expect(closeSchema(open)).toBe(open)
  })

  it('closes the whole, not the parts, where several schemas describe one object', () => {
    expect(closeSchema({ allOf: [place, { properties: { units: { type: 'string' } } }] })).toEqual({
      allOf: [place, { properties: { units: { type: 'string' } } }],
      unevaluatedProperties: false,
    })
  })

  it('closes a definition unless another schema adds properties to it', () => {
    const schema = { properties: { at: { $ref: '#/$defs/place' } }, $defs: { place } }
    expect(closeSchema(schema)).toMatchObject({ $defs: { place: { additionalProperties: false } } })
    const extended = { $ref: '#/$defs/place', properties: { zoom: { type: 'number' } }, $defs: { place } }
    expect(closeSchema(extended)).toEqual({ ...extended, unevaluatedProperties: false })
  })

  const base = { type: 'object', properties: { x: { type: 'integer' } } }
  const more = { properties: { y: { type: 'integer' } } }
  const both = (extended: string) => ({ allOf: [{ $ref: extended }, more] })

  it.each<[string, JsonObject]>([
    ['by an escaped name', { $defs: { 'a/b': base }, properties: { p: both('#/$defs/a~1b') } }],
    ['by a name as addresses write it', { $defs: { 'Page<A>': base }, properties: { p: both('#/$defs/Page%3CA%3E') } }],
    [
      'through another one',
      { $defs: { base, other: { $ref: '#/$defs/base' } }, properties: { p: both('#/$defs/other') } },
    ],
    [
      'through alternatives',
      { $defs: { base, other: { anyOf: [{ $ref: '#/$defs/base' }, more] } }, properties: { p: both('#/$defs/other') } },
    ],
    ['where it is no definition', { properties: { b: base, p: both('#/properties/b') } }],
  ])('leaves a schema open that another one adds to %s', (_, schema) => {
    const closed = closeSchema(schema)
    expect(validator.check(closed, { p: { x: 1, y: 2 } })).toEqual({ ok: true })
    expect(validator.check(closed, { p: { x: 1, z: 2 } }).ok).toBe(false)
  })

  it('closes a schema that others add to where nothing is added', () => {
    const schema = { $defs: { base }, properties: { p: both('#/$defs/base'), q: { $ref: '#/$defs/base' } } }
    expect(validator.check(closeSchema(schema), { q: { x: 1 }, p: { x: 1, y: 1 } })).toEqual({ ok: true })
    expect(validator.check(closeSchema(schema), { q: { x: 1, nobody: 2 } }).ok).toBe(false)
  })

  it('does not touch values that look like schemas, nor conditions', () => {
    const schema = { type: 'object', additionalProperties: false, default: place, not: place, if: place }
    expect(closeSchema(schema)).toBe(schema)
  })
})
