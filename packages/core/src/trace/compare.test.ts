import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventData, EventType, JournalEvent, NewEvent } from '../journal/events.ts'
import { GENESIS } from '../journal/journal.ts'
import { limitsOf } from '../request/config.ts'
import { compareTraces } from './compare.ts'
import { createTestJournal } from './test-journal.ts'
import { createTraceLog } from './trace-log.ts'

type Made = readonly [tool: string, n: number]

const runOf = (calls: readonly Made[]) => {
  const events: JournalEvent[] = []
  const append = <T extends EventType>(span: string, type: T, data: EventData[T]): void => {
    const at = new Date(Date.UTC(2026, 0, 1) + events.length * 10).toISOString()
    // `data` belongs to `type` by the signature above.
    const event = { type, key: `${span}#${type}`, at, span, parent: null, data } as NewEvent
    events.push({ ...event, v: 1, seq: events.length + 1, prev: GENESIS, run: 'r' })
  }
  append('', 'run.created', {
    ...{ engine: 'test', idea: 'idea://band', input: null, model: 'simulated', profile: '', config: {}, base: {} },
    ...{ limits: limitsOf({}), seed: '1', pins: {}, bindings: {} },
  })
  append('request/0', 'request.started', {
    ...{ idea: 'idea://band', turn: 0, model: 'simulated', wire: 'tools', strict: false, inputs: GENESIS },
    ...{ schema: {}, messages: [], tools: [] },
  })
  for (const [index, [tool, n]] of calls.entries()) {
    const span = `request/0/call/${index}`
    append(span, 'call.proposed', { call: `${index}`, tool, parameters: { n }, meta: { _tool: tool }, raw: '{}' })
    append(span, 'call.started', { call: `${index}`, mode: 'explicit', attempt: 1, inputs: GENESIS, resolved: { n } })
    append(span, 'call.completed', { call: `${index}`, result: `${tool} ${n}`, ms: 5 })
  }
  return createTraceLog(events)
}

const made = fc.tuple(fc.constantFrom('bass', 'lead', 'drums'), fc.integer({ min: 0, max: 3 }))

describe('comparing two Runs', () => {
  it('finds no difference between a Run and itself', () => {
    const log = createTraceLog(createTestJournal(11))
    expect(compareTraces(log, log)).toMatchObject({ identical: true, first: undefined })
  })

  it('does not count another order of parallel Calls as a difference, of the same Tool neither', () => {
    fc.assert(
      fc.property(
        fc
          .array(made, { maxLength: 8 })
          .chain((calls) => fc.tuple(fc.constant(calls), fc.shuffledSubarray(calls, { minLength: calls.length }))),
        ([calls, shuffled]) => {
          expect(compareTraces(runOf(calls), runOf(shuffled)).identical).toBe(true)
        },
      ),
    )
  })

  it('shows each span of either Run once', () => {
    fc.assert(
      fc.property(fc.array(made, { maxLength: 8 }), fc.array(made, { maxLength: 8 }), (ours, theirs) => {
        const { rows } = compareTraces(runOf(ours), runOf(theirs))
        const ids = (side: 'left' | 'right') =>
          rows.flatMap((row) => row[side]?.id ?? []).filter((id) => id.includes('call'))
        expect(new Set(ids('left')).size).toBe(ours.length)
        expect(new Set(ids('right')).size).toBe(theirs.length)
        expect(ids('left')).toHaveLength(ours.length)
        expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length)
      }),
    )
  })

  it('names the first Call whose arguments differ, and Calls that only one has', () => {
    const { first, rows } = compareTraces(
      runOf([['bass', 1]]),
      runOf([
        ['bass', 2],
        ['lead', 2],
      ]),
    )
    expect(first).toMatchObject({ path: 'request/0/call/bass:0', changes: ['parameters', 'result'] })
    expect(rows.at(-1)).toMatchObject({ path: 'request/0/call/lead:0', changes: ['added'], left: undefined })
  })

  it('holds Calls with equal arguments beside each other, though another of that Tool came first', () => {
    const { first } = compareTraces(
      runOf([
        ['bass', 1],
        ['bass', 2],
      ]),
      runOf([
        ['bass', 2],
        ['bass', 3],
      ]),
    )
    expect(first).toMatchObject({ left: { id: 'request/0/call/0' }, right: { id: 'request/0/call/1' } })
  })
})
