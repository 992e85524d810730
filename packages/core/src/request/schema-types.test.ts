import { expect, test } from 'vitest'
import { acceptsString } from './schema-types.ts'

test('a schema leaves room for a string where nothing it refers to forbids it', () => {
  const root = { $defs: { 'Page<Pet>': { type: 'object' }, Name: { type: 'string' } } }
  expect(acceptsString({ $ref: '#/$defs/Name' }, root)).toBe(true)
  expect(acceptsString({ $ref: '#/$defs/Page%3CPet%3E' }, root)).toBe(false)
  expect(acceptsString({ $ref: '#/$defs/nowhere' }, root)).toBe(true)
  expect(acceptsString({ $ref: '#/$defs/%' }, root)).toBe(true)
})
