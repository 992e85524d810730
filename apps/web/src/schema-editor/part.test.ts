import { expect, it } from 'vitest'
import { openDocument, receive } from '../document/document.ts'
import { partText } from './part.ts'

it('a Tool whose shared file is gone has no text to edit, though its Idea still refers to it', () => {
  const idea = { context: [{ type: 'tool', tool: { plan: { $ref: 'tool://plan' } } }] }
  const document = openDocument([
    { file: 'ideas/a.json', text: JSON.stringify(idea), etag: '"1"' },
    { file: 'tools/plan.json', text: '{ "type": "object" }', etag: '"1"' },
  ])
  const place = { idea: 'a', part: { type: 'tool', name: 'plan' } } as const
  expect(partText(document.files, place)).toEqual({ file: 'tools/plan.json', path: [] })
  expect(partText(receive(document, 'tools/plan.json', null, null).files, place)).toBeUndefined()
})
