import { describe, expect, it } from 'vitest'
import { closeSchema } from './close-schema.ts'

const place = { type: 'object', properties: { city: { type: 'string' } } }

describe('closing a schema', () => {
  it('closes every object that declares properties, however deep', () => {
    expect(closeSchema({ type: 'array', items: { anyOf: [place, { type: 'null' }] } })).toEqual({
      type: 'array',
      items: { anyOf: [{ ...place, additionalProperties: false }, { type: 'null' }] },
    })
  })

  it('leaves open what its author opened, and maps nobody declared', () => {
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

  it('does not touch values that look like schemas, nor conditions', () => {
    const schema = { type: 'object', additionalProperties: false, default: place, not: place, if: place }
    expect(closeSchema(schema)).toBe(schema)
  })
})
