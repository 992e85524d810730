import { describe, expect, it } from 'vitest'
import { clipOf, clipText, pasteClip, readClip } from './clip.ts'
import { EMPTY_DOCUMENT, type FileRecord } from '../texts/document.ts'
import { receive } from '../texts/receive.ts'
import { layoutText } from '../layout/layout-edits.ts'
import { groupsOf, notesOf, positionsOf } from '../layout/layout-file.ts'

const delegating = (to: string): string =>
  JSON.stringify({
    title: 'Producer',
    context: [
      {
        type: 'tool',
        tool: { ask: { type: 'object', properties: { _module: { const: to } } }, rate: { $ref: 'tool://rate' } },
      },
    ],
  })
const filesOf = (texts: Record<string, string>): ReadonlyMap<string, FileRecord> =>
  Object.entries(texts).reduce((now, [file, text]) => receive(now, file, text, file), EMPTY_DOCUMENT).files

const note = { x: 50, y: 60, width: 200, height: 90, text: 'Mind the budget' }
const FILES = filesOf({
  'ideas/producer.json': delegating('idea://composer'),
  'ideas/composer.json': '{"context":[]}',
  'ideas/other.json': '{"context":[]}',
  'tools/rate.json': '{"type":"object"}',
  '.ensemble/layout.json': layoutText({ nodes: new Map(), notes: new Map([['note:1', note]]) }),
})
const PLACES = new Map([
  ['idea:producer', { x: 0, y: 0 }],
  ['idea:composer', { x: 300, y: 10 }],
])
const copied = clipOf(FILES, ['idea:producer', 'idea:composer', 'note:1'], PLACES)
const textOf = (edits: readonly { file: string; text: string | null }[], file: string): string =>
  edits.find((edit) => edit.file === file)?.text ?? ''

describe('what is copied', () => {
  it('is JSON that says what the nodes are, with the shared Tools they refer to', () => {
    const clip = readClip(clipText(copied))
    expect(clip).toEqual(copied)
    expect(Object.keys(copied.ideas)).toEqual(['producer', 'composer'])
    expect(Object.keys(copied.tools)).toEqual(['rate'])
    expect(copied.notes).toEqual([note])
  })

  it('is nothing to paste where it is another text', () => {
    expect(readClip('hello')).toBeNull()
    expect(readClip('{"a":1}')).toBeNull()
    expect(readClip('[1]')).toBeNull()
  })

  it('may be one Idea as its file holds it', () => {
    expect(Object.keys(readClip('{"title":"My Idea!","context":[]}')?.ideas ?? {})).toEqual(['my-idea'])
  })
})

describe('a group that is copied', () => {
  const groups = new Map([
    ['group:1', { title: 'Song', nodes: ['idea:producer', 'idea:composer', 'activity:play'], folded: false }],
    ['group:2', { title: 'All', nodes: ['group:1', 'idea:other'], folded: true }],
  ])
  const files = new Map([...FILES, ...filesOf({ '.ensemble/layout.json': layoutText({ nodes: new Map(), groups }) })])
  const groupsAfter = (edits: Parameters<typeof textOf>[0]) => [...groupsOf(textOf(edits, '.ensemble/layout.json'))]

  it('comes with its Ideas and the groups inside, and the copy is a group of copies', () => {
    const clip = clipOf(files, ['group:2'], PLACES)
    expect(readClip(clipText(clip))).toEqual(clip)
    const { edits, ids, selected } = pasteClip(files, clip, { x: 0, y: 0 }, PLACES)
    expect(ids).toEqual(['idea:producer-copy', 'idea:composer-copy', 'idea:other-copy'])
    expect(selected).toEqual(['group:4'])
    expect(groupsAfter(edits)).toEqual([
      ...groups,
      ['group:3', { title: 'Song copy', nodes: ['idea:producer-copy', 'idea:composer-copy'], folded: false }],
      ['group:4', { title: 'All copy', nodes: ['group:3', 'idea:other-copy'], folded: true }],
    ])
  })

  it('comes along when all of its Ideas are copied, and not with some of them', () => {
    const all = clipOf(files, ['idea:producer', 'idea:composer'], PLACES)
    expect([...all.groups]).toEqual([
      ['group:1', { title: 'Song', nodes: ['idea:producer', 'idea:composer'], folded: false }],
    ])
    expect(clipOf(files, ['idea:producer', 'idea:other'], PLACES).groups.size).toBe(0)
    const { edits } = pasteClip(filesOf({}), all, { x: 0, y: 0 }, new Map())
    expect(groupsAfter(edits)).toEqual([['group:1', all.groups.get('group:1')]])
  })
})

describe('what is pasted', () => {
  it('keeps its names in another workspace, and brings its shared Tools', () => {
    const { edits, ids } = pasteClip(filesOf({}), copied, { x: 5, y: 5 }, new Map())
    expect(edits.map(({ file }) => file)).toEqual([
      'ideas/producer.json',
      'ideas/composer.json',
      'tools/rate.json',
      '.ensemble/layout.json',
    ])
    expect(ids).toEqual(['idea:producer', 'idea:composer', 'note:1'])
    expect(positionsOf(textOf(edits, '.ensemble/layout.json')).get('idea:composer')).toMatchObject({ x: 305, y: 15 })
  })

  it('gets new names where they are taken, and delegations among it follow', () => {
    const { edits, ids } = pasteClip(FILES, copied, { x: 40, y: 40 }, PLACES)
    expect(ids).toEqual(['idea:producer-copy', 'idea:composer-copy', 'note:2'])
    expect(textOf(edits, 'ideas/producer-copy.json')).toContain('idea://composer-copy')
    expect(edits.some(({ file }) => file === 'tools/rate.json')).toBe(false)
    expect(notesOf(textOf(edits, '.ensemble/layout.json')).get('note:2')).toEqual({ ...note, x: 90, y: 100 })
  })

  it('keeps a delegation to an Idea that was not copied', () => {
    const { edits } = pasteClip(FILES, clipOf(FILES, ['idea:producer'], PLACES), { x: 0, y: 0 }, PLACES)
    expect(textOf(edits, 'ideas/producer-copy.json')).toContain('"idea://composer"')
  })

  it('does not take a new name for an old one', () => {
    const swap = { ...copied, ideas: { a: { context: [] }, 'a-copy': JSON.parse(delegating('idea://a')) }, places: {} }
    const { edits } = pasteClip(filesOf({ 'ideas/a.json': '{"context":[]}' }), swap, { x: 0, y: 0 }, new Map())
    expect(textOf(edits, 'ideas/a-copy2.json') || textOf(edits, 'ideas/a-copy-copy.json')).toContain('idea://a-copy')
  })
})
