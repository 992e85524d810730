import { expect, it } from 'vitest'
import { SCHEMA_LIMITS } from './check-schema.ts'
import { schemaBounds } from './schema-bounds.ts'
import { createValidator } from './validate.ts'

const wide = (count: number) => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string' }])),
})

it('a schema far from every limit has nothing to say', () => {
  expect(schemaBounds(wide(100))).toEqual([])
  expect(schemaBounds(true)).toEqual([])
})

it('a schema near a limit is counted as the validator counts it', () => {
  const { subschemas } = SCHEMA_LIMITS
  expect(schemaBounds(wide(700))).toEqual([{ limit: 'subschemas', count: 701, most: subschemas }])
  const validator = createValidator()
  for (const count of [subschemas - 1, subschemas]) {
    const [bound] = schemaBounds(wide(count))
    expect(validator.checkSchema(wide(count)).ok).toBe((bound?.count ?? 0) <= subschemas)
  }
})

it('long texts count as well', () => {
  const schema = { type: 'string', enum: Array.from({ length: 9000 }, (_, index) => `value ${index}`) }
  expect(schemaBounds(schema).map(({ limit }) => limit)).toEqual(['weight'])
})
