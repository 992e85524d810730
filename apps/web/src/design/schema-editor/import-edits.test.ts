import { describe, expect, it } from 'vitest'
import { openDocument, type FileEdit } from '../../document/texts/document.ts'
import { ideaEdits, importEdits } from './import-edits.ts'

const IDEA = 'ideas/producer.json'
const filesWith = (context: readonly unknown[]) =>
  openDocument([{ file: IDEA, text: JSON.stringify({ context }), etag: '"1"' }]).files
const schema = (description: string) => ({ type: 'object', description })
const parsed = (edits: readonly FileEdit[], file: string): unknown =>
  JSON.parse(edits.find((edit) => edit.file === file)?.text ?? 'null')

describe('importing Tools', () => {
  it('adds all of them to their Idea in one edit, and replaces one of the same name', () => {
    const files = filesWith([{ type: 'tool', tool: { mix: schema('old') } }])
    const edits = importEdits(files, 'producer', [
      { name: 'mix', schema: schema('new') },
      { name: 'master', schema: schema('louder') },
    ])
    expect(edits).toHaveLength(1)
    expect(parsed(edits, IDEA)).toEqual({
      context: [{ type: 'tool', tool: { mix: schema('new'), master: schema('louder') } }],
    })
  })

  it('brings the request of an operation as an HTTP Activity of its name', () => {
    const http = { method: 'GET', url: 'https://api.test/songs' }
    const edits = importEdits(filesWith([]), 'producer', [{ name: 'listSongs', schema: schema('all'), http }])
    expect(edits.map(({ file }) => file)).toEqual([IDEA, 'ensemble.json'])
    expect(parsed(edits, 'ensemble.json')).toEqual({ activities: { http: { listSongs: http } } })
  })

  it('makes a file of each agent', () => {
    const edits = ideaEdits([{ name: 'critic', idea: { title: 'Критик', context: [] } }])
    expect(edits).toEqual([{ file: 'ideas/critic.json', text: expect.stringContaining('Критик') }])
  })
})
