// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { waysOf } from './failure-ways.ts'

const labels = (code: string, retryable = false) => waysOf({ code, retryable }).map(({ label }) => label)

describe('the remedies of a failed Run', () => {
  it('lead to Settings and to a simulated Run where the model failed', () => {
    for (const code of ['model.unreachable', 'model.status', 'limit.unpriced'])
      expect(labels(code), code).toEqual(['failure.openSettings', 'failure.simulate', 'runAgain'])
    expect(labels('model.status', true)).toEqual(['failure.openSettings', 'failure.simulate', 'runAgain'])
  })

  it('lead to the problems of the files where one of them is at fault, and always to another Run', () => {
    expect(labels('idea.invalid')).toEqual(['dock.problems', 'runAgain'])
    expect(labels('limit.turns')).toEqual(['runAgain'])
    expect(labels('activity.failed', true)).toEqual(['runAgain'])
  })
})
