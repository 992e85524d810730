import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../schema/json.ts'
import { offersNull, valueSchema } from './schema-view.ts'

const root: JsonObject = {
  $defs: {
    endless: { anyOf: [{ $ref: '#/$defs/endless' }, { type: 'string' }] },
    nullable: { anyOf: [{ $ref: '#/$defs/nullable' }, { type: 'null' }] },
    only: { oneOf: [{ $ref: '#/$defs/only' }] },
  },
}

describe('Whether null is offered', () => {
  it('is what the schema writes, not what it leaves open', () => {
    const offering: readonly JsonObject[] = [
      { type: 'null' },
      { type: ['string', 'null'] },
      { enum: ['a', null] },
      { const: null },
    ]
    const silent: readonly JsonObject[] = [{}, { type: 'string' }, { enum: ['a'] }, { const: 'a' }]
    expect(offering.map((schema) => offersNull(schema, root))).toEqual([true, true, true, true])
    expect(silent.map((schema) => offersNull(schema, root))).toEqual([false, false, false, false])
    expect(offersNull({ anyOf: [{ type: 'string' }, { oneOf: [{ type: 'null' }] }] }, root)).toBe(true)
  })

  it('is found in a choice that is among its own alternatives', () => {
    expect(offersNull({ $ref: '#/$defs/endless' }, root)).toBe(false)
    expect(offersNull({ $ref: '#/$defs/nullable' }, root)).toBe(true)
    expect(offersNull({ $ref: '#/$defs/only' }, root)).toBe(false)
  })
})

describe('The schema of a value', () => {
  it('is the alternative that isn’t null or a reference, with the keywords next to the choice', () => {
    const reference = { type: 'string', pattern: '^†' }
    expect(valueSchema({ title: 'N', anyOf: [{ type: 'integer' }, { type: 'null' }, reference] }, root)).toEqual({
      schema: { title: 'N', type: 'integer' },
      takesReference: true,
    })
    expect(valueSchema({ anyOf: [{ type: 'integer' }, { type: 'null' }] }, root).takesReference).toBe(false)
  })

  it('ends at a choice that is among its own alternatives', () => {
    for (const name of ['endless', 'nullable', 'only'])
      expect(valueSchema({ $ref: `#/$defs/${name}` }, root)).toHaveProperty('schema')
  })
})
