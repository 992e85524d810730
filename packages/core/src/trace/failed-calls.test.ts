import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldAll, foldRun } from '../journal/fold-run.ts'
import type { JournalEvent } from '../journal/events.ts'
import type { Run } from '../journal/run-types.ts'
import { failedCalls } from './failed-calls.ts'
import { createTestJournal } from './test-journal.ts'
import { createTraceLog } from './trace-log.ts'

const fold = (events: readonly JournalEvent[]): Run | undefined =>
  events.reduce<Run | undefined>((run, event) => foldRun(run, event, 'h'), undefined)

describe('the failed Calls of a Run', () => {
  it('are the same in a list of Runs and in the trace, after every event', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1 << 30 }), fc.nat(), (seed, at) => {
        const all = createTestJournal(seed, { trouble: 0.4 })
        const events = all.slice(0, 1 + (at % all.length))
        const inTrace = failedCalls(createTraceLog(events))?.calls.map(({ id, error }) => [id, error?.code])
        expect(fold(events)?.failedCalls?.map(({ span, code }) => [span, code])).toEqual(inTrace?.slice(0, 100))
      }),
    )
  })

  it('are the same however many events are folded at once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1 << 30 }), fc.integer({ min: 1, max: 30 }), (seed, size) => {
        const events = createTestJournal(seed, { trouble: 0.4 })
        let run: Run | undefined
        for (let from = 0; from < events.length; from += size) run = foldAll(run, events.slice(from, from + size), 'h')
        expect(run).toEqual(fold(events))
      }),
    )
  })
})
