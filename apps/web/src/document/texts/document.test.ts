import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  EMPTY_DOCUMENT,
  edit,
  openDocument,
  resume,
  isDirty,
  isDraft,
  type Document,
  type FileEdit,
} from './document.ts'
import { receive, resolveConflict, saved } from './receive.ts'
import { redo, undo } from './undo.ts'
import { applyDiff, invertDiff, toFileDiff } from './file-diff.ts'
import { canUndo } from './history.ts'

const start = (files: Readonly<Record<string, string>>): Document =>
  Object.entries(files).reduce((document, [file, text]) => receive(document, file, text, `"${file}"`), EMPTY_DOCUMENT)

const texts = (document: Document): Record<string, string> =>
  Object.fromEntries(
    [...document.files].flatMap(([file, record]) => (record.text === null ? [] : [[file, record.text]])),
  )

const undoAll = (document: Document): Document => {
  let current = document
  while (canUndo(current.history)) {
    const step = undo(current)
    if (!step.ok) throw new Error(`undo refused at ${step.file}`)
    current = step.document
  }
  return current
}

const anyEdit: fc.Arbitrary<FileEdit> = fc.record({
  file: fc.constantFrom('a', 'b', 'c'),
  text: fc.oneof(fc.constant(null), fc.string({ unit: 'binary', maxLength: 12 })),
})
const anyGesture = fc.array(anyEdit, { minLength: 1, maxLength: 3 })

describe('a file diff', () => {
  it('leads from any text to any other and back', () => {
    const text = fc.option(fc.string({ unit: 'binary' }), { nil: null })
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = toFileDiff('f', before, after)
        if (diff === null) {
          expect(before).toBe(after)
          return
        }
        expect(applyDiff(before, diff)).toEqual({ ok: true, text: after })
        expect(applyDiff(after, invertDiff(diff))).toEqual({ ok: true, text: before })
      }),
    )
  })
})

describe('the document', () => {
  it('gives the first bytes back after any gestures and as many undos, and the last after as many redos', () => {
    fc.assert(
      fc.property(fc.array(anyGesture, { maxLength: 12 }), fc.integer({ min: 0, max: 900 }), (gestures, pause) => {
        const first = start({ a: '{}', b: '[1, 2]' })
        const last = gestures.reduce(
          (document, edits, index) => edit(document, edits, { label: 'edit', at: index * pause, mark: 'typing' }),
          first,
        )
        let again = undoAll(last)
        expect(texts(again)).toEqual(texts(first))
        while (again.history.future.length > 0) {
          const step = redo(again)
          if (!step.ok) throw new Error('redo refused')
          again = step.document
        }
        expect(texts(again)).toEqual(texts(last))
      }),
    )
  })

  it('makes one step of a burst of typing and two of a pause', () => {
    const typed = ['1', '12', '123'].reduce(
      (document, text, index) => edit(document, [{ file: 'a', text }], { label: 'type', at: index * 100, mark: 'a' }),
      start({ a: '' }),
    )
    expect(typed.history.past).toHaveLength(1)
    const later = edit(typed, [{ file: 'a', text: '1234' }], { label: 'type', at: 5000, mark: 'a' })
    expect(later.history.past).toHaveLength(2)
  })

  it('keeps the last valid text for the canvas while another is being typed', () => {
    const broken = edit(start({ a: '{}' }), [{ file: 'a', text: '{"' }], { label: 'type', at: 0 })
    expect(broken.files.get('a')).toMatchObject({ text: '{"', valid: '{}' })
  })

  it('takes a change from disk as it is where nothing was edited here, outside of history', () => {
    const changed = receive(start({ a: '1' }), 'a', '2', '"new"')
    expect(changed.files.get('a')).toMatchObject({ text: '2', saved: '2', etag: '"new"' })
    expect(changed.history.past).toHaveLength(0)
  })

  it('never overwrites an edit with a change from disk: both wait for a choice', () => {
    const mine = edit(start({ a: '1' }), [{ file: 'a', text: '2' }], { label: 'edit', at: 0 })
    const both = receive(mine, 'a', '3', '"new"')
    expect(both.files.get('a')).toMatchObject({ text: '2', theirs: { text: '3' } })
    const kept = resolveConflict(both, 'a', 'mine', { label: 'keep', at: 1 })
    expect(kept.files.get('a')).toMatchObject({ text: '2', saved: '3', etag: '"new"' })
    const taken = resolveConflict(both, 'a', 'theirs', { label: 'take', at: 1 })
    expect(taken.files.get('a')).toMatchObject({ text: '3', saved: '3' })
    const step = undo(taken)
    expect(step.ok && texts(step.document).a).toBe('2')
  })

  it('restores a draft as it was: the canvas keeps the saved file, a stale draft is a choice', () => {
    const fresh = resume(start({ a: '{}' }), 'a', '{"', false)
    expect(fresh.files.get('a')).toMatchObject({ text: '{"', valid: '{}', saved: '{}' })
    expect(resume(start({ a: '{}' }), 'a', '{"', true).files.get('a')).toMatchObject({ theirs: { text: '{}' } })
  })

  it('takes a step back below a change that somebody else made elsewhere in the file', () => {
    const mine = edit(start({ a: 'one two three' }), [{ file: 'a', text: 'ONE two three' }], { label: 'edit', at: 0 })
    const onDisk = receive(
      saved(mine, [{ file: 'a', text: 'ONE two three', etag: '"2"' }]),
      'a',
      'ONE two THREE',
      '"3"',
    )
    const step = undo(onDisk)
    expect(step.ok && texts(step.document)).toEqual({ a: 'one two THREE' })
    const again = step.ok ? redo(step.document) : step
    expect(again.ok && texts(again.document)).toEqual({ a: 'ONE two THREE' })
  })

  it('makes a choice of an undo whose place has become another text on disk; either text can be had', () => {
    const mine = edit(start({ a: 'one' }), [{ file: 'a', text: 'two' }], { label: 'edit', at: 0 })
    const onDisk = receive(saved(mine, [{ file: 'a', text: 'two', etag: '"2"' }]), 'a', 'something else', '"3"')
    const step = undo(onDisk)
    if (!step.ok) throw new Error('refused')
    expect(step.conflict).toBe('a')
    expect(step.document.files.get('a')).toMatchObject({ text: 'one', theirs: { text: 'something else', etag: '"3"' } })
    const kept = resolveConflict(step.document, 'a', 'mine', { label: 'keep', at: 1 })
    expect(kept.files.get('a')).toMatchObject({ text: 'one', saved: 'something else', etag: '"3"' })
    const taken = resolveConflict(step.document, 'a', 'theirs', { label: 'take', at: 1 })
    expect(taken.files.get('a')).toMatchObject({ text: 'something else', saved: 'something else' })
  })

  it('never undoes what others changed: undoing everything leaves their lines, and redoing brings the own ones back', () => {
    const line = fc.record({
      line: fc.nat(5),
      text: fc.string({ unit: fc.constantFrom('x', 'y', 'ab'), maxLength: 3 }),
    })
    const move = fc.oneof(
      { weight: 3, arbitrary: fc.record({ type: fc.constant('own' as const), line, file: fc.constantFrom('a', 'b') }) },
      {
        weight: 2,
        arbitrary: fc.record({ type: fc.constant('disk' as const), line, file: fc.constantFrom('a', 'b') }),
      },
      { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('undo' as const, 'redo' as const) }) },
    )
    // The user's lines are even, the others' odd, each fenced, so that no two changes touch.
    const blank = Array.from({ length: 12 }, (_, index) => `<${index}:>`).join('\n')
    const withLine = (text: string, index: number, value: string): string =>
      text.replace(new RegExp(`<${index}:[^>]*>`), `<${index}:${value}>`)
    const only = (text: string, parity: 0 | 1): string[] => text.split('\n').filter((_, index) => index % 2 === parity)
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), (moves) => {
        let document = start({ a: blank, b: blank })
        moves.forEach((act, index) => {
          if (!('line' in act)) {
            const step = act.type === 'undo' ? undo(document) : redo(document)
            if (step.ok) document = step.document
            expect(step.ok).toBe(true)
          } else {
            const text = document.files.get(act.file)?.text ?? ''
            const to = withLine(text, act.line.line * 2 + (act.type === 'own' ? 0 : 1), act.line.text)
            document =
              act.type === 'own'
                ? saved(edit(document, [{ file: act.file, text: to }], { label: 'edit', at: index }), [
                    { file: act.file, text: to, etag: null },
                  ])
                : receive(saved(document, [{ file: act.file, text, etag: null }]), act.file, to, null)
          }
        })
        const last = texts(document)
        const undone = texts(undoAll(document))
        for (const file of ['a', 'b']) {
          expect(only(undone[file] ?? '', 0)).toEqual(only(blank, 0))
          expect(only(undone[file] ?? '', 1)).toEqual(only(last[file] ?? '', 1))
        }
      }),
    )
  })

  it('counts only what was sent as saved when typing went on meanwhile', () => {
    const mine = edit(start({ a: '1' }), [{ file: 'a', text: '22' }], { label: 'edit', at: 0 })
    expect(saved(mine, [{ file: 'a', text: '2', etag: '"2"' }]).files.get('a')).toMatchObject({
      text: '22',
      saved: '2',
    })
  })
})

describe('a page that opens', () => {
  it('holds the files as they would be had they come one after the other', () => {
    const read = [
      { file: 'ideas/a.json', text: '{}', etag: '"1"' },
      { file: 'ideas/b.json', text: 'not JSON', etag: '"2"' },
      { file: 'ideas/c.json', text: null, etag: null },
    ]
    const one = read.reduce((now, { file, text, etag }) => receive(now, file, text, etag), EMPTY_DOCUMENT)
    expect(openDocument(read)).toEqual(one)
  })
})

describe('a file that somebody else changes, too', () => {
  const record = (document: Document) => document.files.get('a')
  const mine = edit(start({ a: '1' }), [{ file: 'a', text: '2' }], { label: 'edit', at: 0 })
  const both = receive(mine, 'a', '3', '"3"')

  it('waits for a choice only as long as there is one: not once the other took the change back', () => {
    expect(record(both)).toMatchObject({ text: '2', theirs: { text: '3' } })
    expect(record(receive(both, 'a', '1', '"1"'))).toMatchObject({ text: '2', saved: '1', theirs: undefined })
  })

  it('nor once both hold the same text, by undo or by hand', () => {
    const back = undo(receive(mine, 'a', '3', '"3"'))
    expect(back.ok && record(back.document)).toMatchObject({ text: '1', theirs: { text: '3' } })
    const same = edit(both, [{ file: 'a', text: '3' }], { label: 'edit', at: 9 })
    expect(record(same)).toMatchObject({ text: '3', saved: '3', inForce: '3', etag: '"3"', theirs: undefined })
  })

  it('and a stale draft waits on, though the file is read again as it was', () => {
    const stale = resume(start({ a: '1' }), 'a', '2', true)
    expect(record(receive(stale, 'a', '1', '"1"'))).toMatchObject({ text: '2', theirs: { text: '1' } })
  })
})

describe('a text with errors that the server keeps as a draft', () => {
  const kept = saved(edit(start({ a: '1' }), [{ file: 'a', text: '2' }], { label: 'edit', at: 0 }), [
    { file: 'a', text: '2', etag: '"1"', draft: '"d"' },
  ])
  const record = (document: Document) => document.files.get('a')

  it('is saved, while the file stays unchanged', () => {
    expect(record(kept)).toMatchObject({ text: '2', saved: '2', inForce: '1', etag: '"1"' })
    const now = record(kept)
    expect(now && [isDirty(now), isDraft(now)]).toEqual([false, true])
  })

  it('stays when the file is read again as it was', () => {
    expect(record(receive(kept, 'a', '1', '"1"'))).toMatchObject({ text: '2', inForce: '1' })
  })

  it('waits for a choice when the file changed meanwhile', () => {
    expect(record(receive(kept, 'a', '3', '"3"'))).toMatchObject({ text: '2', theirs: { text: '3' } })
  })

  it('is current once the server takes it', () => {
    const mended = edit(kept, [{ file: 'a', text: '4' }], { label: 'edit', at: 1 })
    expect(record(saved(mended, [{ file: 'a', text: '4', etag: '"4"' }]))).toMatchObject({ saved: '4', inForce: '4' })
  })
})
