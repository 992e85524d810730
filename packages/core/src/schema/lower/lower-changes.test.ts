import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonSchema } from '../json.ts'
import { findStrictIssue } from '../strict-subset.ts'
import { liftValue } from './lift.ts'
import { lowerSchema } from './lower.ts'

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...more,
})
const text = { type: 'string' }
const closed = (properties: JsonObject): JsonObject => object(properties, { additionalProperties: false })
const orNull = { type: ['string', 'null'] }

const condition = (when: JsonObject, then: JsonObject, otherwise: JsonObject = {}): JsonObject => ({
  if: when,
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then,
  else: otherwise,
})

/** `path keyword: what` of each change. */
const changesOf = (schema: JsonSchema): readonly string[] =>
  lowerSchema(schema).changes.map(({ path, keyword, what }) => `${path} ${keyword}: ${what}`)

describe('lowering reports every change it makes, and none that it does not', () => {
  it.each<[string, JsonSchema, readonly string[]]>([
    ['nothing of what the subset has', object({ a: text, b: { anyOf: [text, { type: 'null' }] } }), []],
    ['merged schemas', { allOf: [object({ a: text })] }, [' allOf: its schemas were merged into one']],
    ['a choice of exactly one', { oneOf: [text, { type: 'number' }] }, [' oneOf: became anyOf']],
    ['a choice among values of any kind', { anyOf: [text, { type: 'number' }] }, []],
    [
      'a condition, and the properties that it may ask for',
      object({ a: text }, condition(object({ a: { const: 'x' } }), { properties: { b: text } })),
      [' if: moves to the description', ' required: "b" is required; null means it was left out'],
    ],
    [
      'schemas that depend on a property',
      object({ a: text }, { dependentSchemas: { a: { properties: { b: text } } } }),
      [' dependentSchemas: moves to the description', ' required: "b" is required; null means it was left out'],
    ],
    [
      'the keywords next to a reference that leads outside',
      object({ a: { $ref: 'https://example.org/a', minLength: 2 } }),
      [
        '/properties/a $ref: the keywords next to it are left out',
        '/properties/a $ref: https://example.org/a leads to no schema inside',
        '/properties/a type: any value is written as JSON text',
      ],
    ],
    [
      'a property that may be left out, and whether null already means something',
      object({ a: orNull, b: text }, { required: [] }),
      [' required: "a" is required; null stays null', ' required: "b" is required; null means it was left out'],
    ],
    ['a list that must stay empty', { type: 'array', items: false }, [' items: the list must stay empty, in words']],
    [
      'open names, by the keyword that opens them',
      { type: 'object', patternProperties: { '^x': text } },
      [' patternProperties: open names became a list of { key, value }'],
    ],
  ])('%s', (_, schema, changes) => {
    expect(changesOf(schema)).toEqual(changes)
  })
})

describe('lowering keeps', () => {
  it('a reference that only closes what it leads to as one: the subset closes it anyway', () => {
    const closing = { $ref: '#/$defs/node', unevaluatedProperties: false }
    const $defs = { node: object({ name: text, next: closing }, { required: ['name'] }) }
    const lowered = lowerSchema(object({ a: closing }, { $defs }))
    expect(lowered.schema).toMatchObject({ properties: { a: { $ref: '#/$defs/node' } } })
    expect(lowered.changes.filter(({ keyword }) => keyword === '$ref')).toEqual([])
    expect(findStrictIssue(lowered.schema)).toBeUndefined()
  })

  it('a reference with neighbours once per occurrence', () => {
    const limited = (minLength: number): JsonObject => ({ $ref: '#/$defs/name', minLength })
    const schema = object({ a: limited(2), b: limited(3) }, { $defs: { name: text } })
    expect(lowerSchema(schema).schema).toEqual(
      closed({ a: { ...text, description: '(minLength: 2)' }, b: { ...text, description: '(minLength: 3)' } }),
    )
  })

  it('the properties of both branches of a condition and of schemas that depend on others, as what may be left out', () => {
    const branches = condition({}, { properties: { b: text } }, { properties: { c: text } })
    const schema = object({ a: text }, { ...branches, dependentSchemas: { a: { properties: { d: text } } } })
    const lowered = lowerSchema(schema)
    expect(lowered.schema).toMatchObject(closed({ a: text, b: orNull, c: orNull, d: orNull }))
    expect(lowered.schema.description).toBe(
      `(if: ${JSON.stringify(branches)}; dependentSchemas: {"a":{"properties":{"d":{"type":"string"}}}})`,
    )
  })

  it('several types as they are, unless one of them holds values', () => {
    expect(lowerSchema(orNull).schema).toEqual(orNull)
    for (const type of ['array', 'object'])
      expect(lowerSchema({ type: [type, 'null'] }).schema).toMatchObject({ anyOf: [{}, { type: 'null' }] })
  })

  it('names that match patterns, each with the patterns it may match', () => {
    const pairs = (key: JsonObject, value: JsonObject): JsonObject => ({ type: 'array', items: closed({ key, value }) })
    const lowered = (more: JsonObject): JsonObject => lowerSchema({ type: 'object', ...more }).schema
    expect(lowered({ additionalProperties: text })).toEqual(pairs(text, text))
    expect(lowered({ unevaluatedProperties: text })).toEqual(pairs(text, text))
    expect(lowered({ patternProperties: { '^x': text } })).toEqual(pairs({ ...text, description: 'Matches ^x.' }, text))
    const number = { type: 'number' }
    expect(lowered({ patternProperties: { '^x': text, '^n': number }, additionalProperties: false })).toEqual(
      pairs({ ...text, description: 'Matches ^x or ^n.' }, { anyOf: [text, number] }),
    )
    const any = lowered({ patternProperties: { '^x': text }, additionalProperties: true })
    expect(any).toEqual(pairs({ ...text, description: 'Matches ^x.' }, lowerSchema(true).schema))
  })

  it('a property that must not be there as one that may only be null, and lifts it away', () => {
    const { schema, plan } = lowerSchema(object({ a: false, b: text }, { required: ['b'] }))
    expect(schema).toMatchObject(closed({ a: {}, b: text }))
    expect(liftValue(plan, { a: null, b: 'x' })).toEqual({ b: 'x' })
  })

  it('nothing where nothing is allowed', () => {
    const { schema } = lowerSchema({ anyOf: [false, text] })
    expect(schema).toEqual(text)
    expect(lowerSchema(false).schema).not.toEqual(lowerSchema(true).schema)
  })
})
