// Schemas that are hostile and legal: within every limit, or just over one. Values that go with them.

/** @typedef {{ readonly name: string, readonly schema: unknown, readonly value: unknown }} Hostile */

/** @template T @param {number} count @param {(index: number) => T} make */
const many = (count, make) => Array.from({ length: count }, (_, index) => make(index))
/** @param {number} count @param {(index: number) => unknown} make */
const named = (count, make) => Object.fromEntries(many(count, (index) => [`p${index}`, make(index)]))
/** @param {number} depth @param {(inner: unknown) => unknown} around @param {unknown} inner */
const nested = (depth, around, inner) => many(depth, () => 0).reduce((value) => around(value), inner)

const part = (/** @type {string} */ name) => ({
  allOf: [{ properties: { a: { $ref: '#/$defs/node' } } }, { required: [name] }],
})

/** @type {readonly [Hostile, ...Hostile[]]} each `schema` is that of one parameter, `value` its argument */
export const CORPUS = [
  { name: 'an ordinary one', schema: { type: 'string', minLength: 1 }, value: 'x' },
  {
    name: '790 properties',
    schema: {
      type: 'object',
      properties: named(790, (n) => ({ type: 'string', minLength: n % 9, description: 'one' })),
    },
    value: named(790, () => 'long enough to fit'),
  },
  {
    name: '190 branches of objects',
    schema: {
      anyOf: many(190, (n) => ({
        type: 'object',
        properties: { kind: { const: `k${n}` }, a: { type: 'number' }, b: { type: 'string' } },
        required: ['kind', 'a'],
      })),
    },
    value: { kind: 'k189', a: 1 },
  },
  {
    name: '700 branches for each of 10,000 items',
    schema: { items: { oneOf: many(700, (n) => ({ const: n })) } },
    value: many(10_000, () => 699),
  },
  {
    name: '790 defaults',
    schema: { properties: named(790, (n) => ({ type: 'string', maxLength: n, default: 'x'.repeat(9) })) },
    value: {},
  },
  {
    name: 'slips everywhere',
    schema: {
      type: 'object',
      properties: named(700, () => ({ tpye: 'string', $ref: '#/$defs/none' })),
      required: many(2000, (n) => `q${n}`),
      $defs: named(50, () => true),
    },
    value: {},
  },
  {
    name: 'nesting of 55 levels',
    schema: nested(55, (inner) => ({ type: 'object', properties: { a: inner }, required: ['a'] }), { type: 'string' }),
    value: nested(55, (a) => ({ a }), 'x'),
  },
  { name: '190 patterns', schema: { allOf: many(190, (n) => ({ pattern: `^[a-z${n}]+(x|y)?` })) }, value: 'abcx' },
  { name: 'one large pattern', schema: { pattern: '^(\\p{L}{1,20}-?){1,2}$' }, value: 'a'.repeat(10_000) },
  { name: 'repeats of repeats', schema: { pattern: '(a{0,30}){0,33}'.repeat(60) }, value: 'a'.repeat(10_000) },
  { name: 'a pattern that backtracks elsewhere', schema: { pattern: '^(a+)+$' }, value: `${'a'.repeat(900_000)}!` },
  { name: 'an enum of 8,000', schema: { enum: many(8_000, (n) => `value ${n}`) }, value: 'value 8000' },
  {
    name: 'an enum of 2,900 objects, for each item',
    schema: { items: { enum: many(2_900, (n) => ({ n })) } },
    value: many(50_000, () => ({ n: 2899 })),
  },
  {
    name: 'alternatives that refer back',
    schema: {
      $ref: '#/$defs/node',
      $defs: { node: { anyOf: [part('x'), part('y'), { properties: { a: { $ref: '#/$defs/node' } } }] } },
    },
    value: nested(50, (a) => ({ a }), {}),
  },
  {
    name: 'a text of 1,000,000 characters',
    schema: { type: 'string', minLength: 600_000 },
    value: 'x'.repeat(1_000_000),
  },
  { name: '200,000 numbers', schema: { items: { type: 'number' }, uniqueItems: true }, value: many(150_000, (n) => n) },
  {
    name: 'descriptions of 100 KB',
    schema: { properties: named(100, () => ({ description: 'word '.repeat(200) })) },
    value: {},
  },
  { name: 'required names, 2,000', schema: { type: 'object', required: many(2_000, (n) => `n${n}`) }, value: {} },
  {
    name: 'closed over 390 parts',
    schema: {
      allOf: many(390, (n) => ({ properties: { [`p${n}`]: { type: 'string' } } })),
      unevaluatedProperties: false,
    },
    value: named(390, () => 'x'),
  },
]

/** A Tool with the schema as its one parameter. @param {Hostile} hostile */
export const toolOf = ({ schema }) => ({
  type: 'object',
  description: 'Judges a value.',
  properties: { value: schema },
  required: ['value'],
})

/** An Idea with that Tool, and with the schema as its output. @param {Hostile} hostile */
export const ideaOf = (hostile) => ({
  context: [
    { type: 'text', text: 'Judge the value.' },
    { type: 'tool', tool: { judge: toolOf(hostile) } },
  ],
  schema: { type: 'object', properties: { answer: hostile.schema } },
})
