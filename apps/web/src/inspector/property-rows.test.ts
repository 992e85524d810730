import { describe, expect, it } from 'vitest'
import { propertyRows, withRequired } from './property-rows.ts'

describe('the table of a schema', () => {
  it('has a row for every parameter and none for meta fields', () => {
    const rows = propertyRows({
      type: 'object',
      properties: {
        _module: { const: 'idea://x' },
        part: { type: 'string', description: 'which' },
        mood: { enum: ['sad'] },
      },
      required: ['part'],
    })
    expect(rows).toEqual([
      { name: 'part', type: 'string', required: true, description: 'which', isRich: false },
      { name: 'mood', type: 'enum', required: false, description: '', isRich: true },
    ])
  })

  it('is left to the JSON where a schema is more than a list of properties', () => {
    expect(propertyRows({ anyOf: [] })).toBeNull()
    expect(propertyRows({ type: 'string' })).toBeNull()
    expect(propertyRows(undefined)).toEqual([])
  })

  it('writes `required` only where it says something', () => {
    expect(withRequired({}, 'a', false)).toBeUndefined()
    expect(withRequired({}, 'a', true)).toEqual(['a'])
    expect(withRequired({ required: ['a', 'b'] }, 'a', false)).toEqual(['b'])
  })
})
