import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject, JsonSchema } from './json.ts'
import { liftValue } from './lift.ts'
import { lowerSchema } from './lower.ts'
import { findStrictIssue, fitsStrict } from './strict-subset.ts'
import { createValidator } from './validate.ts'

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

  it('keep their declared properties beside the list', () => {
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

  it('beside declared properties add theirs and are said in words', () => {
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

  it('are said in words where it cannot, and keep the properties they name', () => {
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

  it('with a description beside the reference never end in a loop', () => {
    const schema: JsonSchema = {
      ...object({ node: { $ref: '#/$defs/node', description: 'The first.' } }, ['node']),
      $defs: { node: object({ next: { $ref: '#/$defs/node', description: 'The next.' } }) },
    }
    expect(lowered(schema)).toMatchObject({ properties: { node: { type: 'object', description: 'The first.' } } })
    expect(lifted(schema, { node: { next: { next: null } } })).toEqual({ node: { next: {} } })
  })

  it('that lead nowhere become any value', () => {
    for (const $ref of ['#/$defs/none', 'https://example.com/x', '#/properties/x']) {
      expect(propertyOf({ $ref }), $ref).toMatchObject({ type: 'string' })
    }
  })
})

describe('the law of lowering', () => {
  /** A schema of the supported kinds, with its valid values and the answers a strict provider would give for them. */
  interface Sample {
    readonly schema: JsonObject
    readonly value: Json
    readonly answer: Json
  }
  const scalar = fc.oneof(
    fc.string().map((value): Sample => ({ schema: { type: 'string', maxLength: 1000 }, value, answer: value })),
    fc.integer().map((value): Sample => ({ schema: { type: 'integer', default: 0 }, value, answer: value })),
    fc.boolean().map((value): Sample => ({ schema: { type: 'boolean' }, value, answer: value })),
    fc
      .constantFrom('sad', 'warm')
      .map((value): Sample => ({ schema: { enum: ['sad', 'warm'] }, value, answer: value })),
    fc.jsonValue({ maxDepth: 2 }).map((value): Sample => ({
      schema: {},
      value: JSON.parse(JSON.stringify(value)) as Json,
      answer: JSON.stringify(value),
    })),
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
            ([, { member, use }]) => use !== 'left out' || member.answer !== null,
          )
          const given = entries.filter(([, { use }]) => use !== 'left out')
          return {
            schema: {
              type: 'object',
              properties: Object.fromEntries(entries.map(([name, { member }]) => [name, member.schema])),
              required: entries.filter(([, { use }]) => use === 'required').map(([name]) => name),
              additionalProperties: false,
            },
            value: Object.fromEntries(given.map(([name, { member }]) => [name, member.value])),
            answer: Object.fromEntries(
              entries.map(([name, { member, use }]) => [name, use === 'left out' ? null : member.answer]),
            ),
          }
        }),
      fc.record({ member: tie('sample'), count: fc.nat(3) }).map(({ member, count }): Sample => ({
        schema: { type: 'array', items: member.schema, uniqueItems: false },
        value: Array.from({ length: count }, () => member.value),
        answer: Array.from({ length: count }, () => member.answer),
      })),
      fc
        .record({ member: tie('sample'), keys: fc.uniqueArray(fc.string(), { maxLength: 3 }) })
        .map(({ member, keys }): Sample => ({
          schema: { type: 'object', additionalProperties: member.schema },
          value: Object.fromEntries(keys.map((key) => [key, member.value])),
          answer: keys.map((key) => ({ key, value: member.answer })),
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
      })),
      fc.record({ member: tie('sample'), sign: fc.boolean() }).map(({ member, sign }): Sample => {
        const other: JsonObject = {
          type: 'object',
          properties: { tag: { const: 'other' } },
          required: ['tag'],
          additionalProperties: false,
        }
        const own: JsonObject = {
          type: 'object',
          properties: { tag: { const: 'own' }, member: member.schema },
          required: ['tag', 'member'],
          additionalProperties: false,
        }
        return {
          schema: { oneOf: sign ? [own, other] : [other, own] },
          value: { tag: 'own', member: member.value },
          answer: { tag: 'own', member: member.answer },
        }
      }),
    ),
  }))

  it('holds: a value written for the lowered schema is lifted to the value again', () => {
    fc.assert(
      fc.property(sample, ({ schema, value, answer }) => {
        const whole = object({ x: schema }, ['x'])
        const { schema: strict, plan } = lowerSchema(whole)
        fc.pre(!/levels of nesting/.test(findStrictIssue(strict) ?? ''))
        expect(findStrictIssue(strict)).toBeUndefined()
        expect(fitsStrict(strict, { x: answer }, strict)).toBe(true)
        expect(liftValue(plan, { x: answer })).toEqual({ x: value })
        expect(validator.check(whole, { x: value })).toEqual({ ok: true })
      }),
      { numRuns: 500 },
    )
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
