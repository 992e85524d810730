import { describe, expect, it } from 'vitest'
import { failedTitles, judgeAgain } from './suites.mjs'

describe('a journey that failed along with others', () => {
  const first = { passed: 180, failed: 2 }

  it('is no failure of the run if it passes alone', () => {
    expect(judgeAgain(first, { expected: 2, unexpected: 0 }, 2)).toEqual({ passed: 182, failed: 0 })
  })

  it('is a failure if it fails once more', () => {
    expect(judgeAgain(first, { expected: 1, unexpected: 1 }, 2)).toEqual(first)
  })

  it('is a failure if it did not run again', () => {
    expect(judgeAgain(first, { expected: 1, unexpected: 0 }, 2)).toEqual(first)
    expect(judgeAgain(first, undefined, 2)).toEqual(first)
  })

  it('is a failure among more than are allowed', () => {
    expect(judgeAgain(first, { expected: 2, unexpected: 0 }, 1)).toEqual(first)
  })
})

describe('the titles of failed journeys', () => {
  it('are found in nested suites', () => {
    const spec = (/** @type {string} */ title, /** @type {boolean} */ ok) => ({ title, ok, file: 'a.spec.ts', line: 3 })
    const report = { suites: [{ specs: [spec('one', true)], suites: [{ specs: [spec('two', false)] }] }] }
    expect(failedTitles(report)).toEqual(['a.spec.ts:3 › two'])
  })
})
