import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from './json.ts'
import { createValidator } from './validate.ts'

const validator = createValidator()
const issueOf = (schema: JsonObject, value: Json): string | undefined => {
  const verdict = validator.check(schema, value)
  return verdict.ok ? undefined : verdict.issues[0]?.message
}
const many = (count: number, schema: (index: number) => Json): Json[] =>
  Array.from({ length: count }, (_, i) => schema(i))
const nested = (depth: number, around: (inner: Json) => Json, inner: Json): Json => {
  let value = inner
  for (let level = 0; level < depth; level++) value = around(value)
  return value
}

describe('A hostile schema is refused before it costs anything', () => {
  test.each<[string, JsonObject, RegExp]>([
    ['10,000 branches', { anyOf: many(10_000, (n) => ({ const: n })) }, /more than 10000 schemas/],
    [
      '20,000 properties',
      { properties: Object.fromEntries(many(20_000, () => ({})).map((one, n) => [`p${n}`, one])) },
      /more than the 800 subschemas/,
    ],
    ['nesting of 1,000 levels', nested(1000, (items) => ({ items }), {}) as JsonObject, /more than 64 levels/],
    ['a huge list of required names', { required: many(5000, (n) => `n${n}`) }, /more than the 2000 allowed/],
    ['a huge enum', { enum: many(500_000, (n) => n) }, /more than the 10000 allowed/],
    [
      '2,000 patterns',
      { patternProperties: Object.fromEntries(many(2000, () => true).map((one, n) => [`^${n}`, one])) },
      /more than the 200 patterns/,
    ],
    ['a pattern of 2,000 characters', { pattern: 'a'.repeat(2000) }, /longer than the 1000 characters/],
    ['a repeat of repeats', { pattern: '(a{1000}){1000}' }, /repeats written out/],
    ['repeats in a row', { pattern: 'a{0,1000}'.repeat(100) }, /repeats written out/],
    [
      'many patterns that are large',
      { allOf: many(50, (n) => ({ pattern: `^(\\p{L}{10}|${n})` })) },
      /repeats written out/,
    ],
    [
      'what it refers to outside its own schemas',
      { examples: [{ items: many(3, () => true) }], $ref: '#/examples/0' },
      /prefixItems/,
    ],
    [
      'references that double',
      {
        $ref: '#/$defs/a0',
        $defs: Object.fromEntries(
          many(30, (n): Json =>
            n === 29 ? {} : { allOf: [{ $ref: `#/$defs/a${n + 1}` }, { $ref: `#/$defs/a${n + 1}` }] },
          ).map((one, n) => [`a${n}`, one]),
        ),
      },
      /more than 10000 schemas/,
    ],
  ])('%s', (_, schema, says) => {
    expect(validator.checkSchema(schema).ok).toBe(false)
    expect(issueOf(schema, {})).toMatch(says)
  })
})

describe('A hostile value ends in a verdict', () => {
  test.each<[string, JsonObject, Json]>([
    [
      'many alternatives for each of many items',
      { items: { anyOf: many(500, (n) => ({ const: n })) } },
      many(200_000, () => 499),
    ],
    [
      'many objects to choose from',
      { items: { enum: many(3_000, (n) => ({ n })) } },
      many(200_000, () => ({ n: 2999 })),
    ],
    ['a long text under a large pattern', { pattern: '^(a{0,30}){0,30}$' }, 'a'.repeat(100_000)],
    ['items compared again and again', { allOf: many(700, () => ({ uniqueItems: true })) }, many(100_000, (n) => n)],
  ])('that says so where there is too much to do: %s', (_, schema, value) => {
    expect(issueOf(schema, value)).toMatch(/takes more than 2000000 steps/)
  })

  test('where it is large and honest, it is judged', () => {
    const note: JsonObject = {
      type: 'object',
      properties: { pitch: { type: 'integer' }, at: { type: 'number' } },
      required: ['pitch'],
    }
    expect(
      issueOf(
        { type: 'array', items: note },
        many(40_000, (n) => ({ pitch: n % 128, at: n / 2 })),
      ),
    ).toBeUndefined()
    expect(
      issueOf(
        { type: 'array', items: { type: 'number' } },
        many(150_000, (n) => n),
      ),
    ).toBeUndefined()
    expect(issueOf({ pattern: '^[a-z ]+$' }, 'a b '.repeat(25_000))).toBeUndefined()
    expect(issueOf({ enum: many(8_000, (n) => `value ${n}`) }, 'value 7999')).toBeUndefined()
  })

  const part = (name: string): JsonObject => ({
    allOf: [{ properties: { a: { $ref: '#/$defs/node' } } }, { required: [name] }],
  })
  const exponential: JsonObject = {
    $ref: '#/$defs/node',
    $defs: { node: { anyOf: [part('x'), part('y'), { properties: { a: { $ref: '#/$defs/node' } } }] } },
  }

  test('where alternatives that refer back multiply with each of its levels', () => {
    expect(
      issueOf(
        exponential,
        nested(5, (a) => ({ a }), {}),
      ),
    ).toBeUndefined()
    expect(
      issueOf(
        exponential,
        nested(60, (a) => ({ a }), {}),
      ),
    ).toContain('takes more than 2000000 steps')
    // The next value has all its steps again.
    expect(
      issueOf(
        exponential,
        nested(5, (a) => ({ a }), {}),
      ),
    ).toBeUndefined()
  })

  test('where a wide tree is honest, it is judged', () => {
    const tree: JsonObject = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } }
    expect(issueOf(tree, { children: many(50_000, () => ({ children: [] })) })).toBeUndefined()
  })

  test('where a pattern would backtrack for ever elsewhere', () => {
    expect(issueOf({ pattern: '^(a+)+$' }, `${'a'.repeat(100_000)}b`)).toContain('must match')
    expect(issueOf({ pattern: '^(a|aa)+$' }, `${'a'.repeat(100_000)}b`)).toContain('must match')
  })
})
