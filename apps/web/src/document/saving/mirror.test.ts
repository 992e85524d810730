import { describe, expect, it } from 'vitest'
import { EMPTY_DOCUMENT, edit, type Document } from '../texts/document.ts'
import { receive } from '../texts/receive.ts'
import { keepEdits, restoreEdits, type TextStorage } from './mirror.ts'

const memory = (): TextStorage => {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}
const served = (text: string): Document => receive(EMPTY_DOCUMENT, 'ideas/a.json', text, `"${text}"`)
const edited = (text: string): Document => edit(served('1'), [{ file: 'ideas/a.json', text }], { label: 'edit', at: 0 })

describe('edits that are not saved', () => {
  it('survive a reload', () => {
    const storage = memory()
    keepEdits(storage, 'k', edited('2'), new Set())
    expect(restoreEdits(storage, 'k', served('1'), 0, new Set()).files.get('ideas/a.json')).toMatchObject({
      text: '2',
      saved: '1',
      etag: '"1"',
    })
  })

  it('meet a file that changed meanwhile as a choice, with both texts', () => {
    const storage = memory()
    keepEdits(storage, 'k', edited('2'), new Set())
    expect(restoreEdits(storage, 'k', served('3'), 0, new Set()).files.get('ideas/a.json')).toMatchObject({
      text: '2',
      theirs: { text: '3', etag: '"3"' },
    })
  })

  it('are forgotten once they are saved', () => {
    const storage = memory()
    const own = new Set<string>()
    keepEdits(storage, 'k', edited('2'), own)
    keepEdits(storage, 'k', served('2'), own)
    expect(storage.getItem('k')).toBeNull()
  })

  it('of another page stay when this one has none, and are taken over by the next that opens', () => {
    const storage = memory()
    keepEdits(storage, 'k', edited('2'), new Set())
    keepEdits(storage, 'k', served('1'), new Set())
    const own = new Set<string>()
    expect(restoreEdits(storage, 'k', served('1'), 0, own).files.get('ideas/a.json')).toMatchObject({ text: '2' })
    keepEdits(storage, 'k', served('2'), own)
    expect(storage.getItem('k')).toBeNull()
  })
})
