import { expect, it } from 'vitest'
import { pinnedTool } from './pinned-tool.ts'

const schema = { description: 'Restarts', type: 'object', properties: { service: { type: 'string' } } }
const pin = (tool: Record<string, object>, tools = {}) =>
  JSON.parse(
    JSON.stringify({
      idea: {
        context: [
          { type: 'text', text: 'x' },
          { type: 'tool', tool },
        ],
      },
      tools,
    }),
  )

it('a Tool is read from the Idea that the Run pinned, without its meta fields', () => {
  const found = pinnedTool(
    pin({ restart: { ...schema, properties: { ...schema.properties, _approval: { const: true } } } }),
    'restart',
  )
  expect(Object.keys(found?.parameters['properties'] ?? {})).toEqual(['service'])
})

it('a shared Tool is read from the Idea’s pin', () => {
  expect(pinnedTool(pin({ restart: { $ref: 'tool://restart' } }, { restart: schema }), 'restart')?.description).toBe(
    'Restarts',
  )
})

it('an unknown Tool, or a missing pin, is undefined', () => {
  expect(pinnedTool(pin({}), 'restart')).toBeUndefined()
  expect(pinnedTool(undefined, 'restart')).toBeUndefined()
})
