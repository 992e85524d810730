import { describe, expect, it } from 'vitest'
import { edit, openDocument, type Document } from '../../document/texts/document.ts'
import { undo } from '../../document/texts/undo.ts'
import { editedPaths } from './edited-path.ts'

const FILE = 'ideas/a.json'
const TEXT = JSON.stringify(
  {
    title: 'A, "quoted"',
    context: [
      { type: 'text', text: 'Hello' },
      {
        type: 'tool',
        tool: { search: { type: 'object', properties: { query: { type: 'string', description: 'x' } } } },
      },
    ],
  },
  null,
  2,
)
const opened = openDocument([{ file: FILE, text: TEXT, etag: '"1"' }])
let at = 0
const replaced = (document: Document, from: string, to: string): Document =>
  edit(document, [{ file: FILE, text: document.files.get(FILE)?.text?.replace(from, to) ?? '' }], {
    label: 'edit',
    at: (at += 10_000),
  })

describe('the place of an edit', () => {
  it.each([
    ['"x"', '"Words"', ['context', 1, 'tool', 'search', 'properties', 'query', 'description']],
    ['Hello', 'Hello there', ['context', 0, 'text']],
    ['quoted', 'said', ['title']],
    [
      '"type": "string",',
      '"type": "string", "minLength": 1,',
      ['context', 1, 'tool', 'search', 'properties', 'query', 'minLength'],
    ],
    ['"title"', '"name"', ['name']],
  ])('of %s to %s', (from, to, path) => {
    const after = replaced(opened, from, to)
    expect([...editedPaths(after).values()]).toEqual([path])
  })

  it('is found for each step of the list, also for undone ones', () => {
    const two = replaced(replaced(opened, 'Hello', 'A much longer greeting'), 'quoted', 'said')
    const undone = undo(two)
    if (!undone.ok) throw new Error('It can be undone.')
    const paths = ({ document }: { readonly document: Document }) => [...editedPaths(document).values()]
    expect(paths({ document: two })).toEqual([['title'], ['context', 0, 'text']])
    expect(paths(undone)).toEqual([['context', 0, 'text'], ['title']])
  })
})
