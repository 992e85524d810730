import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DIALECTS, scoreAsParameters, scoreOfValidator, type SuiteGroup } from '../../call/json-schema-suite.ts'
import type { Json, JsonObject, JsonSchema } from '../json.ts'
import { createValidator } from '../validate.ts'

// Read as text: an import would lose the property `__proto__` that some tests are about.
const suite = JSON.parse(
  readFileSync(new URL('../../../fixtures/json-schema-suite-tests.json', import.meta.url), 'utf8'),
) as Readonly<Record<(typeof DIALECTS)[number], readonly SuiteGroup[]>> // the shape it was written in

/** Few names and values, so that schemas and values meet. */
const NAME = fc.constantFrom('a', 'b', 'ab', '', '__proto__', 'toString')
const VALUE: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(null, true, false, 0, 1, 2.5, -3, '', 'a', 'ab', '2026-01-31', '💡'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(NAME, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value
const COUNT = fc.nat(3)
const PATTERN = fc.constantFrom('^a', 'b$', '^(a|b)*$', '[0-9]{2}')

const SCHEMA: fc.Arbitrary<JsonSchema> = fc.letrec<{ schema: JsonSchema; keyword: JsonObject }>((tie) => {
  const schema = tie('schema') as fc.Arbitrary<Json>
  const list = fc.array(schema, { minLength: 1, maxLength: 3 })
  const map = fc.dictionary(NAME, schema, { maxKeys: 3, noNullPrototype: true })
  const one = (keyword: string, value: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> =>
    value.map((written) => ({ [keyword]: written }))
  const TYPE = fc.constantFrom('null', 'boolean', 'object', 'array', 'number', 'integer', 'string')
  return {
    keyword: fc.oneof(
      one('type', fc.oneof(TYPE, fc.uniqueArray(TYPE, { minLength: 1, maxLength: 3 }))),
      one('const', VALUE),
      one('enum', fc.array(VALUE, { minLength: 1, maxLength: 4 })),
      ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((keyword) =>
        one(keyword, fc.integer({ min: -2, max: 3 })),
      ),
      one('multipleOf', fc.constantFrom(1, 2, 0.5)),
      ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map((keyword) =>
        one(keyword, COUNT),
      ),
      one('pattern', PATTERN),
      one('format', fc.constantFrom('date', 'email', 'unknown')),
      one('uniqueItems', fc.boolean()),
      one('required', fc.uniqueArray(NAME, { maxLength: 2 })),
      one('properties', map),
      one('patternProperties', fc.dictionary(PATTERN, schema, { maxKeys: 2, noNullPrototype: true })),
      one('additionalProperties', schema),
      one('propertyNames', schema),
      one(
        'dependentRequired',
        fc.dictionary(NAME, fc.uniqueArray(NAME, { maxLength: 2 }), { maxKeys: 2, noNullPrototype: true }),
      ),
      one('dependentSchemas', map),
      one('items', schema),
      one('prefixItems', list),
      one('items', fc.array(schema, { maxLength: 2 })),
      one('additionalItems', schema),
      one(
        'dependencies',
        fc.dictionary(NAME, fc.oneof(schema, fc.uniqueArray(NAME, { maxLength: 2 })), {
          maxKeys: 2,
          noNullPrototype: true,
        }),
      ),
      fc.record(
        {
          contains: schema.filter((one) => one !== false),
          minContains: fc.nat(2),
          maxContains: fc.integer({ min: 2, max: 3 }),
        },
        { requiredKeys: ['contains'] },
      ),
      ...['anyOf', 'oneOf', 'allOf'].map((keyword) => one(keyword, list)),
      one('not', schema),
      fc
        .tuple(schema, one('then', schema), one('else', schema))
        .map(([condition, then, otherwise]) => ({ if: condition, ...then, ...otherwise })),
      one('$ref', fc.constantFrom('#/$defs/x', '#/$defs/y')),
    ),
    schema: fc.oneof(
      { depthSize: 'small' },
      fc.boolean(),
      fc.array(tie('keyword'), { minLength: 1, maxLength: 4 }).map((parts): JsonObject => Object.assign({}, ...parts)),
    ),
  }
}).schema

const DRAFT_07 = { $schema: 'http://json-schema.org/draft-07/schema#' }
const DOCUMENT: fc.Arbitrary<JsonSchema> = fc
  .tuple(SCHEMA, SCHEMA, VALUE, fc.constantFrom({}, DRAFT_07))
  .map(([schema, x, y, dialect]): JsonSchema =>
    typeof schema === 'boolean' ? schema : { ...dialect, ...schema, $defs: { x, y: { enum: [y] } } },
  )

describe('A large schema is interpreted', () => {
  test('with the verdicts that the compiled validator gives', () => {
    fc.assert(
      fc.property(DOCUMENT, fc.array(VALUE, { minLength: 1, maxLength: 8 }), (schema, values) => {
        const compiled = createValidator({ mostGenerated: 1e9, mostInterpreted: 0 })
        const interpreted = createValidator({ mostGenerated: 0 })
        for (const value of values) {
          const [expected, verdict] = [compiled.check(schema, value), interpreted.check(schema, value)]
          if (!expected.ok && expected.issues[0]?.keyword === 'schema') continue // it refers to itself without end
          expect(verdict.ok, JSON.stringify({ schema, value, expected, verdict })).toBe(expected.ok)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('as is a small one at first, with the words that the compiled validator finds', () => {
    fc.assert(
      fc.property(DOCUMENT, fc.array(VALUE, { minLength: 1, maxLength: 8 }), (schema, values) => {
        const atOnce = createValidator({ mostInterpreted: 0 })
        const later = createValidator({ mostInterpreted: 3 })
        for (const value of values) {
          const expected = atOnce.check(schema, value)
          expect(later.check(schema, value), JSON.stringify({ schema, value })).toEqual(expected)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test.each<JsonObject>([
    { type: 'object', properties: { to: { nullable: true, enum: ['all', null] } }, required: ['to'] },
    { type: 'object', properties: { to: { allOf: [{ type: 'string' }], nullable: true } }, required: ['to'] },
  ])('as is one that no code can be generated for: %j', (schema) => {
    const validator = createValidator()
    expect(validator.checkSchema(schema).ok).toBe(true)
    for (let count = 0; count < 300; count++) expect(validator.check(schema, { to: 'all' })).toEqual({ ok: true })
    expect(validator.check(schema, {})).toMatchObject({ ok: false, issues: [{ keyword: 'required' }] })
  })

  test('as is one with keywords that generated code gets wrong', () => {
    const validator = createValidator()
    // ajv 8.20 accepts an empty array if `prefixItems` comes with `contains`.
    expect(validator.check({ contains: { const: 1 }, prefixItems: [{ minimum: 0 }] }, []).ok).toBe(false)
    expect(
      validator.check(
        { anyOf: [{ minProperties: 1 }, { properties: { a: true } }], unevaluatedProperties: false },
        { a: 1 },
      ).ok,
    ).toBe(true)
  })

  const inDraft07 = (schema: JsonObject): JsonObject => ({ ...DRAFT_07, ...schema })
  test.each<readonly [JsonObject, fits: Json, misfits: Json]>([
    [{ required: [''] }, { '': 1 }, {}],
    [{ dependencies: { a: [''] } }, { a: 1, '': 1 }, { a: 1 }],
    [JSON.parse('{"dependencies":{"__proto__":false}}'), {}, JSON.parse('{"__proto__":1}')],
    [{ enum: [{ toString: 1 }] }, { toString: 1 }, { toString: 2 }],
    [{ not: { const: { a: 1 } } }, { valueOf: 1 }, { a: 1 }],
    [{ anyOf: [true, { $ref: '#' }], minimum: 1 }, 1, 0],
    [inDraft07({ $ref: '#/definitions/count', type: 'string', definitions: { count: { type: 'integer' } } }), 1, 'one'],
    [inDraft07({ items: [], additionalItems: false }), [], [1]],
    [
      inDraft07({ dependentRequired: { a: ['b'] }, dependentSchemas: { a: false }, maxProperties: 1 }),
      { a: 1 },
      { a: 1, b: 1 },
    ],
  ])('with one verdict however often it is asked: %j', (schema, fits, misfits) => {
    for (const options of [{ mostInterpreted: 0 }, { mostInterpreted: 1 }, { mostGenerated: 0 }]) {
      const validator = createValidator(options)
      const verdicts = [fits, misfits, fits, misfits].map((value) => validator.check(schema, value).ok)
      expect([options, verdicts]).toEqual([options, [true, false, true, false]])
    }
  })

  test('as is one whose generated code is broken (ajv 8.20 forgets to declare a name here)', () => {
    const $defs = { x: { items: false, enum: [null] } }
    const schema: JsonObject = {
      $defs,
      oneOf: [{ not: true, oneOf: [{ $ref: '#/$defs/x' }, false] }, { oneOf: [true] }],
    }
    expect(createValidator().check(schema, null)).toEqual({ ok: true })
  })

  test.each(DIALECTS)('and passes all of the official suite for %s that the compiled validator passes', (dialect) => {
    const failing = (score: typeof scoreOfValidator, mostGenerated: number) =>
      score(suite[dialect], dialect, createValidator({ mostGenerated, mostInterpreted: 0 }))
        // The compiler knows the dialect's own schema by its address, the interpreter fetches nothing either.
        .failures.filter(({ said = '' }) => !said.includes('nothing is fetched'))
        .map(({ file, group, test: title }) => `${file}: ${group}: ${title}`)
    for (const score of [scoreOfValidator, scoreAsParameters]) {
      const known = new Set(failing(score, Infinity))
      expect(failing(score, 0).filter((one) => !known.has(one))).toEqual([])
    }
  })

  test('where it has more than some hundred parts, and says the same of a value', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 300 }, (_, n): [string, JsonObject] => [`p${n}`, { type: 'string', minLength: 2 }]),
    )
    const schema: JsonObject = { type: 'object', properties, required: ['p0'], additionalProperties: false }
    const said = (mostGenerated: number | undefined, value: Json) =>
      createValidator(mostGenerated === undefined ? {} : { mostGenerated }).check(schema, value)
    const values: readonly Json[] = [{}, { p0: 'ab' }, { p0: 5 }, { p0: 'a' }, { p0: 'ab', p301: 'x' }, 'text']
    for (const value of values) expect(said(undefined, value)).toEqual(said(Infinity, value))
  })
})
