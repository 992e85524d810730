import { describe, expect, it } from 'vitest'
import { EMPTY_DOCUMENT } from '../texts/document.ts'
import { receive } from '../texts/receive.ts'
import { LAYOUT_FILE } from '../texts/files.ts'
import {
  forgetNodes,
  forgetPlaces,
  layoutText,
  placeNodes,
  renameNode,
  writeGroups,
  writeNotes,
} from './layout-edits.ts'
import { freeNoteId, groupsOf, notesOf, positionsOf, type Place } from './layout-file.ts'

const note = { x: 1, y: 2, width: 200, height: 100, text: 'Ask Ann\nabout "this"' }
const nodes = new Map([['idea:a', { x: 10, y: 20 }]])
const withText = (text: string) => receive(EMPTY_DOCUMENT, LAYOUT_FILE, text, 'e').files

describe('the layout file', () => {
  it('keeps notes with places, one line each', () => {
    const text = layoutText({ nodes, notes: new Map([['note:1', note]]) })
    expect(positionsOf(text)).toEqual(nodes)
    expect(notesOf(text).get('note:1')).toEqual(note)
    expect(text.split('\n')).toHaveLength(10)
  })

  it('says nothing of notes if there are none', () => {
    expect(layoutText({ nodes, notes: new Map() })).not.toContain('notes')
  })

  it('moves nodes and notes alike, and forgets only places', () => {
    const files = withText(layoutText({ nodes, notes: new Map([['note:1', note]]) }))
    const moved = placeNodes(
      files,
      new Map([
        ['note:1', { x: 5, y: 6 }],
        ['idea:b', { x: 7, y: 8 }],
      ]),
    ).text
    expect(notesOf(moved).get('note:1')).toEqual({ ...note, x: 5, y: 6 })
    expect([...positionsOf(moved).keys()]).toEqual(['idea:a', 'idea:b'])
    expect(notesOf(forgetPlaces(files, 'all').text).size).toBe(1)
  })

  it('removes a note and gives the next its own name', () => {
    const files = withText(layoutText({ nodes, notes: new Map([['note:1', note]]) }))
    expect(notesOf(writeNotes(files, new Map([['note:1', null]])).text).size).toBe(0)
    expect(freeNoteId(new Map([['note:2', note]]))).toBe('note:3')
  })

  it('tells what a person placed from what the layout placed, so that tidying keeps the first', () => {
    const standing = new Map([
      ['idea:a', { x: 0, y: 0 }],
      ['idea:b', { x: 300, y: 0 }],
    ])
    const moved = placeNodes(EMPTY_DOCUMENT.files, new Map([['idea:a', { x: 10, y: 20 }]]), standing)
    expect(positionsOf(moved.text)).toEqual(
      new Map<string, Place>([...nodes, ['idea:b', { x: 300, y: 0, isAuto: true }]]),
    )
    expect(positionsOf(forgetPlaces(withText(moved.text ?? ''), 'auto').text)).toEqual(nodes)
  })

  const song = { title: 'The "song"', nodes: ['idea:a', 'idea:b'], folded: false }
  const grouped = withText(layoutText({ nodes, groups: new Map([['group:1', song]]) }))

  it('keeps groups with places, one line each', () => {
    const text = grouped.get(LAYOUT_FILE)?.text ?? ''
    expect(groupsOf(text)).toEqual(new Map([['group:1', song]]))
    expect(text.split('\n')).toHaveLength(10)
  })

  it('holds a node in one group only, and no group without a node', () => {
    const group = { title: 'Other', nodes: ['idea:b', 'idea:c'], folded: true }
    const both = writeGroups(grouped, new Map([['group:2', group]]))
    expect(groupsOf(both.text)).toEqual(
      new Map([
        ['group:1', { ...song, nodes: ['idea:a'] }],
        ['group:2', group],
      ]),
    )
    expect(groupsOf(forgetNodes(withText(both.text ?? ''), new Set(['idea:a'])).text)).toEqual(
      new Map([['group:2', group]]),
    )
  })

  it('takes a renamed node along in its group, placed or not', () => {
    const renamed = renameNode(grouped, 'idea:b', 'idea:z')
    expect(groupsOf(renamed?.text).get('group:1')?.nodes).toEqual(['idea:a', 'idea:z'])
    expect(renameNode(grouped, 'idea:c', 'idea:z')).toBeNull()
  })
})
