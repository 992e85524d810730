import { describe, expect, it } from 'vitest'
import { applyTextEdits } from '../schema/json-document.ts'
import { addToolToIdea } from './add-tool.ts'

const add = (text: string): string => applyTextEdits(text, addToolToIdea(text, 'ping', { type: 'object' }))

describe('a Tool given to an Idea', () => {
  it('joins the last tool Message and leaves every other byte alone', () => {
    const text = '{ "context": [{ "type": "tool", "tool": { "a": {} } }, { "type": "text", "text": "x" }] }\n'
    expect(add(text)).toBe(text.replace('"a": {} }', '"a": {}, "ping": { "type": "object" } }'))
  })

  it('makes a tool Message if there is none', () => {
    const text = '{ "context": [{ "type": "text", "text": "x" }] }'
    expect(JSON.parse(add(text)).context[1]).toEqual({ type: 'tool', tool: { ping: { type: 'object' } } })
  })

  it('changes nothing if the text isn’t an Idea', () => {
    for (const text of ['[]', '{}', '{ "context": 1 }', '{']) expect(add(text)).toBe(text)
  })
})
