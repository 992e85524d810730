import type { Graph, Json } from '@ensemble/core'
import { createValidator } from '@ensemble/core/validate'
import { describe, expect, it } from 'vitest'
import { clientOf } from '../../testing/client-of.ts'
import { listIdeaTools, toInput } from './idea-tools.ts'

/** The tools of a workspace with one Idea for each input schema. */
const toolsOf = (inputs: readonly (Json | null)[], more: Partial<Graph['nodes'][number]> = {}) => {
  const nodes = inputs.map((input, index) => ({ kind: 'idea', name: `idea-${index}`, input, output: null, ...more }))
  return listIdeaTools(clientOf(() => ({ nodes })))
}
const OBJECT = { type: 'object', properties: { name: { type: 'string' } } }

describe('an Idea as a tool of MCP', () => {
  it('takes the arguments of an object as they are, also where its schema does not say that it is one', async () => {
    const [object, open] = await toolsOf([OBJECT, { properties: OBJECT.properties }])
    expect(object).toEqual({ name: 'idea-0', inputSchema: OBJECT })
    expect(open?.inputSchema).toEqual(OBJECT)
    expect(open && toInput(open, { name: 'Ada' })).toEqual({ name: 'Ada' })
  })

  it.each([
    ['a list', { type: 'array' }],
    ['a text', { type: 'string' }],
    ['anything', {}],
    ['anything at all', true],
    ['an object or nothing', { type: ['object', 'null'], properties: {} }],
  ])('takes %s by the name input', async (_what, input) => {
    const [tool] = await toolsOf([input])
    expect(tool?.inputSchema).toEqual({
      type: 'object',
      properties: { input },
      required: ['input'],
      additionalProperties: false,
    })
    expect(tool && toInput(tool, { input: ['a'] })).toEqual(['a'])
    expect(tool && toInput(tool, {})).toBeNull()
  })

  it('leads to the definitions of an input that it takes by name', async () => {
    const $defs = { note: { type: 'string' } }
    const [tool] = await toolsOf([{ type: 'array', items: { $ref: '#/$defs/note' }, $defs }])
    const check = (value: Json) => createValidator().check(tool?.inputSchema ?? false, value)
    expect(check({ input: ['c', 'd'] })).toEqual({ ok: true })
    expect(check({ input: [1] }).ok).toBe(false)
  })

  it('isn’t a tool without an input schema, nor if it isn’t an Idea', async () => {
    expect(await toolsOf([null])).toEqual([])
    expect(await toolsOf([OBJECT], { kind: 'activity' })).toEqual([])
  })

  it('says what its file says of it', async () => {
    const [tool] = await toolsOf([OBJECT], { title: 'Greeter', description: 'Greets.', output: { type: 'string' } })
    expect(tool).toMatchObject({ title: 'Greeter', description: 'Greets.', outputSchema: { type: 'string' } })
  })
})
