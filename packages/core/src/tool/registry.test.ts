import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../schema/json.ts'
import { createToolRegistry } from './registry.ts'

describe('registering a Tool', () => {
  it('gives a handle with the schema as its author wrote it', () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } } } as const
    const registry = createToolRegistry()
    const handle = registry.register('weatherCheck', schema)
    expect(handle.schema).toEqual(schema)
    expect(handle.tool.parameters).toMatchObject({ additionalProperties: false })
    expect(schema).toEqual({ type: 'object', properties: { city: { type: 'string' } } })
    expect(registry.get('weatherCheck')).toBe(handle)
  })

  it('a second time lets the latest win', () => {
    const registry = createToolRegistry()
    registry.register('ask', { type: 'object', description: 'old' })
    registry.register('tell', { type: 'object' })
    const latest = registry.register('ask', { type: 'object', description: 'new' })
    expect(registry.get('ask')).toBe(latest)
    expect(registry.names).toEqual(['tell', 'ask'])
  })

  it('holds for the schema as it is at that moment, also where its author changes the same object later', () => {
    const registry = createToolRegistry()
    const schema: { type: string; properties: { [name: string]: JsonObject } } = { type: 'object', properties: {} }
    const open = registry.register('pay', schema)
    schema.properties['_approval'] = { const: 'required' }
    expect(open.schema.properties).toEqual({})
    expect(registry.register('pay', schema).tool.approval).toEqual({ type: 'always' })
    expect(open.tool.approval).toBeUndefined()
  })

  it('with an error says which, where, and what else is wrong', () => {
    const schema: JsonObject = { type: 'object', properties: { _modul: { const: 'idea://x' } }, _tool: 'other' }
    expect(() => createToolRegistry().register('ask', schema)).toThrow(
      expect.objectContaining({
        code: 'tool.unknownField',
        options: expect.objectContaining({
          errors: [
            expect.objectContaining({ path: '/properties/_modul' }),
            expect.objectContaining({ path: '/_tool' }),
          ],
        }),
      }),
    )
  })

  it('in one registry is unseen by another', () => {
    createToolRegistry().register('ask', { type: 'object' })
    expect(createToolRegistry().names).toEqual([])
  })
})
