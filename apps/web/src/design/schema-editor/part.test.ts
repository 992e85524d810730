import { describe, expect, it } from 'vitest'
import { openDocument } from '../../document/texts/document.ts'
import { receive } from '../../document/texts/receive.ts'
import type { EditorPart } from '../../platform/session/editor-place.ts'
import { partKey, partText } from './part.ts'

const open = (idea: object) =>
  openDocument([
    { file: 'ideas/a.json', text: JSON.stringify(idea), etag: '"1"' },
    { file: 'tools/plan.json', text: '{ "type": "object" }', etag: '"1"' },
  ])
const TOOLS = { type: 'tool', tool: { plan: { $ref: 'tool://plan' }, own: { type: 'object' } } }
const placeOf = (part: EditorPart) => ({ idea: 'a', part })

describe('where the edited part’s text is', () => {
  it('is the shared file of a Tool that the Idea refers to, and a place in the Idea for its own', () => {
    const { files } = open({ context: [TOOLS] })
    expect(partText(files, placeOf({ type: 'tool', name: 'plan' }))).toEqual({ file: 'tools/plan.json', path: [] })
    expect(partText(files, placeOf({ type: 'tool', name: 'own' }))).toEqual({
      file: 'ideas/a.json',
      path: ['context', 0, 'tool', 'own'],
    })
    expect(partText(files, placeOf({ type: 'tool', name: 'none' }))).toBeUndefined()
  })

  it('is nowhere for a Tool whose shared file is gone, though its Idea still refers to it', () => {
    const document = receive(open({ context: [TOOLS] }), 'tools/plan.json', null, null)
    expect(partText(document.files, placeOf({ type: 'tool', name: 'plan' }))).toBeUndefined()
  })

  it('is the schema of the Idea for its output', () => {
    const output = placeOf({ type: 'output' })
    expect(partText(open({ context: [], schema: {} }).files, output)).toEqual({
      file: 'ideas/a.json',
      path: ['schema'],
    })
    expect(partText(open({ context: [] }).files, output)).toBeUndefined()
  })

  it('is the schema of the first input Message that has one for its input', () => {
    const input = placeOf({ type: 'input' })
    const context = [TOOLS, { type: 'input', input: 1 }, { type: 'input', schema: {} }, { type: 'input', schema: {} }]
    expect(partText(open({ context, schema: {} }).files, input)).toEqual({
      file: 'ideas/a.json',
      path: ['context', 2, 'schema'],
    })
    expect(partText(open({ context: [{ type: 'state', schema: {} }], schema: {} }).files, input)).toBeUndefined()
  })

  it('has a separate key for each part, whatever a Tool’s name', () => {
    const parts: readonly EditorPart[] = [
      { type: 'input' },
      { type: 'output' },
      { type: 'tool', name: 'input' },
      { type: 'tool', name: 'output' },
    ]
    expect(parts.map((part) => partKey(placeOf(part)))).toEqual(['a#input', 'a#output', 'a/input', 'a/output'])
  })
})
