import { describe, expect, it } from 'vitest'
import type { EventData, EventType, JournalEvent, NewEvent } from '../journal/events.ts'
import { GENESIS } from '../journal/journal.ts'
import { createTestJournal } from './test-journal.ts'
import { createTraceLog } from './trace-log.ts'
import { spanDetail, textAt } from './span-detail.ts'
import { cursorAt } from './cursor.ts'
import { loopOf } from './span-path.ts'
import { wholeState } from './whole-state.ts'

const journal = () => {
  const events: JournalEvent[] = []
  const append = <T extends EventType>(span: string, type: T, data: EventData[T]): void => {
    const event = {
      type,
      key: `${span}#${type}`,
      at: new Date(Date.UTC(2026, 0, 1) + events.length * 10).toISOString(),
      span,
      parent: null,
      data,
    } as NewEvent // `data` belongs to `type` by the signature above
    events.push({ ...event, v: 1, seq: events.length + 1, prev: GENESIS, run: 'r' })
  }
  return { events, append }
}

const proposed = (tool: string, n: number): EventData['call.proposed'] => ({
  call: tool,
  tool,
  parameters: { n },
  meta: { _tool: tool },
  raw: `{"_tool":"${tool}","n":${n}}`,
})

describe('the detail of a span', () => {
  it('follows a Call from its parameters through a failure to its result and the state it wrote', () => {
    const { events, append } = journal()
    const call = 'writeMelody'
    append('request/0/call/0', 'call.proposed', proposed(call, 3))
    append('request/0/call/0', 'call.started', {
      call,
      mode: 'latent',
      attempt: 1,
      inputs: GENESIS,
      resolved: { n: 3 },
    })
    append('request/0/call/0', 'call.failed', {
      call,
      error: { code: 'activity.failed', message: 'It threw.', retryable: true },
      attempt: 1,
      ms: 1,
    })
    append('request/0/call/0', 'call.completed', { call, result: 'CDE', ref: '†state.song.melody', ms: 1 })
    append('request/0/call/0', 'state.written', { ref: '†state.song.melody', call, before: null, after: 'CDE' })
    const detail = spanDetail(createTraceLog(events), 'request/0/call/0')
    expect(detail).toMatchObject({
      input: { n: 3 },
      resolved: { n: 3 },
      result: 'CDE',
      ref: '†state.song.melody',
      stateBefore: {},
      stateAfter: { song: { melody: 'CDE' } },
    })
    expect(detail?.failures.map((failure) => failure.error.code)).toEqual(['activity.failed'])
    expect(spanDetail(createTraceLog(events), 'request/0/call/0', 2)?.result).toBeUndefined()
  })

  it('gives a Call the question and the answer of its Request', () => {
    const log = createTraceLog(createTestJournal(5))
    for (const span of cursorAt(log).spans())
      if (span.kind === 'call') expect(spanDetail(log, span.id)?.modelSaw?.request).toBe(span.parent)
  })

  it('is unknown before the span appears', () => {
    expect(spanDetail(createTraceLog(createTestJournal(5)), 'request/0', 1)).toBeUndefined()
  })
})

describe('the state of a Module', () => {
  it('begins with the part of its caller that was imported, as it was at entry', () => {
    const { events, append } = journal()
    const write = (span: string, ref: string, after: string): void =>
      append(span, 'state.written', { ref, call: 'c', before: null, after })
    write('request/0/call/0', '†state.form', 'AABA')
    write('request/0/call/0', '†state.secret', 'withheld')
    const entered = { call: 'c', address: 'idea://x', hash: GENESIS, passed: [], withheld: [] }
    append('request/1/call/0', 'module.entered', { ...entered, imports: ['state:form'] })
    write('request/0/call/0', '†state.form', 'later')
    write('request/1/call/0/request/0/call/0', '†state.patch', 'piano')
    const log = createTraceLog(events)
    expect(wholeState(log, 'request/1/call/0', events.length, () => undefined)).toEqual({
      form: 'AABA',
      patch: 'piano',
    })
  })
})

describe('streamed text', () => {
  it('at a time is what the recorded pieces had brought by then', () => {
    const answer = {
      raw: 'sad sea',
      pieces: [
        [10, 3],
        [30, 4],
      ] as const,
    }
    expect([0, 110, 129, 130].map((time) => textAt(answer, 100, time))).toEqual(['', 'sad', 'sad', 'sad sea'])
  })
})

it('state belongs to the Loop whose Call wrote it', () => {
  expect(loopOf('request/0/call/1/request/2/call/0')).toBe('request/0/call/1')
})
