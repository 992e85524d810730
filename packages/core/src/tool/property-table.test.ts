import fc from 'fast-check'
import { stripComments } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import suite from '../../fixtures/json-schema-test-suite.json' with { type: 'json' }
import type { Json, JsonObject } from '../schema/json.ts'
import { hasOwn, isObject } from '../schema/json.ts'
import type { TextEdit } from '../schema/json-document.ts'
import { applyTextEdits } from '../schema/json-document.ts'
import {
  addProperty,
  movePropertyInto,
  movePropertyTo,
  removeProperty,
  renameProperty,
  retypeProperty,
  setProperty,
  setRequired,
} from './property-edits.ts'
import type { PropertyRow } from './property-table.ts'
import { readProperties } from './property-table.ts'

/** Every schema of the official suite, in the two layouts people have. */
const SCHEMAS: readonly (readonly [title: string, schema: Json])[] = suite.schemas.map(
  ({ file, description, schema }): readonly [string, Json] => [`${file}: ${description}`, schema as Json], // JSON, from a JSON file
)

const IN_COLUMNS = new Set([
  'type',
  'description',
  '$ref',
  'properties',
  'required',
  'items',
  'anyOf',
  'oneOf',
  'allOf',
])
const COMBINATIONS = ['anyOf', 'oneOf', 'allOf'] as const

const parse = (text: string): Json => JSON.parse(stripComments(text)) as Json // JSON.parse gives JSON
const get = (value: Json | undefined, key: string): Json | undefined =>
  value !== undefined && isObject(value) && hasOwn(value, key) ? value[key] : undefined

/** The expected table for the properties of a schema, read off its value. */
const expectedRows = (schema: Json): readonly Json[] => {
  const properties = get(schema, 'properties')
  const required = get(schema, 'required')
  if (properties === undefined || !isObject(properties)) return []
  return Object.entries(properties).map(([name, value]) =>
    expectedRow(name, value, Array.isArray(required) && required.includes(name)),
  )
}
const expectedRow = (name: string, value: Json, required: boolean): Json => {
  const types = [get(value, 'type') ?? []].flat().filter((type) => typeof type === 'string')
  const others = isObject(value) ? Object.entries(value).filter(([key]) => !IN_COLUMNS.has(key)) : []
  const items = get(value, 'items')
  const said = (key: string): Json => {
    const text = get(value, key)
    return typeof text === 'string' ? text : null
  }
  const alternatives = COMBINATIONS.flatMap((kind): Json[] => {
    const list = get(value, kind)
    return Array.isArray(list) ? list.map((one: Json) => ({ kind, rows: [...expectedRows(one)] })) : []
  })
  return {
    name,
    types,
    required,
    description: said('description'),
    ref: said('$ref'),
    constraints: Object.fromEntries(others),
    children: [
      ...(get(value, 'properties') === undefined ? [] : [{ kind: 'properties', rows: [...expectedRows(value)] }]),
      ...(items !== undefined && isObject(items) ? [{ kind: 'items', rows: [...expectedRows(items)] }] : []),
      ...alternatives,
    ],
  }
}
const shownRow = ({ name, types, required, description, ref, constraints, children }: PropertyRow): Json => ({
  name,
  types: [...types],
  required,
  description: description ?? null,
  ref: ref ?? null,
  constraints,
  children: children.map(({ kind, rows }) => ({ kind, rows: rows.map(shownRow) })),
})
const expectTableIsText = (text: string): void =>
  expect(readProperties(text, '').map(shownRow)).toEqual(expectedRows(parse(text)))

/** The text of every member of the root apart from `properties` and `required`, and of every property left alone. */
const leftAlone = (text: string, touched: readonly string[]): readonly string[] => {
  const rows = readProperties(text, '').filter(({ name }) => !touched.includes(name))
  return rows.map(({ range: [offset, length] }) => text.slice(offset, offset + length)).toSorted()
}
const others = (text: string): Json => {
  const value = parse(text)
  return isObject(value) ? { ...value, properties: 0, required: 0 } : value
}

interface Step {
  /** Names of properties that it is about. */
  readonly touched: readonly string[]
  readonly edits: (text: string) => readonly TextEdit[]
}
const nameIn = (text: string, pick: number): string => {
  const names = readProperties(text, '').map(({ name }) => name)
  return names[pick % (names.length + 1)] ?? 'added'
}
type MakeStep = (text: string) => Step

const inTable: fc.Arbitrary<MakeStep> = fc
  .tuple(fc.nat(7), fc.nat(20), fc.nat(20), fc.boolean())
  .map(([kind, pick, other, flag]) => (text): Step => {
    const name = nameIn(text, pick)
    const to = flag ? nameIn(text, other) : `n${other}`
    const steps: readonly Step[] = [
      { touched: [to], edits: (now) => addProperty(now, '', to, { required: flag, index: other }) },
      { touched: [name], edits: (now) => removeProperty(now, '', name) },
      { touched: [name, to], edits: (now) => renameProperty(now, '', name, to) },
      { touched: [name], edits: (now) => retypeProperty(now, '', name, flag ? 'object' : ['array', 'null']) },
      { touched: [], edits: (now) => setRequired(now, '', name, flag) },
      { touched: [name], edits: (now) => setProperty(now, '', name, { description: flag ? 'x "y"' : undefined }) },
      { touched: [], edits: (now) => movePropertyTo(now, '', name, other) },
      {
        touched: [name, nameIn(text, other)],
        edits: (now) => movePropertyInto(now, '', name, `/properties/${escape(nameIn(text, other))}`),
      },
    ]
    return steps[kind] ?? { touched: [], edits: () => [] }
  })
const escape = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** A person's typing: white space, a comment, another value of a property, a new layout of the text. */
const inText: fc.Arbitrary<MakeStep> = fc
  .tuple(fc.nat(3), fc.nat(20), fc.constantFrom(' ', '\n', ' /* a "note" */ ', ' // {\n'))
  .map(([kind, pick, trivia]) => (text): Step => {
    const all = (written: string): readonly TextEdit[] => [{ offset: 0, length: text.length, text: written }]
    const row = readProperties(text, '')[pick]
    const brace = text.indexOf('{') + 1
    if (kind === 0 && brace > 0) return { touched: [], edits: () => [{ offset: brace, length: 0, text: trivia }] }
    if (kind === 1 && row !== undefined) {
      const [offset, length] = row.range
      const written = `${JSON.stringify(row.name)}: { "type": "integer", "enum": [1, 2] }`
      return { touched: [row.name], edits: () => [{ offset, length, text: written }] }
    }
    return { touched: ['*'], edits: () => all(JSON.stringify(parse(text), null, kind === 2 ? '\t' : 1)) }
  })

describe('the table of a schema of the official suite', () => {
  it.each(SCHEMAS)('is its text: %s', (_title, schema) => {
    for (const text of [JSON.stringify(schema), JSON.stringify(schema, null, 2)]) expectTableIsText(text)
  })

  it('stays its text through any interleaving of edits in the table and in the text, and nothing else changes', () => {
    const objects = SCHEMAS.filter(([, schema]) => isObject(schema))
    fc.assert(
      fc.property(
        fc.constantFrom(...objects),
        fc.constantFrom(undefined, 2, '\t'),
        fc.array(fc.oneof(inTable, inText), { maxLength: 8 }),
        ([, schema], indent, steps) => {
          let text = JSON.stringify(schema, null, indent)
          for (const make of steps) {
            const { touched, edits } = make(text)
            const next = applyTextEdits(text, edits(text))
            expectTableIsText(next)
            expect(others(next)).toEqual(others(text))
            if (!touched.includes('*')) expect(leftAlone(next, touched)).toEqual(leftAlone(text, touched))
            text = next
          }
        },
      ),
      { numRuns: 600 },
    )
  })
})

describe('a property that is moved into another', () => {
  const text = (schema: JsonObject): string => JSON.stringify(schema, null, 2)

  it('takes its words along, and stays required where it was', () => {
    const before = text({
      properties: { a: { type: 'string', 'x-own': [1] }, in: { type: 'object' } },
      required: ['a', 'in'],
    })
    const after = parse(applyTextEdits(before, movePropertyInto(before, '', 'a', '/properties/in')))
    expect(after).toEqual({
      properties: { in: { type: 'object', properties: { a: { type: 'string', 'x-own': [1] } }, required: ['a'] } },
      required: ['in'],
    })
  })

  it('does not move into itself, nor onto a name that is taken', () => {
    const before = text({ properties: { a: { properties: { b: {} } }, b: {} } })
    expect(movePropertyInto(before, '', 'a', '/properties/a')).toEqual([])
    expect(movePropertyInto(before, '', 'b', '/properties/a')).toEqual([])
  })
})
