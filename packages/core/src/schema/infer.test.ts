import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inferSchema } from './infer.ts'
import type { Json } from './json.ts'
import { createValidator } from './validate.ts'

describe('the schema of an example', () => {
  it('names the types that are there', () => {
    expect(inferSchema({ city: 'Oslo', days: 3, share: 0.5, ok: true, none: null, tags: ['a'] })).toEqual({
      type: 'object',
      properties: {
        city: { type: 'string' },
        days: { type: 'integer' },
        share: { type: 'number' },
        ok: { type: 'boolean' },
        none: { type: 'null' },
        tags: { type: 'array', items: { type: 'string' } },
      },
      required: ['city', 'days', 'share', 'ok', 'none', 'tags'],
    })
  })

  it.each([
    ['2026-11-23', 'date'],
    ['2026-11-23T09:50:00Z', 'date-time'],
    ['2026-11-23T09:50:00+01:00', 'date-time'],
    ['ada@example.com', 'email'],
    ['https://example.com/a?b=1#c', 'uri'],
    ['123e4567-e89b-12d3-a456-426614174000', 'uuid'],
    ['2026-13-23', undefined],
    ['note: buy milk', undefined],
    ['urn:x', undefined],
    ['C:/temp', undefined],
    ['12:30', undefined],
    ['Oslo', undefined],
    ['', undefined],
  ])('sees the format of a text: %j is %s', (text, format) => {
    expect(inferSchema(text)).toEqual(format === undefined ? { type: 'string' } : { type: 'string', format })
  })

  it('gives the texts of a list a format only if all show the same one', () => {
    const day = { type: 'string', format: 'date' }
    expect(inferSchema(['2026-11-23', '2026-11-24'])).toEqual({ type: 'array', items: day })
    expect(inferSchema(['2026-11-23', 'soon'])).toEqual({ type: 'array', items: { type: 'string' } })
    expect(inferSchema([{ at: '2026-11-23' }, { at: null }, { at: 'a@b.example' }])).toMatchObject({
      items: { properties: { at: { anyOf: [{ type: 'string' }, { type: 'null' }] } } },
    })
  })

  it('leaves optional what only some items of a list have', () => {
    expect(inferSchema([{ pitch: 60, at: 0 }, { pitch: 62.5 }, null])).toEqual({
      type: 'array',
      items: {
        anyOf: [
          { type: 'object', properties: { pitch: { type: 'number' }, at: { type: 'integer' } }, required: ['pitch'] },
          { type: 'null' },
        ],
      },
    })
    expect(inferSchema([])).toEqual({ type: 'array' })
  })

  it('always accepts the example', () => {
    const validator = createValidator()
    // fast-check's JSON is plain JSON; its declared type is `unknown`.
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>, (value) => {
        expect(validator.check(inferSchema(value), value)).toEqual({ ok: true })
      }),
    )
  })
})
