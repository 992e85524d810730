import { expect, it } from 'vitest'
import { createValidator } from '../../schema/validate.ts'
import type { JsonObject } from '../../schema/json.ts'
import { fillObject } from './fill-values.ts'
import { plausibleRange, quotedExample, upperEndOf } from './plausible.ts'

const required = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
const fill = (schema: JsonObject, request: string, seed = 'a'): JsonObject => {
  const said = request.split(' ')
  const subject = request.toLowerCase().split(' ')
  return fillObject(
    schema,
    { path: 'book', required: true },
    { root: schema, seed, candidates: [], references: [], subject, said },
  )
}
const text = { type: 'string' }

it('a parameter without a format gets what its name asks for, and names that the request says', () => {
  const customer = required({ name: text })
  const schema = required({
    customer,
    email: text,
    city: text,
    currency: text,
    startDate: text,
    endDate: text,
    query: text,
  })
  expect(fill(schema, 'book a visit for Ada Lovelace in Paris')).toMatchObject({
    customer: { name: 'Ada Lovelace' },
    email: 'ada@example.com',
    city: 'Paris',
    currency: expect.stringMatching(/^[A-Z]{3}$/u),
    startDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/u),
    query: 'Book a visit for ada lovelace',
  })
})

it.each(['a', 'b', 'c', 'd', 'e'])(
  'with seed %s, starts come before ends, items differ and numbers fit their names',
  (seed) => {
    const number = { type: 'number' }
    const schema = required({
      startDate: text,
      endDate: text,
      min: { type: 'integer' },
      max: { type: 'integer' },
      month: { type: 'integer' },
      temperature: { type: 'number', minimum: -273.15 },
      rating: number,
      tags: { type: 'array', items: text, minItems: 3, uniqueItems: true },
      days: { type: 'array', items: { enum: ['sat', 'sun'] }, minItems: 2, uniqueItems: true },
    })
    const filled = fill(schema, 'plan a trip', seed) as Record<string, never>
    expect(createValidator().check(schema, filled)).toEqual({ ok: true })
    expect(String(filled['startDate']) <= String(filled['endDate'])).toBe(true)
    expect(Number(filled['min'])).toBeLessThanOrEqual(Number(filled['max']))
    expect(Number(filled['month'])).toBeLessThanOrEqual(12)
    expect(Number(filled['temperature'])).toBeGreaterThan(-20)
  },
)

it('a description quotes an example, a name has its range, and a lower end its upper one', () => {
  expect(quotedExample('ISO 4217 code, such as "EUR".')).toBe('EUR')
  expect(quotedExample('Like the old one.')).toBeUndefined()
  expect(plausibleRange('birthMonth')).toEqual([1, 12])
  expect(plausibleRange('song')).toBeUndefined()
  expect(upperEndOf('start_date', ['end_date', 'endTime'])).toBe('end_date')
  expect(upperEndOf('format', ['to'])).toBeUndefined()
})
