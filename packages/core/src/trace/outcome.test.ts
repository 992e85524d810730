import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventData, EventType, JournalEvent, NewEvent } from '../journal/events.ts'
import { GENESIS } from '../journal/journal.ts'
import { NO_USAGE } from '../journal/fold-run.ts'
import { outcomeOf } from './outcome.ts'

type Made = readonly [tool: string, n: number]

const eventsOf = (calls: readonly Made[], below = ''): readonly JournalEvent[] => {
  const events: JournalEvent[] = []
  const append = <T extends EventType>(span: string, type: T, data: EventData[T]): void => {
    // `data` belongs to `type` by the signature above.
    const event = { type, key: `${span}#${type}`, at: '', span, parent: null, data } as NewEvent
    events.push({ ...event, v: 1, seq: events.length + 1, prev: GENESIS, run: 'r' })
  }
  for (const [index, [tool, n]] of calls.entries()) {
    const span = `${below}request/0/call/${index}`
    append(span, 'call.proposed', { call: `${index}`, tool, parameters: { n }, meta: { _tool: tool }, raw: '' })
    append(span, 'call.completed', { call: `${index}`, result: n * 2, ms: 5 })
  }
  if (below === '') append('', 'run.completed', { output: 'done', usage: NO_USAGE })
  return events
}

const made = fc.tuple(fc.constantFrom('bass', 'lead', 'drums'), fc.integer({ min: 0, max: 3 }))

describe('the Outcome of a Run', () => {
  it('is the same however its parallel Calls were ordered', () => {
    fc.assert(
      fc.property(
        fc
          .array(made, { maxLength: 8 })
          .chain((calls) => fc.tuple(fc.constant(calls), fc.shuffledSubarray(calls, { minLength: calls.length }))),
        ([calls, shuffled]) => {
          expect(outcomeOf(eventsOf(shuffled))).toEqual(outcomeOf(eventsOf(calls)))
        },
      ),
    )
  })

  it('holds what a Module called below the Call that ran it', () => {
    const inner = eventsOf([['bass', 1]], 'request/0/call/0/')
    expect(outcomeOf([...eventsOf([['compose', 7]]), ...inner])).toEqual({
      status: 'completed',
      output: 'done',
      calls: {
        compose: [{ parameters: { n: 7 }, result: 14, calls: { bass: [{ parameters: { n: 1 }, result: 2 }] } }],
      },
    })
  })

  it('keeps Calls of a later turn after those of an earlier one', () => {
    const [first, ...rest] = eventsOf([['bass', 9]])
    const later = eventsOf([['bass', 1]]).map((event) => ({
      ...event,
      span: event.span.replace('request/0', 'request/1'),
    }))
    const calls = outcomeOf([...later, ...(first ? [first] : []), ...rest])['calls']
    expect(calls).toMatchObject({ bass: [{ parameters: { n: 9 } }, { parameters: { n: 1 } }] })
  })
})
