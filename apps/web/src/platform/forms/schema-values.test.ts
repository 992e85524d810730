import { describe, expect, it } from 'vitest'
import { fieldKind, initialValue, missingValues, placeErrors, withMember } from './schema-values.ts'

const SONG = {
  type: 'object',
  properties: {
    brief: { type: 'string', title: 'Brief' },
    seconds: { type: 'integer', default: 20 },
    tags: { type: 'array', items: { type: 'string' } },
    place: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
  required: ['brief', 'place'],
}

describe('a form from a schema', () => {
  it('has a control for every plain type and JSON for the rest', () => {
    expect(fieldKind(SONG)).toBe('object')
    expect(fieldKind({ enum: ['a'] })).toBe('choice')
    expect(fieldKind({ type: ['string', 'null'] })).toBe('text')
    expect(fieldKind({ type: 'array', items: { type: 'string' } })).toBe('list')
    expect(fieldKind({ anyOf: [{ type: 'string' }, { type: 'number' }] })).toBe('alternatives')
    expect(fieldKind({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('text')
    expect(fieldKind({ const: 'a' })).toBe('choice')
    expect(fieldKind(true)).toBe('json')
  })

  it('begins with the defaults', () => {
    expect(initialValue(SONG)).toEqual({ seconds: 20, place: {} })
  })

  it('names what is required and missing, inside objects too', () => {
    expect(missingValues(SONG, { place: {} })).toEqual([
      { path: '/brief', title: 'Brief' },
      { path: '/place/name', title: 'name' },
    ])
    expect(missingValues(SONG, { brief: 'sea', place: { name: 'coast' } })).toEqual([])
  })

  it('names a required text that holds only spaces as empty', () => {
    expect(missingValues(SONG, { brief: ' \n ', place: { name: 'coast' } })).toEqual([
      { path: '/brief', title: 'Brief', isBlank: true },
    ])
  })

  it('says what was refused at the nearest field, and what no field is meant by elsewhere', () => {
    const refused = [
      { path: '/place/name', message: 'too long' },
      { path: '/tags/0', message: 'no tag' },
      { path: '/tags/1', message: 'no tag either' },
      { path: '/other', message: 'not known' },
      { path: '', message: 'not so many' },
    ]
    expect(placeErrors(SONG, refused)).toEqual({
      byField: { '/place/name': 'too long', '/tags': 'no tag' },
      elsewhere: ['not known', 'not so many'],
    })
    expect(placeErrors(undefined, refused.slice(0, 1))).toEqual({ byField: {}, elsewhere: ['too long'] })
  })

  it('leaves out what is not set', () => {
    expect(withMember({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 })
  })
})
