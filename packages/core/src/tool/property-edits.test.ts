import fc from 'fast-check'
import { stripComments } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../schema/json.ts'
import type { TextEdit } from '../schema/json-document.ts'
import { applyTextEdits, jsonOf, parseDocument } from '../schema/json-document.ts'
import {
  addProperty,
  movePropertyTo,
  removeProperty,
  renameProperty,
  retypeProperty,
  setProperty,
  setRequired,
} from './property-edits.ts'
import { readProperties, typeLabel } from './property-table.ts'

const TEXT = `{
  // what it is
  "type": "object",
  "properties": {
    "city": { "type": "string", "minLength": 1 }, // where
    "days": {
      "type": "integer", "maximum": 7
    },
    /* a place */ "spot": { "$ref": "#/$defs/spot" }
  },
  "required": ["city", "days"],
  "$defs": { "spot": { "type": "array",   "items": { "type": "number" } } }
}
`
const after = (edits: readonly TextEdit[], text = TEXT): string => applyTextEdits(text, edits)

describe('the property table', () => {
  it('shows type, requiredness, description, constraints, references and what is nested', () => {
    const text = JSON.stringify({
      properties: {
        _module: { const: 'idea://x' },
        who: { type: ['string', 'null'], description: 'Name', maxLength: 9 },
        notes: { type: 'array', items: { type: 'object', properties: { pitch: { type: 'integer' } } } },
        mood: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/mood' }] },
      },
      required: ['who'],
    })
    const rows = readProperties(text, '')
    expect(rows.map((row) => [row.name, typeLabel(row), row.required, row.isMeta])).toEqual([
      ['_module', '"idea://x"', false, true],
      ['who', 'string | null', true, false],
      ['notes', 'array of object', false, false],
      ['mood', 'string | #/$defs/mood', false, false],
    ])
    expect(rows[1]).toMatchObject({ description: 'Name', constraints: { maxLength: 9 } })
    expect(rows[2]?.children[0]).toMatchObject({
      kind: 'items',
      pointer: '/properties/notes/items',
      rows: [{ name: 'pitch', pointer: '/properties/notes/items/properties/pitch' }],
    })
  })

  it('reads what it can of a text that is being typed', () => {
    expect(readProperties('{ "properties": { "a": { "type": "string" }, "b": ', '').map(({ name }) => name)).toEqual([
      'a',
    ])
  })
})

describe('an edit in the property table', () => {
  it('sets and removes keywords in the layout that is there', () => {
    expect(after(setProperty(TEXT, '', 'city', { description: 'Which city', minLength: undefined }))).toBe(
      TEXT.replace('{ "type": "string", "minLength": 1 }', '{ "type": "string", "description": "Which city" }'),
    )
  })

  it('retypes a property and drops keywords of another type', () => {
    expect(after(retypeProperty(TEXT, '', 'days', ['string', 'null']))).toBe(
      TEXT.replace('"type": "integer", "maximum": 7', '"type": ["string", "null"]'),
    )
  })

  it('renames a property, in required too, unless the name is taken', () => {
    const renamed = TEXT.replace('"city": {', '"town": {').replace('["city"', '["town"')
    expect(after(renameProperty(TEXT, '', 'city', 'town'))).toBe(renamed)
    expect(renameProperty(TEXT, '', 'city', 'days')).toEqual([])
    const sent = (name: string): string =>
      `{ "properties": { "_parameterNames": { "const": { "${name}": "_city" } }, "${name}": {} } }`
    expect(applyTextEdits(sent('city'), renameProperty(sent('city'), '', 'city', 'town'))).toBe(sent('town'))
  })

  it('adds a property after the last, comments and all', () => {
    expect(after(addProperty(TEXT, '', 'units', { required: true }))).toBe(
      TEXT.replace(
        '"spot": { "$ref": "#/$defs/spot" }',
        '"spot": { "$ref": "#/$defs/spot" },\n    "units": { "type": "string" }',
      ).replace('"days"]', '"days", "units"]'),
    )
    expect(after(addProperty(TEXT, '', 'units', { index: 1 }))).toBe(
      TEXT.replace('}, // where\n', '}, // where\n    "units": { "type": "string" },\n'),
    )
  })

  it('adds the first property of an object that has none', () => {
    expect(after(addProperty('{ "type": "object" }', '', 'a', { required: true }), '{ "type": "object" }')).toBe(
      '{ "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"] }',
    )
    const empty = '{\n  "properties": {}\n}'
    expect(after(addProperty(empty, '', 'a'), empty)).toBe(
      '{\n  "properties": {\n    "a": { "type": "string" }\n  }\n}',
    )
  })

  it('removes a property, at any place', () => {
    expect(after(removeProperty(TEXT, '', 'city'))).toBe(
      TEXT.replace('"city": { "type": "string", "minLength": 1 }, ', '').replace('["city", ', '['),
    )
    expect(readProperties(after(removeProperty(TEXT, '', 'spot')), '').map(({ name }) => name)).toEqual([
      'city',
      'days',
    ])
    expect(after(removeProperty('{"properties":{"a":{}}}', '', 'a'), '{"properties":{"a":{}}}')).toBe(
      '{"properties":{}}',
    )
  })

  it('moves a property and keeps its own text', () => {
    const moved = after(movePropertyTo(TEXT, '', 'days', 0))
    expect(readProperties(moved, '').map(({ name }) => name)).toEqual(['days', 'city', 'spot'])
    expect(moved).toContain('{\n      "type": "integer", "maximum": 7\n    }, // where')
  })

  it('says a property is required, or no longer', () => {
    expect(after(setRequired(TEXT, '', 'spot', true))).toBe(TEXT.replace('"days"]', '"days", "spot"]'))
    expect(after(setRequired(TEXT, '', 'city', false))).toBe(TEXT.replace('["city", "days"]', '["days"]'))
    expect(setRequired(TEXT, '', 'city', true)).toEqual([])
  })
})

// The law: after any interleaving, the table is the parsed text, and what was not edited is there byte for byte.

const NAMES = ['a', 'b/c', 'город', '__proto__', '_module']
const name = fc.constantFrom(...NAMES)
const schema: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(
  { type: 'string', description: 'x' },
  { type: ['integer', 'null'], minimum: 1 },
  { anyOf: [{ type: 'string' }, { $ref: '#/$defs/x' }] },
  { type: 'array', items: { type: 'object', properties: { deep: { type: 'string' } } }, 'x-own': [1, { a: null }] },
)
type Edit = (text: string) => readonly TextEdit[]
const edit: fc.Arbitrary<readonly [touched: readonly string[], edit: Edit]> = fc.oneof(
  fc
    .tuple(name, schema, fc.nat(5), fc.boolean())
    .map(
      ([key, value, index, required]) =>
        [[key], (text: string) => addProperty(text, '', key, { schema: value, index, required })] as const,
    ),
  name.map((key) => [[key], (text: string) => removeProperty(text, '', key)] as const),
  fc.tuple(name, name).map(([key, to]) => [[key, to], (text: string) => renameProperty(text, '', key, to)] as const),
  fc
    .tuple(name, fc.constantFrom('string', 'array', 'object'))
    .map(([key, type]) => [[key], (text: string) => retypeProperty(text, '', key, type)] as const),
  fc.tuple(name, fc.boolean()).map(([key, on]) => [[], (text: string) => setRequired(text, '', key, on)] as const),
  fc
    .tuple(name, fc.option(fc.string(), { nil: undefined }))
    .map(([key, description]) => [[key], (text: string) => setProperty(text, '', key, { description })] as const),
  fc.tuple(name, fc.nat(4)).map(([key, to]) => [[], (text: string) => movePropertyTo(text, '', key, to)] as const),
)
const layout = fc.constantFrom<(value: Json) => string>(
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 2),
  (value) => JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n'),
  (value) =>
    JSON.stringify(value, null, 4).replaceAll(/,\n/gu, ', // note, "quoted"\n').replaceAll(/\{\n/gu, '{ /* in */\n'),
)

const propertiesOf = (text: string): JsonObject => {
  const { root } = parseDocument(text)
  const value = root === undefined ? null : jsonOf(root)
  return (value as JsonObject)['properties'] as JsonObject // built as an object below
}

const ownTexts = (text: string, touched: readonly string[]): readonly string[] =>
  readProperties(text, '')
    .filter((row) => !touched.includes(row.name))
    .map(({ range: [offset, length] }) => text.slice(offset, offset + length))
    .toSorted()

describe('any interleaving of edits in the table', () => {
  it('keeps the table equal to the text and every other property byte for byte', () => {
    const start = fc.tuple(fc.dictionary(name, schema, { noNullPrototype: true }), fc.subarray(NAMES), layout)
    fc.assert(
      fc.property(start, fc.array(edit, { maxLength: 12 }), ([properties, required, write], edits) => {
        const whole: JsonObject = { $comment: 'a // b', properties, required, $defs: { x: {} } }
        let text = write(whole)
        for (const [touched, change] of edits) {
          const next = applyTextEdits(text, change(text))
          expect(() => JSON.parse(stripComments(next)) as unknown).not.toThrow()
          expect(readProperties(next, '').map((row) => row.name)).toEqual(Object.keys(propertiesOf(next)))
          expect(ownTexts(next, touched)).toEqual(ownTexts(text, touched))
          const { root } = parseDocument(next)
          const parsed = root === undefined ? {} : (jsonOf(root) as JsonObject) // an object, as written above
          expect({ ...parsed, properties: 0, required: 0 }).toEqual({ ...whole, properties: 0, required: 0 })
          text = next
        }
      }),
      { numRuns: 300 },
    )
  })
})
