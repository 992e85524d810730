import { flatRows, TOOL_SCHEMA } from '@ensemble/core/editor'
import { createValidator } from '@ensemble/core/validate'
import { describe, expect, it } from 'vitest'
import { addable, constraintLabel, docsOf, firstValue } from './constraints.ts'

const rowOf = (schema: object) => {
  const [row] = flatRows(JSON.stringify({ properties: { a: schema } }), '', new Set())
  if (row === undefined) throw new Error('no row')
  return row
}
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const

describe('a constraint that is added to a property', () => {
  it('fits one of its types or any, is unused and has no column', () => {
    expect(addable(rowOf({ type: 'boolean' }))).toEqual(['title', 'default', 'examples', 'enum', 'const'])
    expect(addable(rowOf({ type: 'integer', minimum: 0 }))).toContain('maximum')
    expect(addable(rowOf({ type: 'integer', minimum: 0 }))).not.toContain('minimum')
    expect(addable(rowOf({ type: 'integer' }))).not.toContain('minLength')
    expect(addable(rowOf({ type: ['string', 'integer'] }))).toEqual(expect.arrayContaining(['minLength', 'minimum']))
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
