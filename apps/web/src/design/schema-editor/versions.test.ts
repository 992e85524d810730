import type { JsonObject } from '@ensemble/core'
import { expect, it } from 'vitest'
import { partIn, sortedText, wholeOf, type Held } from './versions.ts'

const TOOL = { type: 'object', description: 'Draws.' }
const IDEA: JsonObject = {
  context: [
    { type: 'input', schema: { type: 'string' } },
    { type: 'tool', tool: { draw: TOOL, paint: { $ref: 'tool://paint' } } },
  ],
  schema: { type: 'number' },
}
const text: Held = { type: 'text', text: JSON.stringify(IDEA) }
const pinned: Held = { type: 'pinned', idea: IDEA, tools: { paint: { ...TOOL, title: 'Paint' } } }
const idea = { file: 'ideas/a.json', path: ['context', 7, 'tool', 'draw'] }

it('a part is found in another version by its name, whatever its place was', () => {
  const place = (name: string) => ({ idea: 'a', part: { type: 'tool', name } }) as const
  for (const held of [text, pinned]) {
    expect(partIn(held, place('draw'), idea)).toEqual(TOOL)
    expect(partIn(held, { idea: 'a', part: { type: 'output' } }, idea)).toEqual({ type: 'number' })
    expect(partIn(held, { idea: 'a', part: { type: 'input' } }, idea)).toEqual({ type: 'string' })
    expect(wholeOf(held, idea)).toEqual(IDEA)
    expect(partIn(held, place('gone'), idea)).toBeUndefined()
  }
  expect(partIn(pinned, place('paint'), { file: 'tools/paint.json', path: [] })).toMatchObject({ title: 'Paint' })
})

it('versions are equal whatever the order of their keys', () => {
  expect(sortedText({ b: [{ d: 1, c: 2 }], a: null })).toBe(sortedText({ a: null, b: [{ c: 2, d: 1 }] }))
  expect(sortedText(undefined)).toBe('')
})
