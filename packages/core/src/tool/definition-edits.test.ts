import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import suite from '../../fixtures/json-schema-test-suite.json' with { type: 'json' }
import type { Json, JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import { applyTextEdits, type TextEdit } from '../schema/json-document.ts'
import { followReference } from '../schema/pointer.ts'
import {
  addDefinition,
  definitionPointer,
  extractDefinition,
  removeDefinition,
  renameDefinition,
} from './definition-edits.ts'
import { flatRows } from './flat-rows.ts'

const parse = (text: string): Json => JSON.parse(text) as Json // JSON.parse gives JSON
const done = (text: string, edits: readonly TextEdit[]): Json => parse(applyTextEdits(text, edits))

const TEXT = `{
  "type": "object",
  "properties": {
    "home": {
      "type": "object",
      "description": "Where someone lives.",
      "properties": { "city": { "type": "string" } }
    },
    "work": { "$ref": "#/$defs/place" },
    "note": { "default": { "$ref": "#/$defs/place" } }
  },
  "$defs": { "place": { "properties": { "near": { "$ref": "#/$defs/place" } } }, "lone": {} }
}`

describe('a definition', () => {
  it('is added, to the keyword that the schema has', () => {
    expect(done('{}', addDefinition('{}', '', 'a', { type: 'string' }))).toEqual({ $defs: { a: { type: 'string' } } })
    const old = '{ "definitions": { "b": {} } }'
    expect(done(old, addDefinition(old, '', 'a', {}))).toEqual({ definitions: { b: {}, a: {} } })
    expect(definitionPointer(old, '', 'a/b')).toBe('/definitions/a~1b')
    expect(addDefinition(old, '', 'b', {})).toEqual([])
  })

  it('is renamed with the references to it, and data that looks like one stays', () => {
    const renamed = applyTextEdits(TEXT, renameDefinition(TEXT, '', '/$defs/place', 'spot'))
    expect(renamed).toBe(
      TEXT.replace('"place": {', '"spot": {')
        .replace('"work": { "$ref": "#/$defs/place" }', '"work": { "$ref": "#/$defs/spot" }')
        .replace('"near": { "$ref": "#/$defs/place" }', '"near": { "$ref": "#/$defs/spot" }'),
    )
    expect(renameDefinition(TEXT, '', '/$defs/place', 'lone')).toEqual([])
    expect(renameDefinition(TEXT, '', '/$defs/gone', 'x')).toEqual([])
  })

  it('says how often it is used from outside itself', () => {
    const uses = flatRows(TEXT, '', new Set()).map(({ kind, name, uses: count }) => [kind, name, count])
    expect(uses.slice(3)).toEqual([
      ['definition', 'place', 1],
      ['definition', 'lone', 0],
    ])
  })

  it('is removed, and with the last one the keyword', () => {
    const one = applyTextEdits(TEXT, removeDefinition(TEXT, '', '/$defs/lone'))
    expect(Object.keys((parse(one) as JsonObject)['$defs'] as JsonObject)).toEqual(['place']) // an object, as written
    expect(done(one, removeDefinition(one, '', '/$defs/place'))).not.toHaveProperty('$defs')
    expect(removeDefinition(one, '', '/$defs/lone')).toEqual([])
  })

  it('is extracted word for word, with its description in both places', () => {
    const text = applyTextEdits(TEXT, extractDefinition(TEXT, '', '/properties/home', 'home'))
    expect(text).toContain('"home": { "$ref": "#/$defs/home", "description": "Where someone lives." }')
    expect(followReference(parse(text), '#/$defs/home')).toEqual(followReference(parse(TEXT), '#/properties/home'))
    expect(extractDefinition(TEXT, '', '/properties/home', 'place')).toEqual([])
    expect(extractDefinition(TEXT, '', '', 'whole')).toEqual([])
  })

  it('is extracted with the references that lead through it', () => {
    const text = '{ "properties": { "a": { "items": {} }, "b": { "$ref": "#/properties/a/items" } } }'
    expect(done(text, extractDefinition(text, '', '/properties/a', 'list'))).toEqual({
      properties: { a: { $ref: '#/$defs/list' }, b: { $ref: '#/$defs/list/items' } },
      $defs: { list: { items: {} } },
    })
  })
})

describe('laws of definitions', () => {
  /** A schema with its references followed, cut where it is nested deep. */
  const unfolded = (root: Json, value: Json, depth = 0, hops = 0): Json => {
    if (depth > 8 || hops > 8 || typeof value !== 'object' || value === null) return depth > 8 || hops > 8 ? '…' : value
    if (Array.isArray(value)) return value.map((item: Json) => unfolded(root, item, depth + 1))
    const ref = (value as JsonObject)['$ref']
    const target = typeof ref === 'string' ? followReference(root, ref) : undefined
    if (target !== undefined) return unfolded(root, target, depth, hops + 1)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => key !== '$defs')
        .map(([key, item]) => [key, unfolded(root, item as Json, depth + 1)]), // a member of JSON
    )
  }
  const texts = suite.schemas
    .filter(({ schema }) => isObject(schema as Json)) // JSON, from a JSON file
    .map(({ schema }) => JSON.stringify(schema, null, 2))
    .filter((text) => !/"\$(?:id|anchor|dynamicRef|dynamicAnchor|recursiveRef)"|definitions/u.test(text))

  it('extracting a property and renaming what was extracted changes nothing that the schema says; undo restores it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.nat(10), (text, pick) => {
        const rows = flatRows(text, '', new Set()).filter(({ kind }) => kind === 'property')
        const row = rows[pick % Math.max(1, rows.length)]
        if (row === undefined) return
        const edits = extractDefinition(text, '', row.pointer, 'extracted one')
        const extracted = applyTextEdits(text, edits)
        if (extracted === text) return
        const asRoot = (now: string): Json => unfolded(parse(now), parse(now))
        expect(asRoot(extracted)).toEqual(asRoot(text))
        const at = definitionPointer(extracted, '', 'extracted one')
        const renamed = applyTextEdits(extracted, renameDefinition(extracted, '', at, 'a%b'))
        expect(asRoot(renamed)).toEqual(asRoot(text))
        const again = definitionPointer(renamed, '', 'a%b')
        expect(applyTextEdits(renamed, renameDefinition(renamed, '', again, 'extracted one'))).toBe(extracted)
      }),
      { numRuns: 400 },
    )
  })
})
