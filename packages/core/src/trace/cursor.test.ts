import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cursorAt } from './cursor.ts'
import { isSettled } from './span.ts'
import { createTestJournal } from './test-journal.ts'
import { spanDetail } from './span-detail.ts'
import type { Cursor, TraceLog } from './log-types.ts'
import { appearedBy, createTraceLog, seqAtTime } from './trace-log.ts'
import { wholeState } from './whole-state.ts'

/** Everything a page could ask of a cursor. */
const everything = (log: TraceLog, cursor: Cursor) => ({
  seq: cursor.seq,
  time: cursor.time,
  status: cursor.status,
  spans: cursor.spans(),
  totals: cursor.spans().map(({ id }) => cursor.totals(id)),
  nodes: [...log.activity.nodes.keys()].flatMap((id) => cursor.node(id) ?? []),
  tools: [...log.activity.tools.values()].flatMap((tool) => tool.at(cursor.seq) ?? []),
  edges: [...log.activity.edges.keys()].flatMap((id) => cursor.edge(id) ?? []),
  states: cursor.statefulLoops().map((loop) => [loop, cursor.state(loop), wholeState(log, loop, cursor.seq, () => [])]),
  requests: appearedBy(log.requests, cursor.seq),
  loops: appearedBy(log.loops, cursor.seq),
  details: cursor.spans().map(({ id }) => spanDetail(log, id, cursor.seq)),
})

const journals = fc.integer({ min: 0, max: 1 << 30 }).map((seed) => createTestJournal(seed))

describe('a cursor', () => {
  it('at k shows what a fold of the first k events shows', () => {
    fc.assert(
      fc.property(journals, fc.nat(), (events, at) => {
        const k = at % (events.length + 1)
        const whole = createTraceLog(events)
        const prefix = createTraceLog(events.slice(0, k))
        expect(everything(whole, cursorAt(whole, k))).toEqual(everything(prefix, cursorAt(prefix)))
      }),
      { numRuns: 200 },
    )
  })

  it('counts each Call of a Tool in exactly one phase', () => {
    fc.assert(
      fc.property(journals, (events) => {
        const log = createTraceLog(events)
        for (const [seq] of events.entries()) {
          for (const tool of log.activity.tools.values()) {
            const counts = tool.at(seq)
            if (counts)
              expect(Math.min(counts.running, counts.waiting, counts.done, counts.failed)).toBeGreaterThanOrEqual(0)
          }
        }
      }),
      { numRuns: 50 },
    )
  })

  it('leaves nothing under way after the end of the Run', () => {
    fc.assert(
      fc.property(journals, (events) => {
        const log = createTraceLog(events)
        expect(
          cursorAt(log)
            .spans()
            .filter((span) => !isSettled(span.status)),
        ).toEqual([])
        for (const node of log.activity.nodes.values()) expect(node.latest).toMatchObject({ running: 0, waiting: 0 })
      }),
    )
  })

  it('sums the tokens of all Requests at the Run', () => {
    fc.assert(
      fc.property(journals, (events) => {
        const cursor = cursorAt(createTraceLog(events))
        const own = cursor.spans().reduce((sum, span) => sum + span.usage.outputTokens, 0)
        expect(cursor.total('').outputTokens).toBe(own)
      }),
    )
  })

  it('finds the last event that had happened at a time', () => {
    const log = createTraceLog(createTestJournal(7))
    for (const event of log.events) {
      const seq = seqAtTime(log, Date.parse(event.at))
      expect(seq).toBeGreaterThanOrEqual(event.seq)
      expect(log.times[seq - 1]).toBe(Date.parse(event.at))
    }
    expect(seqAtTime(log, 0)).toBe(1)
  })
})

describe('the state of a Loop', () => {
  const pinned = [{ type: 'state' as const, state: { key: 'Am', song: { bars: 8 } } }]

  it('begins with its Idea’s values and imports, and continues with later writes', () => {
    fc.assert(
      fc.property(journals, fc.nat(), (events, at) => {
        const log = createTraceLog(events)
        const k = at % (events.length + 1)
        for (const loop of log.states.keys()) {
          expect(wholeState(log, loop, k, () => undefined)).toEqual(cursorAt(log, k).state(loop))
          const begun = wholeState(log, loop, k, () => pinned)
          expect(begun['key']).toBe(loop === '' ? undefined : 'Am')
        }
      }),
      { numRuns: 50 },
    )
  })
})
