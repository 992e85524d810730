// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { draftNames, keepDraft, readDraft } from './drafts.ts'

afterEach(() => vi.restoreAllMocks())

test('what is typed is kept by its name until it was used', () => {
  sessionStorage.setItem('else', '1')
  keepDraft('run/lead', { version: '2.1.0' })
  keepDraft('fork/a', 'text')
  expect(readDraft('run/lead')).toEqual({ version: '2.1.0' })
  expect(draftNames('run/')).toEqual(['lead'])
  keepDraft('run/lead', null)
  expect(readDraft('run/lead')).toBeNull()
  expect(draftNames('run/')).toEqual([])
})

test('a window with full or missing storage works without drafts', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepDraft('run/lead', 1)
  expect(readDraft('run/lead')).toBeNull()
  expect(draftNames('')).toEqual([])
  vi.unstubAllGlobals()
})
