import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cursorAt } from './cursor.ts'
import { spanTime } from './span-time.ts'
import { createTestJournal } from './test-journal.ts'
import { percentile, toolTotals } from './tool-totals.ts'
import { createTraceLog } from './trace-log.ts'

const worlds = fc.tuple(fc.integer({ min: 0, max: 1 << 30 }), fc.nat()).map(([seed, at]) => {
  const events = createTestJournal(seed, { trouble: 0.4, depth: 3 })
  const log = createTraceLog(events)
  return { log, cursor: cursorAt(log, at % (events.length + 1)) }
})
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

describe('the totals by Tool', () => {
  it('hold every Request and every Call of the tree once', () => {
    fc.assert(
      fc.property(worlds, ({ log, cursor }) => {
        const listed = toolTotals(log, cursor.seq).flatMap(({ spans }) => spans)
        const inTree = cursor.spans().flatMap(({ id, kind }) => (kind === 'run' ? [] : [id]))
        expect(listed.toSorted()).toEqual(inTree.toSorted())
      }),
    )
  })

  it('come to the tokens, errors and Requests of the tree', () => {
    fc.assert(
      fc.property(worlds, ({ log, cursor }) => {
        const rows = toolTotals(log, cursor.seq)
        const requests = rows.filter(({ kind }) => kind === 'request')
        const { inputTokens, outputTokens } = cursor.total('')
        expect(sum(requests.map(({ usage }) => usage.inputTokens + usage.outputTokens))).toBe(
          inputTokens + outputTokens,
        )
        const failed = cursor.spans().filter(({ kind, status }) => kind !== 'run' && /failed|rejected/.test(status))
        expect(sum(rows.map(({ errors }) => errors))).toBe(failed.length)
        for (const { kind, name, usage, spans } of rows)
          if (kind === 'call') {
            const tokens = sum(
              cursor
                .spans()
                .filter(({ id, kind: each }) => each === 'request' && spans.some((call) => id.startsWith(`${call}/`)))
                .map((span) => span.usage.inputTokens + span.usage.outputTokens),
            )
            expect([name, usage.inputTokens + usage.outputTokens]).toEqual([name, tokens])
          }
      }),
    )
  })

  it('take the times of the tree, each millisecond of a Tool inside itself once', () => {
    fc.assert(
      fc.property(worlds, ({ log, cursor }) => {
        for (const { kind, spans, totalMs, selfMs, p95Ms } of toolTotals(log, cursor.seq)) {
          const tookOf = (id: string): number => {
            const span = cursor.span(id)
            return span === undefined ? 0 : spanTime(log, span, cursor.time).workMs
          }
          const outer =
            kind === 'request' ? spans : spans.filter((id) => !spans.some((each) => id.startsWith(`${each}/`)))
          expect(totalMs).toBe(sum(outer.map(tookOf)))
          expect(selfMs).toBeGreaterThanOrEqual(0)
          expect(selfMs).toBeLessThanOrEqual(sum(spans.map(tookOf)))
          if (p95Ms !== undefined) expect(spans.map(tookOf)).toContain(p95Ms)
        }
      }),
    )
  })

  it('give a Call as its own only the milliseconds in which it ran, did not wait, and nothing below it was open', () => {
    fc.assert(
      fc.property(worlds, ({ log, cursor }) => {
        const spans = cursor.spans().filter(({ kind }) => kind !== 'run')
        let self = 0
        for (const span of spans) {
          const end = span.endedAt ?? cursor.time
          const begun = span.kind === 'request' ? span.openedAt + (span.queueMs ?? 0) : (span.startedAt ?? end)
          const below = span.kind === 'request' ? [] : spans.filter(({ id }) => id.startsWith(`${span.id}/`))
          const others = [
            ...below.map((each) => ({ from: each.openedAt, to: each.endedAt ?? cursor.time })),
            ...span.waits,
          ]
          for (let ms = begun; ms < end; ms++)
            if (!others.some(({ from, to }) => from <= ms && ms < (to ?? end))) self++
        }
        expect(sum(toolTotals(log, cursor.seq).map(({ selfMs }) => selfMs))).toBe(self)
      }),
      { numRuns: 300 },
    )
  })

  it('count no time in which a Call waits for other Calls as its work', () => {
    const at = (ms: number): string => new Date(Date.parse('2026-01-01T00:00:00Z') + ms).toISOString()
    const base = createTestJournal(1, { turns: 1, callsPerTurn: 0 })
    const [created, asked] = base
    if (created === undefined || asked === undefined) throw new Error('a Run begins with its Request')
    const call = (span: string, type: string, ms: number, data: object): unknown => ({
      ...asked,
      type,
      span,
      parent: 'request/0',
      at: at(ms),
      data,
    })
    const meta = { _tool: 'mix', _instance: '', _imports: [] }
    const proposed = (id: string) => ({ call: id, tool: id, parameters: {}, meta })
    const started = (id: string) => ({ call: id, mode: 'explicit', attempt: 1, inputs: 'x' })
    const events = [
      { ...created, at: at(0) },
      { ...asked, at: at(0) },
      call('request/0/call/0', 'call.proposed', 0, proposed('cut')),
      call('request/0/call/1', 'call.proposed', 0, proposed('mix')),
      call('request/0/call/0', 'call.started', 0, started('cut')),
      call('request/0/call/0', 'call.completed', 90, { call: 'cut', result: 1, ms: 90 }),
      call('request/0/call/1', 'call.started', 90, started('mix')),
      call('request/0/call/1', 'call.completed', 100, { call: 'mix', result: 2, ms: 10 }),
    ].map((event, index) => ({ ...(event as object), seq: index + 1 }))
    const log = createTraceLog(events as unknown as Parameters<typeof createTraceLog>[0])
    const own = new Map(toolTotals(log).map(({ name, selfMs }) => [name, selfMs]))
    expect([own.get('cut'), own.get('mix')]).toEqual([90, 10])
  })
})

describe('a percentile', () => {
  it('is one of the values, by nearest rank', () => {
    expect(percentile([], 0.95)).toBeUndefined()
    expect(percentile([7], 0.95)).toBe(7)
    expect(
      percentile(
        Array.from({ length: 100 }, (_, at) => 100 - at),
        0.95,
      ),
    ).toBe(95)
  })
})
