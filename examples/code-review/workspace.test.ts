import { describe, expect, test } from 'vitest'
import { createTestWorkspace, problemsOf, toolsOf } from '../test-workspace.ts'
import * as review from './activities/review.ts'

const workspace = createTestWorkspace(import.meta.dirname, [review])

describe('a change is scanned and reviewed', () => {
  test.each([
    ['CR-101', 'approve', 'it can be merged'],
    ['CR-102', 'block', '- src/search.js:2: A key is written into the code'],
    ['CR-103', 'comment', '- src/cart.js:8: Output from debugging is left.'],
  ])('%s: %s', async (id, verdict, line) => {
    const { output, events, status } = await workspace.run('reviewer', { id })
    expect(problemsOf(events)).toEqual([])
    expect(status).toBe('completed')
    expect(output).toMatchObject({ verdict, review: expect.stringContaining(line) })
    expect(new Set(toolsOf(events))).toEqual(
      new Set(['get_change', 'find_risks', 'write_review', 'scan_diff', 'compose_review']),
    )
  })

  test('a change that does not exist is reported, and no review is invented', async () => {
    const { output } = await workspace.run('reviewer', { id: 'CR-999' })
    expect(output).toMatchObject({ review: null, note: expect.stringContaining('There is no change CR-999') })
  })

  test('every risk has its file and its line after the change', () => {
    const { risks, added, removed } = review.scan_diff({ change: review.get_change({ id: 'CR-102' }) })
    expect(risks.map(({ file, line, severity }) => `${file}:${line} ${severity}`)).toEqual([
      'src/search.js:2 high',
      'src/search.js:4 high',
      'src/search.js:5 low',
      'test/search.test.js:4 medium',
    ])
    expect([added, removed]).toEqual([4, 2])
  })
})
