// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { codeDraftNames, keepCodeDraft, readCodeDraft } from './code-drafts.ts'

test('code that is not saved is known by its name until it is saved or deleted', () => {
  keepCodeDraft('listCommits', { code: 'export default () => 1', etag: null })
  expect(codeDraftNames()).toEqual(['listCommits'])
  expect(readCodeDraft('listCommits')).toEqual({ code: 'export default () => 1', etag: null })
  keepCodeDraft('listCommits', null)
  expect(codeDraftNames()).toEqual([])
  expect(readCodeDraft('listCommits')).toBeNull()
})
