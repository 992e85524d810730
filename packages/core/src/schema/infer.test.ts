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
