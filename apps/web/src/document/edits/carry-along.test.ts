import { expect, test } from 'vitest'
import type { FileRecord } from '../texts/document.ts'
import { carryAlong } from './carry-along.ts'

const record = (file: string, value: object): [string, FileRecord] => {
  const text = JSON.stringify(value, null, 2)
  return [file, { file, text, saved: text, inForce: text, etag: null, valid: text }]
}
const files = new Map([
  record('ideas/producer.json', {
    context: [
      { type: 'text', text: 'Ask the Composer. A Composers guild is another thing; Composer twice.' },
      { type: 'tool', tool: { askComposer: { type: 'object', properties: {} }, mix: { type: 'object' } } },
    ],
  }),
  record('ideas/writer.json', { title: 'Song writer', context: [] }),
])

test('Tools that are named after an Idea and mentions of whole words follow its new title', () => {
  const carried = carryAlong(files, { from: 'Composer', to: 'Song writer', activities: [], profile: 'default' })
  expect(carried).toMatchObject({ tools: 1, mentions: 2 })
  const [edit] = carried.edits
  expect(edit?.text).toContain('"askSongWriter"')
  expect(edit?.text).toContain('Ask the Song writer. A Composers guild is another thing; Song writer twice.')
})

test('nothing is offered if no Tool or prompt uses the old name', () => {
  const carried = carryAlong(files, { from: 'Drummer', to: 'Bassist', activities: [], profile: 'default' })
  expect(carried).toEqual({ tools: 0, mentions: 0, edits: [] })
})
