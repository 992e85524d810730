import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashJson } from '../hash.ts'
import type { Json, JsonObject, JsonSchema } from '../json.ts'
import { liftValue } from './lift.ts'
import { lowerSchema } from './lower.ts'
import { findStrictIssue, fitsStrict } from '../strict-subset.ts'
import { createValidator } from '../validate.ts'

const validator = createValidator()
const lowered = (schema: JsonSchema): JsonObject => {
  const result = lowerSchema(schema)
  expect(findStrictIssue(result.schema), JSON.stringify(result.schema)).toBeUndefined()
  return result.schema
}
const propertyOf = (schema: JsonSchema): Json | undefined => {
  const { properties } = lowered({ type: 'object', properties: { x: schema }, required: ['x'] })
  return (properties as JsonObject).x
}
/** Lifts an answer after making sure that a strict provider could have given it. */
const lifted = (schema: JsonSchema, answer: Json): Json => {
  const { schema: strict, plan } = lowerSchema(schema)
  expect(fitsStrict(strict, answer, strict), JSON.stringify(strict)).toBe(true)
  return liftValue(plan, answer)
}
/** The law of lowering by name. */
const KINDS = [
  'oneOf',
  'allOf',
  'anyOf',
  'additionalProperties',
  'prefixItems',
  '$defs',
  '$ref',
  'format',
  'default',
  'pattern',
]
const object = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
})

describe('an optional property', () => {
  const schema = object({ city: { type: 'string' }, units: { enum: ['C', 'F'] }, note: { type: ['string', 'null'] } }, [
    'city',
  ])

  it('becomes required and may be null', () => {
    expect(lowered(schema)).toEqual({
      type: 'object',
      properties: {
        city: { type: 'string' },
        units: { type: ['string', 'null'], enum: ['C', 'F', null] },
        note: { type: ['string', 'null'] },
      },
      required: ['city', 'units', 'note'],
      additionalProperties: false,
    })
  })

  it('that is null is lifted to left out, unless the author allows null', () => {
    expect(lifted(schema, { city: 'x', units: null, note: null })).toEqual({ city: 'x', note: null })
    expect(lifted(schema, { city: 'x', units: 'C', note: 'n' })).toEqual({ city: 'x', units: 'C', note: 'n' })
  })

  it('is reported with its path and reason', () => {
    expect(lowerSchema(object({ a: object({ b: { type: 'string' } }) }, ['a'])).changes).toEqual([
      {
        path: '/properties/a',
        keyword: 'required',
        what: '"b" is required; null means it was left out',
        why: 'the strict subset requires every property',
      },
    ])
  })
})

describe('what the subset has no keyword for', () => {
  it('moves into the description', () => {
    const schema: JsonSchema = { type: 'string', description: 'A name.', minLength: 2, pattern: '^a', default: 'ab' }
    expect(propertyOf(schema)).toEqual({
      type: 'string',
      description: 'A name. (default: "ab"; minLength: 2; pattern: "^a")',
    })
    expect(lowerSchema(object({ x: { type: 'number', minimum: 1 } }, ['x'])).changes).toMatchObject([
      { path: '/properties/x', keyword: 'minimum' },
    ])
  })

  it('leaves title, $schema and other annotations behind', () => {
    expect(
      lowered({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'T', ...object({}), $comment: 'x' }),
    ).toEqual({
      type: 'object',
      properties: {},
      required: [],
      additionalProperties: false,
      description: 'T',
    })
  })
})

describe('const and enum', () => {
  it('are kept, with their type', () => {
    expect(propertyOf({ const: 'a' })).toEqual({ type: 'string', const: 'a' })
    expect(propertyOf({ enum: ['a', 'b'], default: 'a' })).toMatchObject({ description: '(default: "a")' })
    expect(propertyOf({ enum: [1, 'a', null] })).toEqual({ type: ['number', 'string', 'null'], enum: [1, 'a', null] })
  })

  it('carry objects as JSON text', () => {
    const schema = object({ x: { enum: [{ a: 1 }, 'b'] } }, ['x'])
    expect(lifted(schema, { x: '{"a":1}' })).toEqual({ x: { a: 1 } })
    expect(lifted(schema, { x: 'b' })).toEqual({ x: 'b' })
  })
})

describe('open objects', () => {
  it('become lists of pairs and are lifted back', () => {
    const schema = object({ scores: { type: 'object', additionalProperties: { type: 'number' } } }, ['scores'])
    const answer = {
      scores: [
        { key: 'a', value: 1 },
        { key: '__proto__', value: 2 },
      ],
    }
    expect(Object.entries((lifted(schema, answer) as JsonObject).scores as JsonObject)).toEqual([
      ['a', 1],
      ['__proto__', 2],
    ])
  })

  it('keep their declared properties with the list', () => {
    const schema: JsonSchema = {
      ...object({ name: { type: 'string' } }, ['name']),
      additionalProperties: { type: 'integer' },
    }
    expect(lifted(schema, { name: 'x', _more: [{ key: 'y', value: 1 }] })).toEqual({ name: 'x', y: 1 })
    expect(
      lifted({ type: 'object', patternProperties: { '^x': { type: 'integer' } } }, [{ key: 'x1', value: 1 }]),
    ).toEqual({ x1: 1 })
  })

  it('of anything hold JSON text', () => {
    expect(lifted({ type: 'object' }, [{ key: 'a', value: '{"b":[1]}' }])).toEqual({ a: { b: [1] } })
    expect(lifted(object({ any: true }), { any: null })).toEqual({})
    expect(lifted(object({ any: true }), { any: 'null' })).toEqual({ any: null })
  })
})

describe('lists by position', () => {
  const pair = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false }
  it('become objects and are lifted back', () => {
    expect(lifted({ ...pair, minItems: 2 }, { item1: 'a', item2: 1 })).toEqual(['a', 1])
    expect(lifted(pair, { item1: 'a', item2: null })).toEqual(['a'])
    expect(lifted({ ...pair, items: { type: 'boolean' } }, { item1: 'a', item2: 1, more: [true] })).toEqual([
      'a',
      1,
      true,
    ])
  })
})

describe('alternatives', () => {
  it('of oneOf become anyOf', () => {
    expect(propertyOf({ oneOf: [{ type: 'string' }, { type: 'integer' }] })).toEqual({
      anyOf: [{ type: 'string' }, { type: 'integer' }],
    })
    expect(
      propertyOf({ type: ['object', 'null'], properties: { a: { type: 'string' } }, required: ['a'] }),
    ).toMatchObject({
      anyOf: [{ type: 'object' }, { type: 'null' }],
    })
  })

  it('begin with the constant that tells them apart', () => {
    const schema: JsonSchema = {
      anyOf: [
        object({ size: { type: 'number' }, kind: { const: 'box' } }, ['kind']),
        object({ size: { type: 'string' }, kind: { const: 'bag' } }, ['kind']),
      ],
    }
    const { anyOf } = propertyOf(schema) as { readonly anyOf: readonly { properties: JsonObject }[] }
    expect(anyOf.map(({ properties }) => Object.keys(properties))).toEqual([
      ['kind', 'size'],
      ['kind', 'size'],
    ])
    expect(lifted(object({ x: schema }, ['x']), { x: { kind: 'bag', size: null } })).toEqual({ x: { kind: 'bag' } })
  })

  it('are named where nothing tells them apart', () => {
    const schema = object(
      {
        x: {
          anyOf: [
            object({ a: { type: 'string' } }, ['a']),
            object({ a: { type: 'number' }, b: { type: 'string' } }, ['a']),
          ],
        },
      },
      ['x'],
    )
    expect(lifted(schema, { x: { variant: '2', value: { a: 1, b: null } } })).toEqual({ x: { a: 1 } })
  })

  it('with declared properties add theirs and become words', () => {
    const schema: JsonSchema = {
      ...object({ a: { type: 'string' }, b: { type: 'string' } }),
      oneOf: [{ required: ['a'] }, { required: ['b'], properties: { c: { type: 'integer' } } }],
    }
    expect(lowered(schema)).toMatchObject({ description: expect.stringContaining('oneOf'), required: ['a', 'b', 'c'] })
    expect(lifted(schema, { a: 'x', b: null, c: null })).toEqual({ a: 'x' })
  })
})

describe('allOf and conditions', () => {
  it('are merged into one schema where that can be', () => {
    const schema: JsonSchema = {
      $defs: { base: object({ id: { type: 'integer' } }, ['id']) },
      allOf: [{ $ref: '#/$defs/base' }, object({ name: { type: 'string', minLength: 1 } }, ['name'])],
      unevaluatedProperties: false,
    }
    expect(lowered(schema)).toMatchObject({ required: ['id', 'name'], additionalProperties: false })
    expect(propertyOf({ allOf: [{ type: 'number' }, { type: 'integer', minimum: 1 }, { minimum: 3 }] })).toEqual({
      type: 'integer',
      description: '(minimum: 3)',
    })
  })

  it('become words if it cannot, and keep the properties they name', () => {
    const schema: JsonSchema = {
      ...object({ kind: { type: 'string' } }, ['kind']),
      if: { properties: { kind: { const: 'x' } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { properties: { size: { type: 'integer' } }, required: ['size'] },
    }
    expect(lowered(schema)).toMatchObject({ description: expect.stringContaining('if:'), required: ['kind', 'size'] })
    expect(lifted(schema, { kind: 'y', size: null })).toEqual({ kind: 'y' })
    expect(propertyOf({ allOf: [{ type: 'string' }, { type: 'number' }] })).toMatchObject({
      type: 'string',
      description: '(type: "number")',
    })
  })
})

describe('definitions and recursion', () => {
  const tree: JsonSchema = {
    $ref: '#/$defs/node',
    $defs: {
      node: object(
        {
          value: { type: 'integer' },
          left: { $ref: '#/$defs/node' },
          tags: { type: 'object', additionalProperties: { type: 'string' } },
        },
        ['value'],
      ),
    },
  }

  it('are kept under $defs and lifted at every level', () => {
    const schema = object({ tree }, ['tree'])
    expect(Object.keys(lowered({ ...schema, $defs: (tree as JsonObject).$defs ?? {} }).$defs as JsonObject)).toEqual([
      'node',
    ])
    const whole: JsonSchema = {
      ...object({ tree: { $ref: '#/$defs/node' } }, ['tree']),
      $defs: (tree as JsonObject).$defs ?? {},
    }
    expect(
      lifted(whole, {
        tree: { value: 1, left: { value: 2, left: null, tags: [{ key: 'a', value: 'b' }] }, tags: null },
      }),
    ).toEqual({ tree: { value: 1, left: { value: 2, tags: { a: 'b' } } } })
  })

  it('of the whole schema become a definition', () => {
    const list = object({ next: { $ref: '#' }, value: { type: 'integer' } }, ['value'])
    expect(lifted(list, { next: { next: null, value: 2 }, value: 1 })).toEqual({ next: { value: 2 }, value: 1 })
  })

  it('with a description next to the reference never end in a loop', () => {
    const schema: JsonSchema = {
      ...object({ node: { $ref: '#/$defs/node', description: 'The first.' } }, ['node']),
      $defs: { node: object({ next: { $ref: '#/$defs/node', description: 'The next.' } }) },
    }
    expect(lowered(schema)).toMatchObject({ properties: { node: { type: 'object', description: 'The first.' } } })
    expect(lifted(schema, { node: { next: { next: null } } })).toEqual({ node: { next: {} } })
  })

  it('to a choice from one of its own alternatives never end in a loop', () => {
    const thing: JsonObject = { anyOf: [{ $ref: '#/$defs/thing' }, { type: 'number' }, { $ref: '#/$defs/other' }] }
    const other: JsonObject = { anyOf: [{ type: 'string' }, { $ref: '#/$defs/thing' }] }
    const properties = { a: { $ref: '#/$defs/thing' }, b: { $ref: '#/$defs/other' } }
    const { schema, plan } = lowerSchema({ type: 'object', properties, $defs: { thing, other } })
    expect(findStrictIssue(schema)).toBeUndefined()
    for (const value of [1, 'x', {}, [1]])
      expect(liftValue(plan, { a: value, b: value })).toEqual({ a: value, b: value })
    expect(liftValue(plan, { a: 1, b: null })).toEqual({ a: 1 })
  })

  it('that lead nowhere become any value', () => {
    for (const $ref of ['#/$defs/none', 'https://example.com/x', '#/properties/x']) {
      expect(propertyOf({ $ref }), $ref).toMatchObject({ type: 'string' })
    }
  })
})

describe('a null inside what travels as JSON text', () => {
  it('is lifted behind a reference and among alternatives, too', () => {
    const shared: JsonSchema = { ...object({ x: { $ref: '#/$defs/any' } }, ['x']), $defs: { any: {} } }
    expect(lifted(shared, { x: 'null' })).toEqual({ x: null })
    const chosen = object({ x: { anyOf: [{ type: 'integer' }, {}] } }, ['x'])
    expect(lifted(chosen, { x: 'null' })).toEqual({ x: null })
  })

  it('stays where a definition that allows it refers to itself', () => {
    const list: JsonSchema = {
      ...object({ list: { $ref: '#/$defs/list' } }, ['list']),
      $defs: { list: { ...object({ next: { $ref: '#/$defs/list' } }), type: ['object', 'null'] } },
    }
    expect(lifted(list, { list: { next: { next: null } } })).toEqual({ list: { next: { next: null } } })
  })
})

describe('the law of lowering', () => {
  /** A schema of the supported kinds, with its valid values and the answers a strict provider would give for them. */
  interface Sample {
    readonly schema: JsonObject
    readonly value: Json
    readonly answer: Json
    /** Null is a real value, so it cannot mean an omitted property. */
    readonly isNullable?: true
    /** The targets of its references, at the root. */
    readonly defs?: JsonObject
  }
  const of = (schema: JsonObject, value: Json): Sample => ({ schema, value, answer: value })
  const defsOf = (members: readonly Sample[]): Pick<Sample, 'defs'> => ({
    defs: Object.assign({}, ...members.map(({ defs }) => defs ?? {})) as JsonObject,
  })
  const closed = (properties: JsonObject, required: readonly string[]): JsonObject => ({
    ...object(properties, required),
    additionalProperties: false,
  })
  const FORMATS: readonly (readonly [format: string, value: string])[] = [
    ['date', '2026-11-21'],
    ['date-time', '2026-11-21T12:00:00Z'],
    ['email', 'ada@example.com'],
    ['uuid', '123e4567-e89b-42d3-a456-426614174000'],
    ['ipv4', '127.0.0.1'],
    ['uri', 'https://example.com/a'],
    ['unknown-to-everybody', 'any'],
  ]
  const scalar = fc.oneof(
    fc.string().map((value) => of({ type: 'string', maxLength: 1000 }, value)),
    fc.integer().map((value) => of({ type: 'integer', default: 0 }, value)),
    fc.integer({ min: 0, max: 9 }).map((value) => of({ type: 'number', minimum: 0, exclusiveMaximum: 10 }, value)),
    fc.boolean().map((value) => of({ type: 'boolean' }, value)),
    fc.constantFrom('sad', 'warm').map((value) => of({ enum: ['sad', 'warm'], default: 'sad' }, value)),
    fc.constantFrom(...FORMATS).map(([format, value]) => of({ type: 'string', format }, value)),
    fc.constantFrom('aa', 'aaa').map((value) => of({ type: 'string', pattern: '^a+$', default: 'a' }, value)),
    fc.oneof(fc.string(), fc.integer()).map((value) => of({ oneOf: [{ type: 'string' }, { type: 'integer' }] }, value)),
    fc
      .integer({ min: 3 })
      .map((value) => of({ allOf: [{ type: 'number' }, { type: 'integer' }, { minimum: 3 }] }, value)),
    fc
      .option(fc.string())
      .map((value): Sample => ({ ...of({ type: ['string', 'null'], default: null }, value), isNullable: true })),
    fc
      .option(fc.integer())
      .map((value): Sample => ({ ...of({ anyOf: [{ type: 'integer' }, { type: 'null' }] }, value), isNullable: true })),
    fc.jsonValue({ maxDepth: 2 }).map((value): Sample => ({
      schema: {},
      value: JSON.parse(JSON.stringify(value)) as Json,
      answer: JSON.stringify(value),
    })),
  )
  /** The shape of a tree: how many nodes hang below each. */
  interface Tree {
    readonly children: readonly Tree[]
    readonly next: Tree | null
  }
  const leaf: Tree = { children: [], next: null }
  const tree = fc.constantFrom<Tree>(
    leaf,
    { children: [leaf, leaf], next: null },
    { children: [{ children: [leaf], next: leaf }], next: { children: [], next: leaf } },
  )
  const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
    sample: fc.oneof(
      { maxDepth: 3 },
      scalar,
      fc
        .dictionary(
          fc.stringMatching(/^[a-z]{1,4}$/),
          fc.record({ member: tie('sample'), use: fc.constantFrom('required', 'given', 'left out') }),
          { maxKeys: 4 },
        )
        .map((members): Sample => {
          const entries = Object.entries(members).filter(
            ([, { member, use }]) => use !== 'left out' || member.isNullable !== true,
          )
          const given = entries.filter(([, { use }]) => use !== 'left out')
          return {
            schema: closed(
              Object.fromEntries(entries.map(([name, { member }]) => [name, member.schema])),
              entries.filter(([, { use }]) => use === 'required').map(([name]) => name),
            ),
            value: Object.fromEntries(given.map(([name, { member }]) => [name, member.value])),
            answer: Object.fromEntries(
              entries.map(([name, { member, use }]) => [name, use === 'left out' ? null : member.answer]),
            ),
            ...defsOf(entries.map(([, { member }]) => member)),
          }
        }),
      fc.record({ member: tie('sample'), count: fc.nat(3) }).map(({ member, count }): Sample => ({
        schema: { type: 'array', items: member.schema, uniqueItems: false },
        value: Array.from({ length: count }, () => member.value),
        answer: Array.from({ length: count }, () => member.answer),
        ...defsOf([member]),
      })),
      fc
        .record({ member: tie('sample'), keys: fc.uniqueArray(fc.string(), { maxLength: 3 }) })
        .map(({ member, keys }): Sample => ({
          schema: { type: 'object', additionalProperties: member.schema },
          value: Object.fromEntries(keys.map((key) => [key, member.value])),
          answer: keys.map((key) => ({ key, value: member.answer })),
          ...defsOf([member]),
        })),
      fc.array(tie('sample'), { minLength: 1, maxLength: 3 }).map((members): Sample => ({
        schema: {
          type: 'array',
          prefixItems: members.map(({ schema }) => schema),
          items: false,
          minItems: members.length,
        },
        value: members.map(({ value }) => value),
        answer: Object.fromEntries(members.map(({ answer }, index) => [`item${index + 1}`, answer])),
        ...defsOf(members),
      })),
      fc.record({ member: tie('sample'), sign: fc.boolean() }).map(({ member, sign }): Sample => {
        const other = closed({ tag: { const: 'other' } }, ['tag'])
        const own = closed({ tag: { const: 'own' }, member: member.schema }, ['tag', 'member'])
        return {
          schema: { oneOf: sign ? [own, other] : [other, own] },
          value: { tag: 'own', member: member.value },
          answer: { tag: 'own', member: member.answer },
          ...defsOf([member]),
        }
      }),
      fc
        .record({ first: tie('sample'), second: tie('sample'), isGiven: fc.boolean() })
        .map(({ first, second, isGiven }): Sample => {
          const isThere = isGiven || second.isNullable === true
          return {
            schema: {
              allOf: [object({ first: first.schema }, ['first']), object({ second: second.schema })],
              unevaluatedProperties: false,
            },
            value: { first: first.value, ...(isThere && { second: second.value }) },
            answer: { first: first.answer, second: isThere ? second.answer : null },
            ...defsOf([first, second]),
          }
        }),
      tie('sample').map((member): Sample => {
        const name = `shared-${hashJson(member.schema).slice(0, 8)}`
        return {
          ...member,
          schema: { $ref: `#/$defs/${name}` },
          defs: { ...member.defs, [name]: member.schema },
        }
      }),
      fc.record({ member: tie('sample'), shape: tree }).map(({ member, shape }): Sample => {
        const name = `node-${hashJson(member.schema).slice(0, 8)}`
        const self = { $ref: `#/$defs/${name}` }
        const node = closed({ label: member.schema, children: { type: 'array', items: self }, next: self }, [
          'label',
          'children',
        ])
        const valueOf = ({ children, next }: Tree): Json => ({
          label: member.value,
          children: children.map(valueOf),
          ...(next !== null && { next: valueOf(next) }),
        })
        const answerOf = ({ children, next }: Tree): Json => ({
          label: member.answer,
          children: children.map(answerOf),
          next: next === null ? null : answerOf(next),
        })
        return {
          schema: self,
          value: valueOf(shape),
          answer: answerOf(shape),
          defs: { ...member.defs, [name]: node },
        }
      }),
      fc.record({ member: tie('sample'), more: fc.nat(2) }).map(({ member, more }): Sample => {
        const name = `list-${hashJson(member.schema).slice(0, 8)}`
        const self = { $ref: `#/$defs/${name}` }
        const list = { ...closed({ head: member.schema, tail: self }, ['head']), type: ['object', 'null'] }
        const listOf = (head: Json): Json =>
          Array.from({ length: more }).reduce<Json>((tail) => ({ head, tail }), { head, tail: null })
        return {
          schema: self,
          value: listOf(member.value),
          answer: listOf(member.answer),
          isNullable: true,
          defs: { ...member.defs, [name]: list },
        }
      }),
    ),
  }))

  it('holds: a value written for the lowered schema is lifted to the value again', () => {
    const kinds = new Map<string, number>()
    fc.assert(
      fc.property(sample, ({ schema, value, answer, defs = {} }) => {
        const whole = { ...object({ x: schema }, ['x']), ...(Object.keys(defs).length > 0 && { $defs: defs }) }
        const { schema: strict, plan } = lowerSchema(whole)
        fc.pre(!/levels of nesting/.test(findStrictIssue(strict) ?? ''))
        for (const kind of KINDS)
          if (JSON.stringify(whole).includes(`"${kind}":`)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
        expect(findStrictIssue(strict)).toBeUndefined()
        expect(fitsStrict(strict, { x: answer }, strict)).toBe(true)
        expect(liftValue(plan, { x: answer })).toEqual({ x: value })
        expect(validator.check(whole, { x: value })).toEqual({ ok: true })
      }),
      { numRuns: 1000 },
    )
    // Nothing that the law speaks of is left to chance.
    expect(KINDS.filter((kind) => (kinds.get(kind) ?? 0) < 10)).toEqual([])
  })

  it('gives the same bytes for the same schema and never throws on odd ones', () => {
    const keyword = fc.constantFrom(
      'type',
      'properties',
      'items',
      'anyOf',
      'allOf',
      'oneOf',
      'required',
      'enum',
      '$ref',
      'if',
      'then',
      'prefixItems',
      '$defs',
    )
    const odd = fc.dictionary(keyword, fc.jsonValue({ maxDepth: 3 })) as fc.Arbitrary<JsonObject>
    fc.assert(
      fc.property(odd, (schema) => {
        const { schema: once, plan } = lowerSchema(schema)
        expect(JSON.stringify(lowerSchema(schema).schema)).toBe(JSON.stringify(once))
        liftValue(plan, { a: [null, 1] })
      }),
    )
  })
})
