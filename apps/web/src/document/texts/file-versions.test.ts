import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMPTY_DOCUMENT, edit, type Document } from './document.ts'
import { editVersions } from './file-versions.ts'

const FILE = 'ideas/a.json'
const MINUTE = 60_000
const put = (document: Document, text: string | null, at: number, label = 'edit', file = FILE): Document =>
  edit(document, [{ file, text }], { label, at })

describe('the versions of a file', () => {
  it('are one per burst of edits, with its actions and time, and the text before them', () => {
    let document = put(EMPTY_DOCUMENT, '{}', 0, 'newIdea')
    document = put(document, '{"a":1}', 1000)
    document = put(document, '{"b":1}', 2000, 'rename')
    document = put(document, '{"other":1}', 3000, 'edit', 'ideas/b.json')
    document = put(document, '{"b":2}', 10 * MINUTE)
    expect(editVersions(document, FILE)).toEqual([
      { at: 10 * MINUTE, labels: ['edit'], text: '{"b":2}' },
      { at: 2000, labels: ['rename', 'edit', 'newIdea'], text: '{"b":1}' },
      { at: null, labels: [], text: null },
    ])
    expect(editVersions(document, 'ideas/gone.json')).toEqual([])
  })

  it('keep the text before and after a restored version apart, however fast it was restored and edited', () => {
    let document = put(EMPTY_DOCUMENT, '{}', 0)
    document = put(document, '{"a":1}', 5 * MINUTE)
    document = put(document, '{}', 5 * MINUTE + 1000, 'version')
    document = put(document, '{"b":1}', 5 * MINUTE + 2000)
    expect(editVersions(document, FILE).map(({ labels, text }) => [labels.join(), text])).toEqual([
      ['edit', '{"b":1}'],
      ['version', '{}'],
      ['edit', '{"a":1}'],
      ['edit', '{}'],
      ['', null],
    ])
  })

  it('are the texts that it had, whatever was edited between them', () => {
    const step = fc.record({ text: fc.string(), gap: fc.constantFrom(1, 2 * MINUTE), isOther: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let document = put(EMPTY_DOCUMENT, 'begin', 0)
        let at = 0
        const had = new Map<number, string>([[0, 'begin']])
        for (const { text, gap, isOther } of steps) {
          at += gap
          const file = isOther ? 'ideas/b.json' : FILE
          const before = document.files.get(file)?.text
          document = put(document, text, at, 'edit', file)
          if (!isOther && before !== text) had.set(at, text)
        }
        for (const version of editVersions(document, FILE))
          expect(version.text).toBe(version.at === null ? null : had.get(version.at))
      }),
    )
  })
})
