import { describe, expect, it } from 'vitest'
import type { Problem } from '@ensemble/core'
import { danglingSince } from './tell-dangling.ts'

const problem = (change: Partial<Problem>): Problem => ({
  code: 'module.unresolved',
  severity: 'error',
  message: 'There is no Idea "composer".',
  path: '/context/0',
  idea: 'producer',
  tool: 'compose',
  ...change,
})

describe('what a deletion leaves dangling', () => {
  it('counts only new problems, wherever the old ones have moved to in their files', () => {
    const old = problem({ tool: 'old' })
    const fresh = problem({})
    expect(danglingSince([old], [problem({ tool: 'old', path: '/context/1' }), fresh])).toEqual([fresh])
  })

  it('is no note', () => {
    expect(danglingSince([], [problem({ severity: 'info' })])).toEqual([])
  })
})
