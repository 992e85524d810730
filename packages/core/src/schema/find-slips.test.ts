import { expect, test } from 'vitest'
import { findSlips } from './find-slips.ts'
import type { JsonObject } from './json.ts'
import { createValidator } from './validate.ts'

const validator = createValidator()
const slipsOf = (schema: JsonObject) => findSlips(schema, { validator }).map(({ kind, path }) => `${kind} ${path}`)

test('a value that its own schema refuses is reported, null too', () => {
  expect(slipsOf({ type: 'string', default: null })).toEqual(['valueInvalid /default'])
  expect(slipsOf({ type: 'integer', const: null })).toEqual(['valueInvalid /const'])
  // In the same pass as a pattern that keeps the schema from compiling.
  expect(slipsOf({ type: 'string', pattern: '(?=a)b', default: 7 })).toEqual([
    'valueInvalid /default',
    'pattern /pattern',
  ])
  expect(slipsOf({ type: ['string', 'null'], default: null, examples: [null, 'a'], enum: ['a', null] })).toEqual([])
  expect(slipsOf({ type: 'string', examples: ['a', 5], enum: ['a', 7] })).toEqual([
    'valueInvalid /examples/1',
    'valueInvalid /enum/1',
  ])
})
