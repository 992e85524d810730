import { flatRows } from '@ensemble/core/editor'
import { describe, expect, it } from 'vitest'
import { edited, type TableEdit } from './table-edits.ts'

const TEXT = `{
  "type": "object",
  "properties": {
    "city": { "type": "string", "minLength": 1 }, // where
    "mood": { "$ref": "#/$defs/mood" },
    "tags": { "type": "array", "items": { "type": "string" } }
  },
  "required": ["city"],
  "$defs": { "mood": {} }
}`
const open = new Set(['/properties/tags'])
const row = (name: string, text = TEXT) => {
  const found = flatRows(text, '', open).find((one) => one.name === name)
  if (found === undefined) throw new Error(`no row ${name}`)
  return found
}
const propertiesOf = (text: string) => flatRows(text, '', new Set()).filter(({ kind }) => kind === 'property')
const after = (edit: TableEdit): string => edited(TEXT, edit)

describe('an edit in the table of the editor', () => {
  it('retypes, also to and from references and alternatives', () => {
    expect(after({ type: 'retype', row: row('city'), to: 'string | null' })).toContain('"type": ["string", "null"]')
    expect(after({ type: 'retype', row: row('mood'), to: 'string' })).toContain('"mood": { "type": "string" }')
    expect(after({ type: 'retype', row: row('city'), to: '#/$defs/mood' })).toContain(
      '"city": { "minLength": 1, "$ref": "#/$defs/mood" }',
    )
    expect(after({ type: 'retype', row: row('city'), to: 'any' })).toContain('"city": {}')
    const either = after({ type: 'retype', row: row('city'), to: 'anyOf' })
    expect(either).toContain('"anyOf": [{ "type": "string" }, { "type": "null" }]')
    expect(edited(either, { type: 'addAlternative', pointer: '/properties/city', kind: 'anyOf' })).toContain(
      '{ "type": "null" }, { "type": "number" }]',
    )
    expect(edited(either, { type: 'retype', row: row('city', either), to: 'integer' })).toContain('"type": "integer"')
  })

  it('describes, constrains and requires, comments kept', () => {
    const described = after({ type: 'describe', row: row('city'), description: 'Where' })
    expect(described).toContain('"description": "Where"')
    expect(described).toContain('// where')
    expect(after({ type: 'constrain', row: row('city'), keyword: 'minLength', value: undefined })).toContain(
      '"city": { "type": "string" }',
    )
    expect(after({ type: 'require', row: row('mood'), required: true })).toContain('["city", "mood"]')
  })

  it('renames, moves, takes away and adds properties, and their neighbours stay as they are written', () => {
    expect(after({ type: 'rename', row: row('city'), name: 'town' })).toContain(
      '"town": { "type": "string", "minLength": 1 }, // where',
    )
    expect(after({ type: 'rename', row: row('city'), name: 'town' })).toContain('"required": ["town"]')
    const moved = after({ type: 'move', row: row('tags'), by: -1 })
    expect(propertiesOf(moved).map(({ name }) => name)).toEqual(['city', 'tags', 'mood'])
    expect(after({ type: 'move', row: row('tags'), by: 0 })).toBe(TEXT)
    expect(propertiesOf(after({ type: 'remove', row: row('mood') })).map(({ name }) => name)).toEqual(['city', 'tags'])
    expect(after({ type: 'remove', row: row('city') })).not.toContain('required": ["city"]')
    const added = after({ type: 'add', owner: '', name: 'days', schema: { type: 'integer' } })
    expect(added).toContain('"days": { "type": "integer" }')
    expect(added).toContain('// where')
  })

  it('moves a property into a neighbouring object', () => {
    const text = '{ "type": "object", "properties": { "a": { "type": "string" }, "in": { "type": "object" } } }'
    const moved: unknown = JSON.parse(edited(text, { type: 'moveInto', row: row('a', text), owner: '/properties/in' }))
    expect(moved).toEqual({
      type: 'object',
      properties: { in: { type: 'object', properties: { a: { type: 'string' } } } },
    })
  })

  it('gives a property any type, a reference, or several types of which each is kept as an alternative', () => {
    expect(after({ type: 'retype', row: row('city'), to: 'any' })).toContain('"city": {}, // where')
    expect(after({ type: 'retype', row: row('city'), to: '#/$defs/mood' })).toContain('"$ref": "#/$defs/mood"')
    const several = '{ "properties": { "a": { "type": ["string", "integer"] } } }'
    expect(JSON.parse(edited(several, { type: 'retype', row: row('a', several), to: 'anyOf' }))).toEqual({
      properties: { a: { anyOf: [{ type: ['string', 'integer'] }, { type: 'null' }] } },
    })
    const untyped = '{ "properties": { "a": {} } }'
    expect(JSON.parse(edited(untyped, { type: 'retype', row: row('a', untyped), to: 'anyOf' }))).toEqual({
      properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    })
  })

  it('takes an alternative away', () => {
    const text =
      '{ "properties": { "a": { "anyOf": [{ "type": "string" }, { "type": "integer" }, { "type": "null" }] } } }'
    const second = flatRows(text, '', new Set(['/properties/a'])).find(({ pointer }) => pointer.endsWith('/anyOf/1'))
    if (second === undefined) throw new Error('no row of the second alternative')
    expect(JSON.parse(edited(text, { type: 'remove', row: second }))).toEqual({
      properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    })
  })

  it('takes a description away where nothing is left of it', () => {
    const described = after({ type: 'describe', row: row('city'), description: 'Where' })
    expect(edited(described, { type: 'describe', row: row('city', described), description: '' })).toBe(TEXT)
  })

  it('reaches what is inside: items are described and taken away', () => {
    expect(after({ type: 'describe', row: row('items'), description: 'A word' })).toContain(
      '"items": { "type": "string", "description": "A word" }',
    )
    expect(after({ type: 'remove', row: row('items') })).toContain('"tags": { "type": "array" }')
  })

  it('adds an alternative to the keyword that is there, as one edit that undo takes back', () => {
    const text = '{ "properties": { "a": { "oneOf": [{ "type": "string" }] } } }'
    const added = edited(text, { type: 'addAlternative', pointer: '/properties/a', kind: 'oneOf' })
    expect(added).not.toBe(text)
    expect(JSON.parse(added)).toEqual({
      properties: { a: { oneOf: [{ type: 'string' }, { type: 'number' }] } },
    })
  })

  it('tells anyOf, oneOf and allOf apart', () => {
    const one = after({ type: 'retype', row: row('city'), to: 'oneOf' })
    expect(one).toContain('"oneOf": [{ "type": "string" }, { "type": "null" }]')
    const all = edited(one, { type: 'retype', row: row('city', one), to: 'allOf' })
    expect(all).toContain('"allOf": [{ "type": "string" }, { "type": "null" }]')
    expect(after({ type: 'retype', row: row('city'), to: 'allOf' })).toContain('"allOf": [{ "type": "string" }]')
    expect(after({ type: 'retype', row: row('mood'), to: 'oneOf' })).toContain(
      '"oneOf": [{ "$ref": "#/$defs/mood" }, { "type": "null" }]',
    )
  })

  it('makes a list of a type, and takes what was typed after a name', () => {
    expect(after({ type: 'retype', row: row('city'), to: 'integer[]' })).toContain(
      '"city": { "type": "array", "items": { "type": "integer" } }',
    )
    const typed = { name: 'city', schema: { type: 'array', items: { type: 'string' } }, required: false }
    const read: unknown = JSON.parse(after({ type: 'typed', row: row('city'), typed }).replace('// where', ''))
    expect(read).toMatchObject({ properties: { city: { type: 'array', items: { type: 'string' } } } })
    expect(after({ type: 'typed', row: row('mood'), typed: { ...typed, name: 'mood', required: true } })).toContain(
      '["city", "mood"]',
    )
  })

  it('renames a definition with what refers to it, and extracts one', () => {
    const renamed = after({ type: 'rename', row: row('mood'), name: 'feeling' })
    expect(renamed).toContain('"feeling": { "$ref": "#/$defs/mood" }')
    const definition = flatRows(TEXT, '', new Set()).find(({ kind }) => kind === 'definition')
    if (definition === undefined) throw new Error('no definition')
    expect(after({ type: 'rename', row: definition, name: 'temper' })).toContain('"$ref": "#/$defs/temper"')
    expect(after({ type: 'extract', row: row('city'), name: 'place' })).toContain(
      '"place": { "type": "string", "minLength": 1 }',
    )
  })
})
