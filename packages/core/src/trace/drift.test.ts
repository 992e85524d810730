import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DriftTally } from './drift.ts'
import { moduleCalls } from './module-calls.ts'
import { createTestJournal } from './test-journal.ts'

const call = { span: 'request/0/call/0', from: 'desk', tool: 'find', to: 'librarian', resolved: {} }

describe('The drift of an edge', () => {
  it('counts Calls that fit, that were bridged and that cannot be judged, and names the differences', () => {
    const tally = new DriftTally((to, { n }) =>
      to !== 'librarian' ? undefined : typeof n === 'number' ? [] : [{ path: '/n', message: 'must be a number' }],
    )
    tally.add('a', call, { n: 1 })
    tally.add('b', call, { n: 'two' })
    tally.add('c', call, { n: 'three' })
    tally.add('d', call, undefined)
    tally.add('e', { ...call, to: 'gone' }, { n: 1 })
    expect(tally.edges()).toEqual([
      {
        id: 'idea:desk/find/idea:librarian',
        from: 'desk',
        tool: 'find',
        to: 'librarian',
        calls: 4,
        fits: 1,
        bridged: 2,
        unjudged: 1,
        differences: [
          {
            path: '/n',
            message: 'must be a number',
            count: 2,
            example: { run: 'b', span: 'request/0/call/0', value: 'two' },
          },
        ],
      },
      expect.objectContaining({ id: 'idea:desk/find/idea:gone', calls: 1, unjudged: 1 }),
    ])
  })

  it('counts each Call that entered a Module once, at the edge of the Ideas that the trace shows', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const events = createTestJournal(seed)
        const found = moduleCalls('producer', events)
        const entered = events.filter(({ type }) => type === 'module.entered')
        expect(found.map(({ span }) => span)).toEqual([...new Set(entered.map(({ span }) => span))])
        const tally = new DriftTally(() => [])
        for (const each of found) tally.add('r', each, {})
        expect(tally.edges().reduce((sum, { calls, fits }) => sum + calls + fits, 0)).toBe(2 * found.length)
      }),
    )
  })
})
