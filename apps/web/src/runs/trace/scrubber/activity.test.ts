import { createTraceLog } from '@ensemble/core/trace'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTestJournal } from '../../../../../../packages/core/src/trace/test-journal.ts'
import { activityOf, outlineOf } from './activity.ts'
import { marksOf } from './scrubber-marks.ts'

const rangeOf = (log: ReturnType<typeof createTraceLog>) => ({
  start: log.times[0] ?? 0,
  end: Math.max((log.times[0] ?? 0) + 1, log.times.at(-1) ?? 0),
})

it('the outline counts what is at work, never below nothing, and ends where the Run does', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 300 }), (seed, columns) => {
      const log = createTraceLog(createTestJournal(seed))
      const counts = activityOf(log, rangeOf(log), columns)
      expect(counts).toHaveLength(columns)
      const working = log.spans.inOrder.filter(
        ({ latest }) => latest?.kind !== 'run' && latest?.mode !== 'module' && latest?.startedAt !== undefined,
      ).length
      for (const count of counts) expect(count).toBeGreaterThanOrEqual(0)
      expect(Math.max(...counts)).toBeLessThanOrEqual(working)
      expect(outlineOf(counts)).toMatch(/^M0 1(V[\d.]+H\d+)+V1Z$/)
    }),
    { numRuns: 50 },
  )
})

it('every error has a mark at its place or next to it, however many there are', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const log = createTraceLog(createTestJournal(seed, { trouble: 0.8 }))
      const range = rangeOf(log)
      const drawn = marksOf(log, range)
      for (const { seq, kind } of log.marks) {
        if (kind !== 'error') continue
        const share = ((log.times[seq - 1] ?? 0) - range.start) / (range.end - range.start)
        expect(drawn.some((mark) => mark.kind === 'error' && Math.abs(mark.share - share) <= 1 / 150)).toBe(true)
      }
    }),
    { numRuns: 50 },
  )
})
