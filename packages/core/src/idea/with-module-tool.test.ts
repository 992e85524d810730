import { expect, test } from 'vitest'
import { withModuleTool } from './with-module-tool.ts'

const text = `{
    "context": [
        { "type": "text", "text": "Пиши." },
        { "type": "tool", "tool": {
            "first": { "type": "object" },
            "second": { "type": "object" },
            "third": { "$ref": "tool://third" }
        } },
        { "type": "tool", "tool": { "fourth": { "type": "object" } } }
    ]
}
`
const tool = { type: 'object', properties: { _module: { const: 'idea://two' } } }

test('one Tool replaces several at the place of the first, and no other byte changes', () => {
  const changed = withModuleTool(text, 'both', { tool, replaced: ['second', 'fourth'] })
  expect(JSON.parse(changed).context).toEqual([
    { type: 'text', text: 'Пиши.' },
    { type: 'tool', tool: { first: { type: 'object' }, both: tool, third: { $ref: 'tool://third' } } },
  ])
  expect(changed).toContain(
    '{ "type": "text", "text": "Пиши." },\n        { "type": "tool", "tool": {\n            "first"',
  )
  expect(Object.keys(JSON.parse(changed).context[1].tool)).toEqual(['first', 'both', 'third'])
})

test('where none is replaced it joins the last tool Message', () => {
  const changed = JSON.parse(withModuleTool(text, 'both', { tool, replaced: [] }))
  expect(Object.keys(changed.context[2].tool)).toEqual(['fourth', 'both'])
})
