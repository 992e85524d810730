import { describe, expect, it } from 'vitest'
import { withContract } from './contract.ts'

const TOOL = {
  type: 'object',
  properties: { _module: { const: 'idea://helper' }, city: { type: 'string' }, note: { type: 'string' } },
  required: ['city'],
}
const IDEA = JSON.stringify({ context: [{ type: 'tool', tool: { ask: TOOL } }] }, null, 2)
const place = { name: 'ask', file: 'ideas/desk.json', path: ['context', 0, 'tool', 'ask'], schema: TOOL }

describe('A bridge made a contract', () => {
  it('resolves upfront and leaves the differing parameter to the Module', () => {
    const input = { type: 'object', properties: { city: { type: 'integer' }, note: { type: 'string' } } }
    // The place as the Tools of an Idea are listed, with the fields that the edit reads.
    const after = JSON.parse(withContract(IDEA, place as unknown as Parameters<typeof withContract>[1], input))
    expect(after.context[0].tool.ask).toEqual({
      ...TOOL,
      required: [],
      properties: { _module: { const: 'idea://helper' }, note: { type: 'string' }, _resolve: { const: 'upfront' } },
    })
  })
})
