import { createTraceLog } from '@ensemble/core/trace'
import type { JournalEvent } from '@ensemble/core'
import { expect, it } from 'vitest'
import { refusedAnswers } from './refused-answers.ts'

const GENESIS = '0'.repeat(64)
const logOf = (facts: readonly { readonly type: string; readonly span: string; readonly data: unknown }[]) =>
  createTraceLog(
    facts.map(
      (fact, index) =>
        ({
          ...fact,
          v: 1,
          seq: index + 1,
          prev: GENESIS,
          run: 'r',
          key: `${fact.span}#${fact.type}`,
          at: new Date(Date.UTC(2026, 0, 1) + index * 10).toISOString(),
          parent: null,
        }) as unknown as JournalEvent, // each fact's data is written for its type
    ),
  )

const error = { code: 'arguments.invalid', message: 'no city', retryable: true }
const asked = (turn: number) => ({
  type: 'request.started',
  span: `request/${turn}`,
  data: {
    idea: 'idea://desk',
    turn,
    model: 'm',
    wire: 'tools',
    strict: false,
    inputs: GENESIS,
    schema: {},
    messages: [],
    tools: [],
  },
})
const answered = (turn: number) => ({
  type: 'request.completed',
  span: `request/${turn}`,
  data: {
    queueMs: 0,
    firstTokenMs: 1,
    usage: { inputTokens: 1, outputTokens: 1, cachedTokens: 0, reasoningTokens: 0, estimated: false },
  },
})
const refused = (turn: number) => ({ type: 'answer.rejected', span: `request/${turn}`, data: { error } })
const failed = (code: string, key: string) => ({
  type: 'run.failed',
  span: '',
  data: { error: { code, message: 'Raise it.', key, retryable: false }, usage: {} },
})

it('a Run whose last answers were refused until its turns ran out failed by the refusals', () => {
  const turns = [asked(0), answered(0), asked(1), answered(1), refused(1), asked(2), answered(2), refused(2)]
  expect(refusedAnswers(logOf([...turns, failed('limit.turns', '')]))).toMatchObject({
    count: 2,
    error,
    span: 'request/2',
  })
  expect(refusedAnswers(logOf([...turns, failed('limit.invalidTurns', 'request/2')]))).toMatchObject({ count: 2 })
  expect(refusedAnswers(logOf([...turns, failed('limit.tokens', '')]))).toBeNull()
})

it('a Run whose last answer was taken ran into its limit alone', () => {
  const turns = [asked(0), answered(0), refused(0), asked(1), answered(1)]
  expect(refusedAnswers(logOf([...turns, failed('limit.turns', '')]))).toBeNull()
})
