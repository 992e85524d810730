import { describe, expect, it } from 'vitest'
import type { Json, JsonObject, JsonSchema } from './json.ts'
import { createValidator } from './validate.ts'
import type { SchemaIssue } from './validator.ts'

const validator = createValidator()
const issueOf = (schema: JsonSchema, value: Json): SchemaIssue => {
  const verdict = validator.check(schema, value)
  if (verdict.ok) throw new Error('the value fits')
  expect(verdict.issues).toHaveLength(1)
  return verdict.issues[0] as SchemaIssue
}
const fits = (schema: JsonSchema, value: Json): boolean => validator.check(schema, value).ok
const compiles = (schema: JsonSchema): boolean => validator.checkSchema(schema).ok

const weather = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 2 },
    units: { enum: ['metric', 'imperial'] },
    days: { type: 'array', items: { type: 'integer' } },
  },
  required: ['city', 'units'],
  additionalProperties: false,
} as const satisfies JsonSchema

describe('a value that does not fit is described in one sentence', () => {
  it.each([
    [{ units: 'metric' }, '/city', 'missing required property "city"'],
    [{}, '/city', 'missing required properties "city", "units"'],
    [{ city: 'Oslo', units: 'blue' }, '/units', '"units" must be one of "metric", "imperial"; got "blue"'],
    [
      { city: 'Oslo', units: 'metrik' },
      '/units',
      '"units" must be one of "metric", "imperial"; got "metrik". Did you mean "metric"?',
    ],
    [{ city: 5, units: 'metric' }, '/city', '"city" must be a string; got 5'],
    [{ city: 'O', units: 'metric' }, '/city', '"city" must have at least 2 characters; got "O"'],
    [{ city: 'Oslo', units: 'metric', days: [1, 'x'] }, '/days/1', '"days[1]" must be an integer; got "x"'],
    ['text', '', 'the value must be an object; got "text"'],
    [
      { city: 'Oslo', units: 'metric', dys: [] },
      '/dys',
      'unknown property "dys"; did you mean "days"? Allowed: city, units, days',
    ],
    [{ city: 'Oslo', units: 'metric', x: 1 }, '/x', 'unknown property "x". Allowed: city, units, days'],
  ])('%j', (value, path, message) => {
    expect(issueOf(weather, value)).toMatchObject({ path, message })
  })

  it('with the names that would have been right', () => {
    expect(issueOf(weather, { city: 'Oslo', units: 'metric', x: 1 }).names).toEqual(['city', 'units', 'days'])
    expect(issueOf(weather, { city: 'Oslo', units: 'x' }).names).toEqual(['metric', 'imperial'])
  })

  it('reports a misspelt name in place of a missing required one', () => {
    expect(issueOf({ ...weather, additionalProperties: true }, { citi: 'Oslo', units: 'metric' }).message).toBe(
      'missing required property "city"; "citi" is not a known name, did you mean "city"?',
    )
  })

  it('for alternatives, of what all of them accept or of the one that came closest', () => {
    const nullable: JsonSchema = {
      properties: { mood: { anyOf: [{ type: 'string', minLength: 3 }, { type: 'null' }] } },
    }
    expect(issueOf(nullable, { mood: 5 }).message).toBe('"mood" must be a string or null; got 5')
    expect(issueOf(nullable, { mood: 'ab' }).message).toBe('"mood" must have at least 3 characters; got "ab"')
    const shapes: JsonSchema = {
      oneOf: [
        { properties: { type: { const: 'circle' }, radius: { type: 'number' } }, required: ['type', 'radius'] },
        { properties: { type: { const: 'box' }, width: { type: 'number' } }, required: ['type', 'width'] },
      ],
    }
    expect(issueOf(shapes, { type: 'box', width: 'wide' })).toMatchObject({
      path: '/width',
      message: '"width" must be a number; got "wide"',
    })
    expect(issueOf({ oneOf: [{ type: 'integer' }, { minimum: 3 }] }, 4).message).toContain('more than one')
  })

  it('inside definitions, with the path of the value', () => {
    const tree = {
      $defs: {
        node: {
          properties: { left: { $ref: '#/$defs/node' }, value: { type: 'number' } },
          additionalProperties: false,
        },
      },
      $ref: '#/$defs/node',
    }
    expect(issueOf(tree, { left: { left: { value: 'x' } } })).toMatchObject({
      path: '/left/left/value',
      keyword: 'type',
    })
    expect(issueOf(tree, { left: { lft: {} } }).message).toBe(
      'unknown property "lft" in "left"; did you mean "left"? Allowed: left, value',
    )
  })

  it('for objects closed over several schemas', () => {
    const closed = { allOf: [{ properties: { a: true } }], properties: { b: true }, unevaluatedProperties: false }
    expect(issueOf(closed, { a: 1, bb: 2 })).toMatchObject({ path: '/bb', names: ['b', 'a'] })
  })

  it('for every other keyword', () => {
    const refusals: readonly (readonly [JsonSchema, Json, string])[] = [
      [{ const: 'a' }, 'b', 'the value must be "a"; got "b"'],
      [{ minimum: 1 }, 0, 'the value must be at least 1; got 0'],
      [{ exclusiveMaximum: 1 }, 1, 'the value must be less than 1; got 1'],
      [{ multipleOf: 2 }, 3, 'the value must be a multiple of 2; got 3'],
      [{ maxItems: 1 }, [1, 2], 'the value must have at most 1 item; got an array of 2'],
      [
        { uniqueItems: true },
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        'the value must not hold the same item twice; got an array of 2',
      ],
      [{ pattern: '^a+$' }, 'b', 'the value must match the pattern ^a+$; got "b"'],
      [{ format: 'date' }, 'soon', 'the value must be a valid date like 2026-01-31; got "soon"'],
      [{ dependentRequired: { a: ['b'] } }, { a: 1 }, 'the value needs "b" beside "a"; got an object'],
      [
        { propertyNames: { maxLength: 1 } },
        { ab: 1 },
        'the value has the name "ab", which is not allowed here; got an object',
      ],
      [
        { contains: { const: 1 } },
        [2],
        'the value must contain at least 1 item that fits its "contains" schema; got an array of 1',
      ],
      [{ prefixItems: [true], items: false }, [1, 2], 'the value must have at most 1 item; got an array of 2'],
      [false, 1, 'the value is not allowed here; got 1'],
      [{ not: { type: 'number' } }, 1, 'the value must not fit its "not" schema; got 1'],
    ]
    for (const [schema, value, message] of refusals) expect(issueOf(schema, value).message).toBe(message)
  })
})

describe('schemas', () => {
  it('follow 2020-12 unless $schema says draft-07', () => {
    const tuple = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      items: [{ type: 'string' }],
      additionalItems: false,
    }
    expect(fits(tuple, ['a'])).toBe(true)
    expect(fits(tuple, ['a', 'b'])).toBe(false)
    expect(validator.checkSchema({ items: [{ type: 'string' }] })).toMatchObject({
      ok: false,
      issues: [{ path: '/items', message: expect.stringContaining('prefixItems') }],
    })
  })

  it('that cannot be compiled are an answer, not an exception', () => {
    for (const schema of [
      { type: 'strin' },
      { properties: { a: { minLength: 'x' } } },
      { required: 'a' },
      { $ref: '#/$defs/none' },
      { $ref: 'https://example.com/schema.json' },
      { pattern: '(?=a)b' },
      { pattern: '(a)\\1' },
      { pattern: '(' },
      { $async: true },
      5 as unknown as JsonSchema,
      null as unknown as JsonSchema,
    ]) {
      expect(compiles(schema), JSON.stringify(schema)).toBe(false)
      expect(fits(schema, 'a')).toBe(false)
    }
    expect(issueOf({ type: 'strin' }, 1).message).toContain('did you mean "string"')
    expect(issueOf({ $ref: 'https://example.com/schema.json' }, 1).message).toContain('nothing is fetched')
    expect(issueOf({ properties: { a: { pattern: '(?=a)b' } } }, {})).toMatchObject({
      path: '/properties/a/pattern',
      message: expect.stringContaining('look-around'),
    })
  })

  it('are refused before compiling when they are too large or too deep', () => {
    const wide = { properties: Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`p${index}`, true])) }
    expect(issueOf(wide, {}).message).toContain('more than the 800 subschemas')
    let deep: JsonSchema = true
    for (let level = 0; level < 100_000; level++) deep = { items: deep }
    expect(compiles(deep)).toBe(false)
  })

  it('that double the work with every definition are refused', () => {
    const $defs: JsonObject = Object.fromEntries(
      Array.from({ length: 30 }, (_, index): [string, Json] => {
        const next = { $ref: `#/$defs/d${index + 1}` }
        return [`d${index}`, index === 29 ? { type: 'string' } : { anyOf: [next, next] }]
      }),
    )
    expect(issueOf({ $defs, properties: { x: { $ref: '#/$defs/d0' } } }, { x: 5 }).message).toContain(
      'would judge one value',
    )
    expect(compiles({ $defs, properties: { x: { $ref: '#/$defs/d25' } } })).toBe(false)
    expect(compiles({ $defs: { a: { type: 'string' } }, anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] })).toBe(
      true,
    )
  })

  it('may use the same $id again with other content', () => {
    expect(fits({ $id: 'https://example.com/a', type: 'string' }, 'x')).toBe(true)
    expect(fits({ $id: 'https://example.com/a', type: 'number' }, 'x')).toBe(false)
  })

  it('that recurse without end refuse the value', () => {
    expect(fits({ $ref: '#' }, 1)).toBe(false)
  })

  it('are compiled again once they were dropped from memory', () => {
    const small = createValidator({ maxCompiled: 2 })
    for (let round = 0; round < 3; round++) {
      for (let limit = 0; limit < 5; limit++) expect(small.check({ minimum: limit }, limit - 1).ok).toBe(false)
    }
  })
})

describe('formats', () => {
  it.each([
    ['date', ['2024-02-29'], ['2023-02-29', '2024-13-01', '24-01-01']],
    ['time', ['12:00:00Z', '23:59:60Z', '12:00:00.5+02:00'], ['12:00', '25:00:00Z', '22:59:60Z']],
    ['date-time', ['2024-01-31T12:00:00Z'], ['2024-01-31', '2024-01-32T12:00:00Z']],
    ['duration', ['P1D', 'PT1H30M', 'P2W'], ['P', 'PT', '1D', 'P1H']],
    ['email', ['a.b+c@example.com'], ['a@', '@b.c', 'a..b@c.d', 'a b@c.d']],
    ['hostname', ['example.com', 'a-b.c'], ['-a.b', 'a_b', `${'a'.repeat(64)}.com`, '']],
    ['ipv4', ['127.0.0.1'], ['256.0.0.1', '1.2.3', '01.2.3.4']],
    ['ipv6', ['::1', '2001:db8::ff', '::ffff:1.2.3.4'], [':::', '1::2::3', '12345::', '1:2:3:4:5:6:7']],
    [
      'uri',
      ['https://example.com/a?b#c', 'urn:x:y', 'idea://composer'],
      ['/a', 'http://[::1', 'a b:c', 'http://a#b#c'],
    ],
    ['uri-reference', ['/a/b', '#x', 'a'], ['\\a', 'a b']],
    ['uuid', ['123e4567-e89b-12d3-a456-426614174000'], ['123e4567e89b12d3a456426614174000']],
    ['json-pointer', ['', '/a~1b'], ['a', '/~2']],
    ['regex', ['^a+$'], ['(']],
  ])('%s', (format, valid, invalid) => {
    for (const text of valid) expect(fits({ format }, text), text).toBe(true)
    for (const text of invalid) expect(fits({ format }, text), text).toBe(false)
    expect(fits({ format }, 5)).toBe(true)
  })

  it('unknown keywords are annotations', () => {
    expect(fits({ type: 'string', format: 'melody' }, 'x')).toBe(true)
  })
})
