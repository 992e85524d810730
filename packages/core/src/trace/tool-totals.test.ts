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

  it('give what nothing below explains to each Call alone, millisecond by millisecond', () => {
    fc.assert(
      fc.property(worlds, ({ log, cursor }) => {
        const spans = cursor.spans().filter(({ kind }) => kind !== 'run')
        let self = 0
        for (const span of spans) {
          const end = span.endedAt ?? cursor.time
          const below = span.kind === 'request' ? [] : spans.filter(({ id }) => id.startsWith(`${span.id}/`))
          const { waitMs } = spanTime(log, span, cursor.time)
          const covered = new Set<number>()
          for (const each of below)
            for (let ms = each.openedAt; ms < Math.min(each.endedAt ?? cursor.time, end); ms++) covered.add(ms)
          // Waits are below or alone: a wait of a Call itself is never covered.
          const own = end - span.openedAt - covered.size
          self += below.length === 0 ? own - waitMs : own - ownWaits(span.waits, covered, end)
        }
        expect(sum(toolTotals(log, cursor.seq).map(({ selfMs }) => selfMs))).toBe(self)
      }),
      { numRuns: 30 },
    )
  })
})

const ownWaits = (
  waits: readonly { readonly from: number; readonly to?: number }[],
  covered: ReadonlySet<number>,
  end: number,
): number => {
  let count = 0
  for (const { from, to } of waits)
    for (let ms = from; ms < Math.min(to ?? end, end); ms++) if (!covered.has(ms)) count++
  return count
}

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
