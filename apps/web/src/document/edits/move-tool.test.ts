import { expect, test } from 'vitest'
import type { FileRecord } from '../texts/document.ts'
import { toolsOfIdea } from './intents.ts'
import { moveTool } from './move-tool.ts'

const TEXT = `{
  "context": [
    { "type": "tool", "tool": { "a": { "type": "object" }, "b": { "type":"object" }, "c": { "type": "object" } } },
    { "type": "tool", "tool": { "d": { "type": "object" } } }
  ]
}
`
const filesOf = (text: string): ReadonlyMap<string, FileRecord> =>
  new Map([['ideas/x.json', { file: 'ideas/x.json', text, saved: text, inForce: text, etag: null, valid: text }]])
const after = (tool: string, index: number): string[] => {
  const text = moveTool(filesOf(TEXT), 'x', tool, index)?.text ?? TEXT
  return toolsOfIdea(filesOf(text), 'x').map(({ name }) => name)
}

test('a Tool goes up and down among those of its Message, and keeps its text', () => {
  expect(after('b', 0)).toEqual(['b', 'a', 'c', 'd'])
  expect(after('a', 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moveTool(filesOf(TEXT), 'x', 'b', 0)?.text).toContain('{ "type":"object" }')
})

test('a Tool goes into the Message of the one whose place it takes', () => {
  expect(after('c', 3)).toEqual(['a', 'b', 'd', 'c'])
  expect(after('d', 1)).toEqual(['a', 'd', 'b', 'c'])
})

test('a Tool that is there already changes nothing', () => {
  expect(moveTool(filesOf(TEXT), 'x', 'a', 0)).toBeNull()
  expect(moveTool(filesOf(TEXT), 'x', 'z', 0)).toBeNull()
})
