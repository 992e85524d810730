import type { JournalEvent } from '@ensemble/core'
import type { Stored } from '@ensemble/core/journal'
import { createTraceLog } from '@ensemble/core/trace'
import { expect, it } from 'vitest'
import { fromAnswer, fromRecord, sameAnswer } from './shown-answer.ts'

const usage = { inputTokens: 3, outputTokens: 4, cachedTokens: 0, reasoningTokens: 0, estimated: true }
const call = { _tool: 'planForm', _activity: '', brief: 'a waltz', _output: 'AABA' }

/** A Request with one latent Call, as the Journal holds it: the model's result is in the Call's text alone. */
const record = (): readonly JournalEvent[] =>
  [
    { span: 'request/0', type: 'request.started', data: { idea: 'idea://composer', turn: 0, messages: [] } },
    {
      span: 'request/0/call/0',
      type: 'call.proposed',
      data: {
        call: 'c',
        tool: 'planForm',
        parameters: { brief: 'a waltz' },
        meta: { _tool: 'planForm' },
        raw: JSON.stringify(call),
      },
    },
    { span: 'request/0', type: 'request.completed', data: { raw: '', calls: 1, output: null, usage, ms: 5 } },
  ].map((event, at) => ({
    ...event,
    v: 1,
    seq: at + 1,
    prev: '',
    run: 'r',
    key: `${event.span}#${event.type}`,
    at: '2026-01-01T00:00:00.000Z',
    parent: event.span === 'request/0' ? '' : 'request/0',
  })) as unknown as readonly JournalEvent[] // of each only what is shown here

it('a recorded latent Call holds what the model filled in: the same answer is found to be the same', async () => {
  const recorded = await fromRecord(createTraceLog(record()), 'request/0', async <T>(stored: Stored<T>) => stored as T)
  expect(recorded).toMatchObject({
    calls: [{ tool: 'planForm', parameters: { brief: 'a waltz', _output: 'AABA' } }],
    facts: { tokens: 7, ms: 5 },
  })
  const calls = [{ ok: true as const, call }]
  const again = fromAnswer({ model: 'm', raw: '', calls: calls as never, output: null, usage, cost: null, ms: 1 }) // as sent
  expect(recorded !== null && sameAnswer(again, recorded)).toBe(true)
})
