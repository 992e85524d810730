import { flatRows } from '@ensemble/core/editor'
import { expect, it } from 'vitest'
import { nextByLetter, typeOf } from './type-words.ts'

it.each([
  [{ type: 'string' }, 'string'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'array', items: { type: 'integer' } }, 'integer[]'],
  [{ type: 'array', items: { type: 'boolean' } }, 'array'],
  [{ $ref: '#/$defs/a' }, '#/$defs/a'],
  [{ oneOf: [{}] }, 'oneOf'],
  [{ allOf: [{}] }, 'allOf'],
  [{}, 'any'],
])('the select of %j says %s', (schema, said) => {
  const [row] = flatRows(JSON.stringify({ properties: { a: schema } }), '', new Set())
  expect(row && typeOf(row)).toBe(said)
})

it('a letter goes through the types that begin with it, again and again', () => {
  const options = ['string', 'object', 'oneOf', 'string[]']
  expect(nextByLetter(options, 'object', 's')).toBe('string')
  expect(nextByLetter(options, 'string', 'S')).toBe('string[]')
  expect(nextByLetter(options, 'string[]', 's')).toBe('string')
  expect(nextByLetter(options, 'object', 'o')).toBe('oneOf')
  expect(nextByLetter(options, 'object', 'x')).toBeUndefined()
})
