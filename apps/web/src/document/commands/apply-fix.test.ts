// @vitest-environment happy-dom
import type { Problem } from '@ensemble/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { applyEdits, documentStore } from '../open/document-store.ts'
import { foundIn } from '../graph/found-in.ts'
import { openDocument } from '../texts/document.ts'
import { applyFix } from './problem-actions.ts'

const FILE = 'ideas/a.json'
const TEXT = '{"type":"strng","required":["reqest"],"title":"A"}'

const problemAt = (wrong: string, right: string) =>
  ({
    code: 'schema.keyword',
    severity: 'error',
    message: wrong,
    path: '',
    file: FILE,
    fix: {
      title: right,
      edits: [{ file: FILE, offset: TEXT.indexOf(wrong), length: wrong.length, text: right }],
    },
  }) satisfies Problem
const text = (): string | null | undefined => documentStore.getState().files.get(FILE)?.text
const type = (changed: string): void => applyEdits('edit', [{ file: FILE, text: changed }])

describe('the change that a problem offers', () => {
  let first: ReturnType<typeof problemAt>
  let second: ReturnType<typeof problemAt>
  beforeEach(() => {
    documentStore.setState(openDocument([{ file: FILE, text: TEXT, etag: '"1"' }]))
    first = problemAt('strng', 'string')
    second = problemAt('reqest', 'request')
    foundIn([first, second], () => TEXT)
  })

  it('is made where its place is now, after another one was made', () => {
    applyFix(first.fix)
    applyFix(second.fix)
    expect(text()).toBe('{"type":"string","required":["request"],"title":"A"}')
  })

  it('is made where its place is now, in whichever order', () => {
    applyFix(second.fix)
    applyFix(first.fix)
    expect(text()).toBe('{"type":"string","required":["request"],"title":"A"}')
  })

  it('is not made twice, nor in a place that was changed since', () => {
    applyFix(first.fix)
    applyFix(first.fix)
    expect(text()).toBe(TEXT.replace('strng', 'string'))
    type(TEXT.replace('"reqest"', '"other"'))
    applyFix(second.fix)
    expect(text()).toBe(TEXT.replace('"reqest"', '"other"'))
  })

  it('is made in the text as it was found, though it is shown again later', () => {
    type(TEXT.replace('strng', 'a much longer word'))
    foundIn([second], () => text() ?? null)
    applyFix(second.fix)
    expect(text()).toContain('"required":["request"]')
  })
})
