import { describe, expect, it } from 'vitest'
import { strictView } from './strict-view.ts'

describe('what strict mode changes', () => {
  const schema = {
    type: 'object',
    properties: { city: { type: 'string', minLength: 1 }, days: { type: 'integer' } },
    required: ['city'],
    additionalProperties: false,
  }

  it('marks the lines of both texts, each with its reason', () => {
    const { before, after, changes } = strictView(schema)
    const words = changes.find(({ keyword }) => keyword === 'minLength')
    expect(before.split('\n')[(words?.lineBefore ?? 0) - 1]).toContain('"minLength"')
    const optional = changes.find(({ keyword }) => keyword === 'required')
    expect(after.split('\n')[(optional?.lineAfter ?? 0) - 1]).toContain('"type": [')
    expect(changes.every(({ why }) => why !== '')).toBe(true)
  })

  it('is nothing for a schema that is strict already', () => {
    const strict = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    }
    expect(strictView(strict)).toMatchObject({ changes: [] })
  })

  it('says where a schema goes without it', () => {
    let deep: object = { type: 'string' }
    for (let level = 0; level < 14; level++) deep = { type: 'object', properties: { in: deep }, required: ['in'] }
    expect(strictView(deep as never).limit).toMatch(/level|deep/u) // an object schema, built in a loop
  })
})
