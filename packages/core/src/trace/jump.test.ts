import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JUMP_TARGETS, jumpFrom, type JumpTarget } from './jump.ts'
import { createTestJournal } from './test-journal.ts'
import type { TraceLog } from './log-types.ts'
import { createTraceLog } from './trace-log.ts'

const TYPES: Readonly<Record<JumpTarget, readonly string[]>> = {
  event: [],
  call: ['call.started', 'call.rejected'],
  error: ['request.failed', 'call.rejected', 'call.failed', 'limit.reached', 'run.failed'],
  approval: ['approval.requested'],
}

/** The result of reading all events. */
const expected = (log: TraceLog, target: JumpTarget): readonly number[] =>
  log.events.filter(({ type }) => target === 'event' || TYPES[target].includes(type)).map(({ seq }) => seq)

it('a step leads to the nearest event of its kind on either side, or nowhere', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.constantFrom(...JUMP_TARGETS), (seed, at, target) => {
      const log = createTraceLog(createTestJournal(seed, { trouble: 0.5 }))
      const seq = 1 + (at % log.events.length)
      const all = expected(log, target)
      expect(jumpFrom(log, seq, target, 1)).toBe(all.find((each) => each > seq))
      expect(jumpFrom(log, seq, target, -1)).toBe(all.findLast((each) => each < seq))
    }),
    { numRuns: 100 },
  )
})
