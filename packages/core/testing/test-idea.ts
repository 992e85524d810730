import type { Script } from './test-run.ts'

/** The output of most Ideas in tests. */
export const answer = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
export const DONE = { calls: [], output: { text: 'done' } }

export const tool = (properties: object = {}, more: object = {}) => ({
  type: 'object',
  description: 'Does it.',
  properties,
  ...more,
})

export const idea = (tools: object, ...messages: readonly object[]) => ({
  context: [{ type: 'text', text: 'Work.' }, ...messages, { type: 'tool', tool: tools }],
  schema: answer,
})

/** Makes the Calls in the first turn and is done in the second. */
export const once =
  (...calls: readonly object[]): Script =>
  (_, count) =>
    count === 0 ? { calls, output: null } : DONE
