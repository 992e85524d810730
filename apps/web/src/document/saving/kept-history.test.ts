import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMPTY_DOCUMENT, edit, type Document } from '../texts/document.ts'
import { receive, saved } from '../texts/receive.ts'
import { undo } from '../texts/undo.ts'
import { canUndo } from '../texts/history.ts'
import { keepHistory, resumeHistory } from './kept-history.ts'
import { keepEdits, restoreEdits } from './mirror.ts'

const FIRST = { a: '{"a": 1}', b: '{"b": 1}' }
const opened = (files: Readonly<Record<string, string>>): Document =>
  Object.entries(files).reduce((document, [file, text]) => receive(document, file, text, text), EMPTY_DOCUMENT)
const textsOf = (document: Document): Record<string, string> =>
  Object.fromEntries([...document.files].flatMap(([file, { text }]) => (text === null ? [] : [[file, text]])))
const undoAll = (document: Document): Document => {
  const step = undo(document)
  if (!step.ok) throw new Error(`undo refused at ${step.file}`)
  return canUndo(step.document.history) ? undoAll(step.document) : step.document
}
/** The browser's stored values, as it returns them. */
const keptOf = (document: Document): unknown => structuredClone(keepHistory(document))

const gesture = fc.record({
  file: fc.constantFrom('a', 'b', 'c'),
  text: fc.string({ maxLength: 8 }),
  save: fc.boolean(),
})

describe('a history that is kept', () => {
  it('undoes to the first bytes after a reload, whatever of it was saved', () => {
    fc.assert(
      fc.property(fc.array(gesture, { minLength: 1, maxLength: 10 }), (gestures) => {
        const storage = new Map<string, string>()
        const port = {
          getItem: (key: string) => storage.get(key) ?? null,
          setItem: (key: string, value: string) => void storage.set(key, value),
          removeItem: (key: string) => void storage.delete(key),
        }
        const last = gestures.reduce((document, { file, text, save }, index) => {
          const changed = edit(document, [{ file, text }], { label: 'edit', at: index * 1000 })
          return save ? saved(changed, [{ file, text, etag: text }]) : changed
        }, opened(FIRST))
        keepEdits(port, 'k', last, new Set())
        const onServer = Object.fromEntries(
          [...last.files].flatMap(([file, record]) => (record.saved === null ? [] : [[file, record.saved]])),
        )
        const again = resumeHistory(restoreEdits(port, 'k', opened(onServer), 0, new Set()), keptOf(last), 0)
        expect(textsOf(again)).toEqual(textsOf(last))
        expect(textsOf(undoAll(again))).toEqual(FIRST)
      }),
    )
  })

  it('passes over what was changed on the disk while the page was away', () => {
    const mine = edit(opened(FIRST), [{ file: 'a', text: '{"a": 2}' }], { label: 'edit', at: 0 })
    const again = resumeHistory(opened({ a: '{"a": 2}', b: '{"b": 9}' }), keptOf(mine), 0)
    expect(textsOf(undoAll(again))).toEqual({ a: '{"a": 1}', b: '{"b": 9}' })
  })

  it('makes a step of an edit that was kept without one', () => {
    const mine = edit(opened(FIRST), [{ file: 'a', text: '{"a": 2}' }], { label: 'edit', at: 0 })
    const later = edit(mine, [{ file: 'a', text: '{"a": 3}' }], { label: 'edit', at: 9 })
    expect(textsOf(undoAll(resumeHistory(later, keptOf(mine), 0)))).toEqual(FIRST)
  })

  it('of another shape or version leaves the document alone', () => {
    const document = opened(FIRST)
    for (const kept of [
      undefined,
      null,
      3,
      {},
      { version: 2, history: {}, texts: new Map() },
      { history: 1, texts: 2 },
    ])
      expect(resumeHistory(document, kept, 0)).toBe(document)
  })
})
