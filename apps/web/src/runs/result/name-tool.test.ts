import { describe, expect, it } from 'vitest'
import { inputNaming } from './name-tool.ts'

const idea = (schema: object, input?: unknown) =>
  ({ context: [{ type: 'input', schema, ...(input !== undefined && { input }) }] }) as Parameters<typeof inputNaming>[0] // a literal

describe('an input that names a Tool', () => {
  it('adds a sentence to the text that says most, and leaves other fields alone', () => {
    const schema = { properties: { id: { type: 'string' }, request: { type: 'string' }, kind: { enum: ['a'] } } }
    expect(inputNaming(idea(schema, { id: 'T-1', request: 'why is the sea salty' }), 'searchWeb')).toEqual({
      id: 'T-1',
      request: 'why is the sea salty. Use searchWeb.',
    })
    expect(inputNaming(idea(schema, { id: 'T-1', request: 'Why is it so?' }), 'x')).toMatchObject({
      request: 'Why is it so? Use x.',
    })
  })

  it('is the sentence alone where nothing was given, and the default where no field takes text', () => {
    expect(inputNaming(idea({ properties: { request: { type: 'string' } } }), 'x')).toEqual({ request: 'Use x.' })
    expect(inputNaming(idea({ properties: { count: { type: 'integer' } } }, { count: 3 }), 'x')).toEqual({ count: 3 })
    expect(inputNaming({ context: [] }, 'x')).toBeUndefined()
  })
})
