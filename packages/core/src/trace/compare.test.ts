import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GENESIS } from '../journal/journal.ts'
import { compareTraces, editedSpan, isChanged } from './compare.ts'
import { outcomeOf } from './outcome.ts'
import { createTestJournal } from './test-journal.ts'
import { CREATED, type Fact, started, traceOf } from './test-trace.ts'
import { createTraceLog } from './trace-log.ts'

type Made = readonly [tool: string, n: number]

const runOf = (calls: readonly Made[]) =>
  traceOf([
    CREATED,
    started('request/0'),
    ...calls.flatMap(([tool, n], index): readonly Fact[] => {
      const [call, span] = [`${index}`, `request/0/call/${index}`]
      return [
        { type: 'call.proposed', span, data: { call, tool, parameters: { n }, meta: { _tool: tool }, raw: '{}' } },
        { type: 'call.started', span, data: { call, mode: 'explicit', attempt: 1, inputs: GENESIS, resolved: { n } } },
        { type: 'call.completed', span, data: { call, result: `${tool} ${n}`, ms: 5 } },
      ]
    }),
  ])

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

  it('pairs Calls with equal arguments, even if another of that Tool came first', () => {
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

  it('begins at the span that made the others differ, not at what encloses it', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (one, other) => {
        const { rows, first } = compareTraces(
          createTraceLog(createTestJournal(one)),
          createTraceLog(createTestJournal(other)),
        )
        const outcomes = new Set(['status', 'answer', 'result', 'files'])
        if (first === undefined || first.path === '' || !first.changes.every((change) => outcomes.has(change))) return
        const below = rows.filter(({ path }) => path.startsWith(`${first.path}/`))
        expect(below.every(({ changes }) => changes.every((change) => change === 'files'))).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it('sets apart what only names other files, and passes over it in search of the first difference', () => {
    const withFile = (hash: string, end: string) => {
      const log = runOf([['bass', 1]])
      const events = log.events.map((event) => {
        if (event.type !== 'call.completed') return event
        return { ...event, data: { ...event.data, result: { $artifact: `${hash}-a.wav`, type: 'audio/wav', end } } }
      })
      return createTraceLog(events)
    }
    const [one, other] = ['1'.repeat(16), '2'.repeat(16)]
    const { rows, first } = compareTraces(withFile(one, 'x'), withFile(other, 'x'))
    expect(first).toMatchObject({ path: 'request/0/call/bass:0', changes: ['files'] })
    expect(rows.filter(isChanged)).toHaveLength(1)
    expect(compareTraces(withFile(one, 'x'), withFile(other, 'y')).first?.changes).toEqual(['result'])
  })

  it('knows the edit of a fork, on either side', () => {
    const source = runOf([['bass', 1]])
    const [created, ...others] = createTestJournal(3)
    if (created?.type !== 'run.created') throw new Error('a Journal begins with its Run')
    const edit = { type: 'result', key: 'request/0/call/0', result: 'other' }
    const fork = { run: source.events[0]?.run ?? '', at: 3, reuse: 'unchanged' as const, edit }
    const forked = createTraceLog([{ ...created, data: { ...created.data, fork } }, ...others])
    expect(editedSpan(source, forked)).toBe('request/0/call/0')
    expect(editedSpan(forked, source)).toBe('request/0/call/0')
    expect(editedSpan(source, source)).toBeUndefined()
    const asked = { ...fork, edit: { type: 'input', input: { brief: 'other' } } }
    const other = createTraceLog([{ ...created, data: { ...created.data, fork: asked } }, ...others])
    expect(editedSpan(source, other)).toBe('')
  })

  it('does not count another order of parallel Modules as a difference, at any depth and however they interleave', () => {
    fc.assert(
      fc.property(
        tree.chain((calls) => fc.tuple(fc.constant(calls), shuffledTree(calls), fc.integer(), fc.integer())),
        ([calls, shuffled, seed, other]) => {
          const [left, right] = [nestedRun(calls, seed), nestedRun(shuffled, other)]
          expect(compareTraces(left, right)).toMatchObject({ identical: true, first: undefined })
          expect(outcomeOf(left.events)).toEqual(outcomeOf(right.events))
        },
      ),
    )
  })
})

/** A Call and, where it ran a Module, the Calls of that Module's one turn. */
interface Nested {
  readonly tool: string
  readonly n: number
  readonly below: readonly Nested[]
}

const tree: fc.Arbitrary<readonly Nested[]> = fc.letrec<{ calls: readonly Nested[]; call: Nested }>((tie) => ({
  calls: fc.array(tie('call'), { maxLength: 3 }),
  call: fc.record({
    tool: fc.constantFrom('bass', 'lead'),
    n: fc.integer({ min: 0, max: 9 }),
    below: fc.oneof({ maxDepth: 2 }, fc.constant([]), tie('calls')),
  }),
})).calls

const shuffledTree = (calls: readonly Nested[]): fc.Arbitrary<readonly Nested[]> =>
  fc
    .shuffledSubarray([...calls], { minLength: calls.length })
    .chain((order) =>
      fc.tuple(...order.map((call) => shuffledTree(call.below).map((below): Nested => ({ ...call, below })))),
    )

/** The Calls of one turn in parallel, each with what runs below it; `seed` interleaves their events. */
const nestedRun = (calls: readonly Nested[], seed: number) => {
  const turn = (loop: string, made: readonly Nested[]): readonly Fact[] => {
    const request = loop === '' ? 'request/0' : `${loop}/request/0`
    const lanes = made.map((call, index) => run(`${request}/call/${index}`, call))
    return [started(request), ...interleave(lanes)]
  }
  const run = (span: string, { tool, n, below }: Nested): readonly Fact[] => {
    const isModule = below.length > 0
    const mode = isModule ? 'module' : 'explicit'
    const entered = { call: span, address: 'idea://band', hash: GENESIS, imports: [], passed: [], withheld: [] }
    return [
      { type: 'call.proposed', span, data: { call: span, tool, parameters: { n }, meta: { _tool: tool }, raw: '{}' } },
      { type: 'call.started', span, data: { call: span, mode, attempt: 1, inputs: GENESIS, resolved: { n } } },
      ...(isModule ? [{ type: 'module.entered', span, data: entered } as const, ...turn(span, below)] : []),
      { type: 'call.completed', span, data: { call: span, result: `${tool} ${n}`, ms: 5 } },
    ]
  }
  let state = seed >>> 0
  const below = (count: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % count
  }
  const interleave = (lanes: readonly (readonly Fact[])[]): readonly Fact[] => {
    const left = lanes.map((lane) => [...lane])
    const merged: Fact[] = []
    for (
      let open = left.filter((lane) => lane.length > 0);
      open.length > 0;
      open = left.filter((lane) => lane.length > 0)
    ) {
      const event = open[below(open.length)]?.shift()
      if (event !== undefined) merged.push(event)
    }
    return merged
  }
  return traceOf([CREATED, ...turn('', calls)])
}
