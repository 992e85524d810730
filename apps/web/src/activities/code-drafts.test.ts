// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { draftNames, keepDraft } from './code-drafts.ts'

test('code that is not saved is known by its name until it is saved or deleted', () => {
  sessionStorage.setItem('else', '1')
  keepDraft('listCommits', { code: 'export default () => 1', etag: null })
  expect(draftNames()).toEqual(['listCommits'])
  keepDraft('listCommits', null)
  expect(draftNames()).toEqual([])
})
