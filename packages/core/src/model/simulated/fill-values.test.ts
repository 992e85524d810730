import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../schema/json.ts'
import { createValidator } from '../../schema/validate.ts'
import { accepts } from './accepts.ts'
import { fillValue } from './fill-values.ts'
import { Unsatisfiable } from './budget.ts'
import { patternString } from './pattern-string.ts'
import { seeded } from './seeded.ts'

const validator = createValidator()
const fill = (schema: JsonSchema, seed = 's'): Json | undefined =>
  fillValue(
    schema,
    { path: 'value', name: 'value', required: true },
    { root: isObject(schema) ? schema : {}, seed, candidates: [], references: [], subject: ['sea', 'waves'], said: [] },
  )

const leaf = fc.oneof(
  fc.record({ type: fc.constant('string'), minLength: fc.nat(12), maxLength: fc.integer({ min: 12, max: 40 }) }),
  fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: -50, max: 0 }), maximum: fc.nat(50) }),
  fc
    .record({ type: fc.constant('number'), exclusiveMinimum: fc.integer({ min: -5, max: 0 }), maximum: fc.nat(5) })
    .map((schema) => ({ ...schema, maximum: schema.maximum + 1 })),
  fc.record({ type: fc.constant('integer'), multipleOf: fc.integer({ min: 1, max: 7 }), minimum: fc.nat(100) }),
  fc.record({
    type: fc.constant('string'),
    format: fc.constantFrom(
      'date',
      'date-time',
      'time',
      'email',
      'uri',
      'uuid',
      'ipv4',
      'ipv6',
      'hostname',
      'duration',
    ),
  }),
  fc.record({
    type: fc.constant('string'),
    pattern: fc.constantFrom(
      '^[A-Z]{2}-\\d{3,5}$',
      '^(?:red|green)$',
      '^\\w+@[a-z]+\\.com$',
      '^#[0-9a-f]{6}$',
      '[^x]+',
      '^a?b*c+$',
      '^†state\\.',
      '^\\p{Uppercase_Letter}[\\p{Letter}\\p{Nd}-]+\\P{L}$',
      '^\\p{Script=Cyrillic}{3}$',
    ),
  }),
  fc.record({ enum: fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { minLength: 1 }) }),
  fc.record({ const: fc.oneof(fc.string(), fc.integer()) }),
  fc.constant({ type: 'boolean' }),
  fc.constant({ type: ['string', 'null'] }),
  fc.constant({ $ref: '#/$defs/node' }),
  fc.constant({}),
)
const { schema: schemas } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    leaf as fc.Arbitrary<JsonObject>, // generated above as JSON
    fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(3) }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')).map((properties) => ({
      type: 'object',
      properties,
      required: Object.keys(properties).slice(0, 2),
      additionalProperties: false,
    })),
  ),
}))
const node: JsonObject = {
  type: 'object',
  properties: { name: { type: 'string' }, next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
  required: ['name', 'next'],
}

describe('a generated value', () => {
  it('always fits its schema', () => {
    fc.assert(
      fc.property(schemas, fc.string(), (inner, seed) => {
        const schema: JsonObject = { ...inner, $defs: { node } }
        const value = fill(schema, seed)
        expect(value).toBeDefined()
        expect(validator.check(schema, value ?? null)).toEqual({ ok: true })
      }),
      { numRuns: 300 },
    )
  })

  it('names the place that nothing fits', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'string', pattern: '^(?=x)y$' } } },
      required: ['a'],
    }
    expect(() => fill(schema)).toThrow(Unsatisfiable)
    expect(() => fill(schema)).toThrow('value.a[0]')
    expect(() => fill(false)).toThrow('value')
  })

  const many = (items: JsonSchema, minItems: number): JsonObject => ({ type: 'array', items, minItems })
  const branching = {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index}`, { $ref: '#/$defs/any' }])),
    required: Array.from({ length: 20 }, (_, index) => `p${index}`),
  }
  it.each<[string, JsonObject]>([
    ['a hundred million items', many(true, 1e8)],
    ['many items of many items', many(many(many({ type: 'boolean' }, 1000), 1000), 1000)],
    ['a text of a billion characters', { type: 'string', minLength: 1e9 }],
    ['many long texts', many({ type: 'string', minLength: 100_000 }, 1000)],
    ['a pattern that repeats without measure', { type: 'string', pattern: '^(?:a{1000}){1000000}$' }],
    ['branches without end', { $ref: '#/$defs/any', $defs: { any: { anyOf: [branching, branching] } } }],
  ])('of %s isn’t an answer: it is refused immediately', (_what, schema) => {
    expect(() => fill(schema)).toThrow(Unsatisfiable)
  })

  it('of a text is made of the request’s own words', () => {
    expect(fill({ type: 'string' })).toMatch(/^(?:Sea waves|Waves sea)$/)
  })
})

describe('accepts', () => {
  it('judges as the real validator does', () => {
    fc.assert(
      fc.property(schemas, fc.oneof(fc.jsonValue(), fc.string()), (inner, generated) => {
        const schema: JsonObject = { ...inner, $defs: { node } }
        const value = generated as Json // fast-check's own name for JSON values
        expect(accepts(schema, value, schema)).toBe(validator.check(schema, value).ok)
      }),
      { numRuns: 300 },
    )
  })
})

describe('patternString', () => {
  it('gives up on what it does not understand', () => {
    expect(patternString('^(?=a)b$', seeded('s'))).toBeUndefined()
    expect(patternString('(a)\\1', seeded('s'))).toBeUndefined()
    expect(patternString('\\p{Script=Thai}', seeded('s'))).toBeUndefined()
    expect(patternString('\\pL', seeded('s'))).toBeUndefined()
  })
})

it('follows references as addresses write them, also where one is written wrongly', () => {
  const $defs = { 'Page<Pet>': { const: 'a page' } }
  expect(fill({ $ref: '#/$defs/Page%3CPet%3E', $defs })).toBe('a page')
  expect(() => fill({ $ref: '#/$defs/%', $defs, type: 'string' })).not.toThrow()
})
