import { expect, it } from 'vitest'
import { withActivity } from './with-activity.ts'

const loaded = {
  address: 'idea://composer',
  hash: '',
  idea: {
    context: [
      { type: 'text', text: 'Compose.' } as const,
      { type: 'tool', tool: { own: { type: 'object', _activity: 'x' }, shared: { $ref: 'tool://shared' } } } as const,
    ],
  },
  tools: { shared: { type: 'object', properties: { n: {}, _activity: { const: 'byRule' } } } },
}

it("a Tool's work is given to another Activity, or to the model, wherever its author named one", () => {
  expect(withActivity(loaded, 'own', '')?.context[1]).toEqual({
    type: 'tool',
    tool: { own: { type: 'object', _activity: '' }, shared: { $ref: 'tool://shared' } },
  })
  expect(withActivity(loaded, 'shared', 'other')?.context[1]).toMatchObject({
    tool: { shared: { type: 'object', properties: { n: {} }, _activity: 'other' } },
  })
  expect(withActivity(loaded, 'nothing', '')).toBeUndefined()
})
