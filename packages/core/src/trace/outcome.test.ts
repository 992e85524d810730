import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JournalEvent } from '../journal/events.ts'
import { GENESIS } from '../journal/journal.ts'
import { NO_USAGE } from '../journal/fold-run.ts'
import { outcomeOf } from './outcome.ts'
import type { Fact } from './test-trace.ts'

type Made = readonly [tool: string, n: number]

const place = ({ span, type, data }: Fact, index: number): JournalEvent => {
  const at = { v: 1, seq: index + 1, prev: GENESIS, run: 'r', key: `${span}#${type}`, at: '', parent: null }
  // Each fact's data was written for its type.
  return { type, span, data, ...at } as unknown as JournalEvent
}
const proposed = (span: string, tool: string, n: number): Fact => ({
  type: 'call.proposed',
  span,
  data: { call: span, tool, parameters: { n }, meta: { _tool: tool }, raw: '' },
})

const eventsOf = (calls: readonly Made[], below = ''): readonly JournalEvent[] => {
  const facts = calls.flatMap(([tool, n], index): readonly Fact[] => {
    const span = `${below}request/0/call/${index}`
    return [proposed(span, tool, n), { type: 'call.completed', span, data: { call: span, result: n * 2, ms: 5 } }]
  })
  const end: readonly Fact[] = [{ type: 'run.completed', span: '', data: { output: 'done', usage: NO_USAGE } }]
  return [...facts, ...(below === '' ? end : [])].map(place)
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

  it('holds of what was refused or failed the code, whatever the sentence says', () => {
    const span = 'request/0/call/0'
    const fails = (type: 'call.rejected' | 'call.failed', code: string, message: string): Fact => ({
      type,
      span,
      data: { call: span, error: { code, message, retryable: true }, tool: 'bass', raw: '', attempt: 1, ms: 5 },
    })
    const callsOf = (...facts: readonly Fact[]) => outcomeOf(facts.map(place))['calls']
    const refused = fails('call.rejected', 'arguments.invalid', 'no')
    expect(callsOf(refused)).toEqual({ bass: [{ parameters: null, error: 'arguments.invalid' }] })
    expect(callsOf(proposed(span, 'bass', 1), refused)).toEqual({
      bass: [{ parameters: { n: 1 }, error: 'arguments.invalid' }],
    })
    for (const message of ['no', 'not at all'])
      expect(callsOf(proposed(span, 'bass', 1), fails('call.failed', 'activity.failed', message))).toEqual({
        bass: [{ parameters: { n: 1 }, error: 'activity.failed' }],
      })
  })

  it('says how the Run ended, also where there is no output', () => {
    const endOf = (type: Fact['type'], data: unknown) => outcomeOf([place({ type, span: '', data }, 0)])
    expect(endOf('run.failed', { error: { code: 'limit.turns', message: 'too many' } })).toEqual({
      status: 'failed',
      output: null,
      error: 'limit.turns',
      calls: {},
    })
    expect(endOf('run.cancelled', {})).toEqual({ status: 'cancelled', output: null, calls: {} })
  })

  it('takes a Tool of any name', () => {
    const { calls } = outcomeOf(
      eventsOf([
        ['__proto__', 1],
        ['__proto__', 2],
      ]),
    )
    expect(Object.keys(calls as object)).toEqual(['__proto__'])
    expect(JSON.stringify(calls)).toBe(
      '{"__proto__":[{"parameters":{"n":1},"result":2},{"parameters":{"n":2},"result":4}]}',
    )
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
