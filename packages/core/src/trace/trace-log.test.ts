import { describe, expect, it } from 'vitest'
import type { LiveEvent } from '../journal/events.ts'
import { createTestJournal } from './test-journal.ts'
import { appendEvent, createTraceLog } from './trace-log.ts'

const delta = (text: string): LiveEvent & { readonly type: 'request.delta' } => ({
  v: 1,
  seq: null,
  prev: null,
  run: 'run-1',
  type: 'request.delta',
  key: 'request/0#request.delta',
  at: '2026-01-01T00:00:00.000Z',
  span: 'request/0',
  parent: '',
  data: { offset: 0, text },
})

describe('a trace log', () => {
  it('skips events that it already holds, so a resumed stream may repeat', () => {
    const events = createTestJournal(1)
    const log = createTraceLog(events)
    expect(events.map((event) => appendEvent(log, event))).not.toContain(false)
    expect(log.events).toHaveLength(events.length)
  })

  it('refuses an event after a gap', () => {
    const [first, , third] = createTestJournal(1)
    const log = createTraceLog(first ? [first] : [])
    expect(third && appendEvent(log, third)).toBe(false)
    expect(log.events).toHaveLength(1)
  })

  it('keeps streamed text apart from the record until the answer is recorded', () => {
    const events = createTestJournal(1)
    const log = createTraceLog(events.slice(0, 2))
    appendEvent(log, delta('{"calls"'))
    appendEvent(log, delta(':[]'))
    expect(log.live.get('request/0')?.text).toBe('{"calls":[]')
    appendEvent(log, { ...delta(''), data: { offset: 0, reasoning: 'First a key. ' } })
    appendEvent(log, { ...delta(''), data: { offset: 0, reasoning: 'Then a bass.' } })
    expect(log.live.get('request/0')).toEqual({ text: '{"calls":[]', reasoning: 'First a key. Then a bass.' })
    expect(log.events).toHaveLength(2)
    for (const event of events) appendEvent(log, event)
    expect(log.live.get('request/0')).toBeUndefined()
  })
})
