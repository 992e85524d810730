import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cursorAt } from './cursor.ts'
import { spanTime, timeOfSpans } from './span-time.ts'
import { createTestJournal } from './test-journal.ts'
import { CREATED, type Fact, started, traceOf } from './test-trace.ts'
import { createTraceLog } from './trace-log.ts'

const journals = fc.integer({ min: 0, max: 1 << 30 }).map((seed) => createTestJournal(seed, { trouble: 0.6, depth: 2 }))

const proposed = (span: string, tool: string): Fact => ({
  type: 'call.proposed',
  span,
  data: { call: span, tool, parameters: {}, meta: { _tool: tool }, raw: '{}' },
})
const begun = (span: string, mode: 'explicit' | 'module'): Fact => ({
  type: 'call.started',
  span,
  data: { call: span, mode, attempt: 1, inputs: '', resolved: {} },
})
const asked = (span: string): Fact => ({
  type: 'approval.requested',
  span,
  data: { call: span, why: 'approval', hash: '' },
})
const decided = (span: string): Fact => ({
  type: 'approval.decided',
  span,
  data: { call: span, decision: 'approve', hash: '', by: 'a person' },
})
const done = (span: string): Fact => ({ type: 'call.completed', span, data: { call: span, result: 1, ms: 1 } })
const answered = (span: string): Fact => ({
  type: 'request.completed',
  span,
  data: {
    raw: '',
    finish: 'stop',
    calls: 0,
    output: null,
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, estimated: false },
    ms: 1,
    firstTokenMs: 1,
    queueMs: 0,
    pieces: [],
  },
})

describe("several spans' time together", () => {
  it('is no more than theirs one by one, no less than that of the longest, and work and waiting never overlap', () => {
    fc.assert(
      fc.property(journals, (events) => {
        const log = createTraceLog(events)
        const spans = [...log.spans.byId.values()].flatMap(({ latest }) =>
          latest.kind === 'call' && latest.endedAt !== undefined ? [latest] : [],
        )
        const end = Math.max(0, ...spans.map(({ endedAt = 0 }) => endedAt))
        const start = Math.min(end, ...spans.map(({ openedAt }) => openedAt))
        const { workMs, waitMs } = timeOfSpans(log, spans)(end)
        const each = spans.map((span) => spanTime(log, span, end).workMs)
        expect(workMs).toBeLessThanOrEqual(each.reduce((sum, ms) => sum + ms, 0))
        expect(workMs).toBeGreaterThanOrEqual(Math.max(0, ...each))
        expect(workMs + waitMs).toBeLessThanOrEqual(end - start)
        for (const span of spans) expect(timeOfSpans(log, [span])(end)).toEqual(spanTime(log, span, end))
      }),
    )
  })
})

describe("a span's time", () => {
  it('is work and waiting together, neither below zero, at every instant', () => {
    fc.assert(
      fc.property(journals, fc.nat(), (events, at) => {
        const log = createTraceLog(events)
        const cursor = cursorAt(log, at % (events.length + 1))
        for (const span of cursor.spans()) {
          const { workMs, waitMs } = spanTime(log, span, cursor.time)
          expect(workMs + waitMs).toBe((span.endedAt ?? cursor.time) - span.openedAt)
          expect(Math.min(workMs, waitMs)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  it('at an instant is what it was when the Run had come so far', () => {
    fc.assert(
      fc.property(journals, fc.nat(), (events, at) => {
        const k = at % (events.length + 1)
        const whole = createTraceLog(events)
        const prefix = createTraceLog(events.slice(0, k))
        const cursor = cursorAt(whole, k)
        // Between two attempts a Call seems to have ended until the second one begins.
        const retried = whole.spans.inOrder.flatMap(({ latest: { id, attempts } }) => (attempts > 1 ? [id] : []))
        for (const span of cursor.spans().filter(({ id }) => !retried.some((each) => each.startsWith(id))))
          expect([span.id, spanTime(whole, span, cursor.time)]).toEqual([
            span.id,
            spanTime(prefix, cursorAt(prefix).span(span.id) ?? span, cursor.time),
          ])
      }),
    )
  })

  it('of a module is waiting only while nothing in it works', () => {
    const [request, module] = ['request/0', 'request/0/call/0']
    const [inner, one, other] = ['request/0', 'request/0/call/0', 'request/0/call/1'].map(
      (id) => `${module}/${id}`,
    ) as [string, string, string]
    // Ten milliseconds apart: the one waits from 80 to 120, the other works until 100.
    const log = traceOf([
      CREATED,
      started(request),
      proposed(module, 'delegate'),
      answered(request),
      begun(module, 'module'),
      started(inner),
      proposed(one, 'pay'),
      proposed(other, 'look'),
      asked(one),
      begun(other, 'explicit'),
      answered(inner),
      done(other),
      decided(one),
      begun(one, 'explicit'),
      done(one),
      done(module),
    ])
    const timeOf = (id: string) => {
      const span = log.spans.byId.get(id)?.latest
      if (span === undefined) throw new Error(id)
      return spanTime(log, span, 0)
    }
    expect(timeOf(one)).toEqual({ workMs: 40, waitMs: 40 })
    expect(timeOf(other)).toEqual({ workMs: 40, waitMs: 0 })
    expect(timeOf(module)).toEqual({ workMs: 120, waitMs: 10 })
  })
})
