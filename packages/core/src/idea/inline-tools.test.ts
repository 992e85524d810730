import { expect, it } from 'vitest'
import { inlineTools } from './inline-tools.ts'

it('a shared Tool that is another by now, or gone, is written into the Idea; one that is the same stays a reference', () => {
  const tool = {
    same: { $ref: 'tool://same' },
    other: { $ref: 'tool://other', _activity: '' },
    own: { type: 'object' },
  }
  const idea = { context: [{ type: 'text', text: 'x' } as const, { type: 'tool', tool } as const] }
  const tools = { same: { type: 'object', title: 'a' }, other: { type: 'object', title: 'b' } }
  const now = { same: { title: 'a', type: 'object' }, other: { type: 'object', title: 'c' } }
  expect(inlineTools({ idea, tools }, now).context[1]).toEqual({
    type: 'tool',
    tool: { ...tool, other: { type: 'object', title: 'b', _activity: '' } },
  })
  expect(inlineTools({ idea, tools }, {}).context[1]).toMatchObject({ tool: { same: { type: 'object', title: 'a' } } })
})
