import { expect, test } from 'vitest'
import { t } from '../../platform/i18n/run.ts'
import { adviceFor } from './failure-advice.ts'

test("a run at its token limit shows its next request's cost, not that it did something too often", () => {
  const advice = adviceFor({ code: 'limit.tokens', retryable: false })
  expect(t(advice, { value: '5,120' })).toContain('would have brought it to 5,120')
  expect(adviceFor({ code: 'limit.repeatedCalls', retryable: false })).toBe('failure.limit')
  expect(adviceFor({ code: 'model.cut', retryable: true })).toBe('failure.modelAgain')
})

test('an endpoint that refuses, that cuts an answer at its length or takes no such schema leads to where that is set', () => {
  expect(t(adviceFor({ code: 'model.status', retryable: false }))).toContain('Settings')
  expect(t(adviceFor({ code: 'model.envelope', retryable: false }))).toContain('Settings')
  expect(adviceFor({ code: 'model.status', retryable: true })).toBe('failure.modelAgain')
  expect(t(adviceFor({ code: 'model.length', retryable: false }))).toContain('maxOutputTokens')
  expect(t(adviceFor({ code: 'model.schemaRefused', retryable: false }))).toContain('wire')
})
