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
const after = (edit: TableEdit): string => edited(TEXT, edit)

describe('an edit in the table of the editor', () => {
  it('retypes, also to and from references and alternatives', () => {
    expect(after({ type: 'retype', row: row('city'), to: 'string | null' })).toContain('"type": ["string", "null"]')
    expect(after({ type: 'retype', row: row('mood'), to: 'string' })).toContain('"mood": { "type": "string" }')
    const either = after({ type: 'retype', row: row('city'), to: 'anyOf' })
    expect(either).toContain('"anyOf": [{ "type": "string" }, { "type": "null" }]')
    expect(edited(either, { type: 'addAlternative', row: row('city', either), kind: 'anyOf' })).toContain(
      '{ "type": "null" }, { "type": "string" }]',
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

  it('reaches what is inside: items are described and taken away', () => {
    expect(after({ type: 'describe', row: row('items'), description: 'A word' })).toContain(
      '"items": { "type": "string", "description": "A word" }',
    )
    expect(after({ type: 'remove', row: row('items') })).toContain('"tags": { "type": "array" }')
  })
})
