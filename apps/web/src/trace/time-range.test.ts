import { cursorAt, createTraceLog } from '@ensemble/core/trace'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTestJournal } from '../../../../packages/core/src/trace/test-journal.ts'
import { segmentsOf } from './time-range.ts'

it('a bar never leaves the time line, and what is ahead of the instant shown starts there', () => {
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (seed, share) => {
      const log = createTraceLog(createTestJournal(seed))
      const range = { start: log.times[0] ?? 0, end: Math.max((log.times[0] ?? 0) + 1, log.times.at(-1) ?? 0) }
      const now = range.start + share * (range.end - range.start)
      for (const span of cursorAt(log).spans())
        for (const piece of segmentsOf(span, range, now)) {
          expect(piece.from).toBeGreaterThanOrEqual(0)
          expect(piece.to).toBeLessThanOrEqual(1)
          expect(piece.ahead ? piece.from + 1e-3 >= share : piece.to - 1e-3 <= share).toBe(true)
        }
    }),
    { numRuns: 50 },
  )
})
