import * as conventions from '@opentelemetry/semantic-conventions/incubating'
import { describe, expect, it } from 'vitest'
import type { JournalEvent } from '../journal/events.ts'
import { spanIdOf, traceIdOf } from '../journal/trace-context.ts'
import type { OtlpSpan } from './otlp-types.ts'
import { toOtlp } from './otlp.ts'
import { spanTime } from './span-time.ts'
import { createTraceLog } from './trace-log.ts'
import { createTestJournal } from './test-journal.ts'

const OPTIONS = { service: 'ensemble', version: '0.1.0', content: false }

const spansOf = (events: readonly JournalEvent[], content = false): readonly OtlpSpan[] =>
  toOtlp(events, { ...OPTIONS, content }).resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans),
  )
const valueOf = (span: OtlpSpan, key: string): unknown => {
  const value = span.attributes.find((attribute) => attribute.key === key)?.value
  return value === undefined ? undefined : Object.values(value)[0]
}

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]
const hasModule = (events: readonly JournalEvent[]): boolean => events.some(({ type }) => type === 'module.left')
const journal = SEEDS.map((seed) => createTestJournal(seed, { depth: 2, trouble: 0.3 })).find(hasModule) ?? []

describe('a Run as spans of OpenTelemetry', () => {
  it('says how long a span waited for a person, where it did', () => {
    let waited = 0
    for (const seed of SEEDS) {
      const events = createTestJournal(seed, { trouble: 0.6 })
      const log = createTraceLog(events)
      const byId = new Map(spansOf(events).map((span) => [span.spanId, span]))
      for (const { latest } of log.spans.inOrder) {
        const span = byId.get(spanIdOf(`run-${seed}`, latest.id))
        if (span === undefined) continue
        const exported = valueOf(span, 'ensemble.waiting_ms')
        if (exported !== undefined) waited++
        expect(Number(exported ?? 0)).toBe(spanTime(log, latest, log.times.at(-1) ?? 0).waitMs)
      }
    }
    expect(waited).toBeGreaterThan(0)
  })

  it('has one root, and every other span is within its parent', () => {
    for (const seed of SEEDS) {
      const spans = spansOf(createTestJournal(seed))
      const byId = new Map(spans.map((span) => [span.spanId, span]))
      expect(byId.size).toBe(spans.length)
      expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined)).toHaveLength(1)
      for (const span of spans) {
        const parent = span.parentSpanId === undefined ? undefined : byId.get(span.parentSpanId)
        if (span.parentSpanId !== undefined) expect(parent).toBeDefined()
        expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true)
        if (parent !== undefined) expect(BigInt(span.startTimeUnixNano) >= BigInt(parent.startTimeUnixNano)).toBe(true)
      }
    }
  })

  it('has the recorded times, and the same ids whenever it is exported', () => {
    const [root] = spansOf(journal)
    expect(root?.startTimeUnixNano).toBe(`${Date.parse(journal[0]?.at ?? '')}000000`)
    expect(root?.endTimeUnixNano).toBe(`${Date.parse(journal.at(-1)?.at ?? '')}000000`)
    expect(toOtlp(journal, OPTIONS)).toEqual(toOtlp(journal, OPTIONS))
    expect(root?.traceId).toBe(traceIdOf(journal[0]?.run ?? ''))
  })

  it('names every GenAI attribute and operation as the pinned conventions do', () => {
    const known = new Set(Object.values(conventions))
    for (const span of spansOf(journal, true)) {
      for (const { key } of span.attributes)
        if (key.startsWith('gen_ai.') || key.startsWith('error.')) expect(known, key).toContain(key)
      expect(['invoke_agent', 'chat', 'execute_tool']).toContain(valueOf(span, 'gen_ai.operation.name'))
      expect(span.name.startsWith(String(valueOf(span, 'gen_ai.operation.name')))).toBe(true)
    }
  })

  it('shows Requests with their model and tokens, Calls with their Tool, failures with their code', () => {
    const spans = spansOf(journal)
    const chat = spans.find(({ name, status }) => name.startsWith('chat ') && status.code === undefined)
    expect(chat?.kind).toBe(3)
    expect(Number(valueOf(chat ?? spans[0]!, 'gen_ai.usage.input_tokens'))).toBeGreaterThan(0) // the first span is there
    for (const span of spans.filter(({ status }) => status.code === 2))
      expect(String(valueOf(span, 'error.type'))).toMatch(/^[a-z]+\.[A-Za-z]+$/)
  })

  it('gives a module its own span, around its Requests and within the Call', () => {
    const entered = journal.find(({ type }) => type === 'module.entered')
    if (entered === undefined) throw new Error('the journal holds a module')
    const spans = spansOf(journal)
    const id = spanIdOf(entered.run, `${entered.span}#module`)
    const module = spans.find(({ spanId }) => spanId === id)
    expect(module?.parentSpanId).toBe(spanIdOf(entered.run, entered.span))
    expect(spans.some(({ name, parentSpanId }) => parentSpanId === id && name.startsWith('chat '))).toBe(true)
  })

  it('holds no prompt, answer, parameter or result unless it was asked for', () => {
    const keys = (content: boolean): ReadonlySet<string> =>
      new Set(spansOf(journal, content).flatMap(({ attributes }) => attributes.map(({ key }) => key)))
    const CONTENT = [
      'gen_ai.input.messages',
      'gen_ai.output.messages',
      'gen_ai.tool.call.arguments',
      'gen_ai.tool.call.result',
      'ensemble.run.input',
    ]
    for (const key of CONTENT) {
      expect(keys(false)).not.toContain(key)
      expect(keys(true)).toContain(key)
    }
  })

  it("joins the caller's trace, and a fork links to its source instead", () => {
    const [first, ...rest] = journal
    if (first?.type !== 'run.created') throw new Error('a journal begins with its run')
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const [root] = spansOf([{ ...first, data: { ...first.data, traceparent } }, ...rest])
    expect(root).toMatchObject({ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', parentSpanId: '00f067aa0ba902b7' })
    const fork = { run: 'source', at: 3, reuse: 'prefix' } as const
    const [forked] = spansOf([{ ...first, data: { ...first.data, fork } }, ...rest])
    expect(forked?.links).toEqual([{ traceId: traceIdOf('source'), spanId: spanIdOf('source', '') }])
  })

  it('leaves out what has not ended yet', () => {
    const spans = spansOf(journal.slice(0, 4))
    expect(spans.some(({ parentSpanId }) => parentSpanId === undefined)).toBe(false)
  })
})
