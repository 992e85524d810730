import { flatRows, TOOL_SCHEMA } from '@ensemble/core/editor'
import { createValidator } from '@ensemble/core/validate'
import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  addable,
  commonFields,
  constraintLabel,
  docsOf,
  firstValue,
  fitsField,
  readConstraint,
  writeConstraint,
} from './constraints.ts'

const rowOf = (schema: object) => {
  const [row] = flatRows(JSON.stringify({ properties: { a: schema } }), '', new Set())
  if (row === undefined) throw new Error('no row')
  return row
}
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const

describe('a constraint that is added to a property', () => {
  it('fits one of its types or any, is unused and has no column', () => {
    expect(addable(rowOf({ type: 'boolean' }))).toEqual(['title', 'default', 'examples', 'enum', 'const'])
    expect(addable(rowOf({ type: 'integer', exclusiveMinimum: 0 }))).toContain('exclusiveMaximum')
    expect(addable(rowOf({ type: 'integer', exclusiveMinimum: 0 }))).not.toContain('exclusiveMinimum')
    // These have a field of their own already.
    expect(addable(rowOf({ type: 'integer' }))).not.toContain('minimum')
    expect(commonFields(rowOf({ type: 'integer' }))).toContain('minimum')
    expect(addable(rowOf({ type: 'integer' }))).not.toContain('minLength')
    expect(addable(rowOf({ type: ['string', 'integer'] }))).toEqual(
      expect.arrayContaining(['contentEncoding', 'exclusiveMinimum']),
    )
    for (const type of TYPES) {
      const offered = addable(rowOf({ type }))
      expect(offered.filter((name) => ['type', 'items', 'properties', 'required', '$ref'].includes(name))).toEqual([])
      expect(offered.filter((name) => docsOf(name) === undefined)).toEqual([])
    }
  })

  it('begins with a value that its keyword may have, whatever the type', () => {
    const validator = createValidator()
    for (const type of TYPES) {
      const row = rowOf({ type })
      for (const keyword of addable(row)) {
        const schema = { type, [keyword]: firstValue(keyword, row) }
        const tool = { type: 'object', description: 'Any.', properties: { a: schema } }
        expect(validator.check(TOOL_SCHEMA, tool), `${type} ${keyword}`).toEqual({ ok: true })
        expect(validator.checkSchema(schema), `${type} ${keyword}`).toEqual({ ok: true })
      }
    }
  })

  it('begins as a value of the type where it is one', () => {
    expect(firstValue('const', rowOf({ type: 'integer' }))).toBe(0)
    expect(firstValue('default', rowOf({ type: 'number' }))).toBe(0)
    expect(firstValue('default', rowOf({ type: 'boolean' }))).toBe(true)
    expect(firstValue('const', rowOf({ type: 'string' }))).toBe('')
    expect(firstValue('minimum', rowOf({ type: 'boolean' }))).toBe(0)
  })

  it('shows its value, a list its values, and long ones are cut', () => {
    expect(constraintLabel('minLength', 1)).toBe('minLength 1')
    expect(constraintLabel('pattern', '^a$')).toBe('pattern ^a$')
    expect(constraintLabel('enum', ['a', 2, null])).toBe('a | 2 | null')
    expect(constraintLabel('default', { a: 1 })).toBe('default {…}')
    expect(constraintLabel('pattern', 'x'.repeat(24))).toBe(`pattern ${'x'.repeat(24)}`)
    expect(constraintLabel('pattern', 'x'.repeat(25))).toBe(`pattern ${'x'.repeat(24)}…`)
  })
})

describe('a constraint in a short field', () => {
  it('reads back as what it was, whatever it is', () => {
    const scalar = fc.oneof(
      fc.string(),
      fc.constantFrom('1', 'true', 'a|b', ' a ', '"'),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    )
    fc.assert(
      fc.property(fc.array(scalar, { minLength: 1, maxLength: 5 }), fc.subarray([...TYPES]), (values, types) => {
        if (!fitsField('enum', values, types)) return
        expect(readConstraint('enum', writeConstraint('enum', values), types)).toEqual(values)
      }),
    )
    fc.assert(
      fc.property(fc.array(scalar, { minLength: 1, maxLength: 5 }), (values) => {
        if (values.every((value) => value !== '')) expect(fitsField('enum', values, [])).toBe(true)
      }),
    )
  })

  it('is read as a person writes it', () => {
    expect(readConstraint('enum', 'calm | wild', ['string'])).toEqual(['calm', 'wild'])
    expect(readConstraint('enum', '1 | 2', ['integer'])).toEqual([1, 2])
    expect(readConstraint('enum', '1 | two', ['string'])).toEqual(['1', 'two'])
    expect(readConstraint('enum', '"a | b" | c', ['string'])).toEqual(['a | b', 'c'])
    expect(readConstraint('maximum', '12.5', ['number'])).toBe(12.5)
    expect(readConstraint('maximum', 'twelve', ['number'])).toBeNull()
    expect(readConstraint('pattern', '^a$', ['string'])).toBe('^a$')
    expect(readConstraint('minimum', ' ', ['number'])).toBeUndefined()
  })
})
