import { describe, expect, it } from 'vitest'
import { EMPTY_DOCUMENT, receive } from './document.ts'
import { LAYOUT_FILE } from './files.ts'
import { forgetNodes, freeNoteId, layoutText, notesOf, placeNodes, positionsOf, writeNotes } from './layout-file.ts'

const note = { x: 1, y: 2, width: 200, height: 100, text: 'Ask Ann\nabout "this"' }
const nodes = new Map([['idea:a', { x: 10, y: 20 }]])
const withText = (text: string) => receive(EMPTY_DOCUMENT, LAYOUT_FILE, text, 'e').files

describe('the layout file', () => {
  it('keeps notes beside places, one line each', () => {
    const text = layoutText({ nodes, notes: new Map([['note:1', note]]) })
    expect(positionsOf(text)).toEqual(nodes)
    expect(notesOf(text).get('note:1')).toEqual(note)
    expect(text.split('\n')).toHaveLength(10)
  })

  it('says nothing of notes where there are none', () => {
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
    expect(notesOf(forgetNodes(files, 'all').text).size).toBe(1)
  })

  it('takes a note away and gives the next a name of its own', () => {
    const files = withText(layoutText({ nodes, notes: new Map([['note:1', note]]) }))
    expect(notesOf(writeNotes(files, new Map([['note:1', null]])).text).size).toBe(0)
    expect(freeNoteId(new Map([['note:2', note]]))).toBe('note:3')
  })
})
