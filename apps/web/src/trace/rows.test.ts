import { createTraceLog } from '@ensemble/core/trace'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTestJournal } from '../../../../packages/core/src/trace/test-journal.ts'
import { leafError, traceRows } from './rows.ts'

const logs = fc.integer({ min: 0, max: 1 << 30 }).map((seed) => createTraceLog(createTestJournal(seed)))
const OPEN = { collapsed: new Set<string>(), query: '' }

describe('the lines of a trace', () => {
  it('show every span once, in either shape', () => {
    fc.assert(
      fc.property(logs, fc.constantFrom('flat' as const, 'nested' as const), (log, shape) => {
        const ids = traceRows(log.spans, { ...OPEN, shape }).map((row) => row.id)
        expect(ids.toSorted()).toEqual([...log.spans.byId.keys()].toSorted())
      }),
      { numRuns: 50 },
    )
  })

  it('leave out what is under a folded span', () => {
    const log = createTraceLog(createTestJournal(3))
    expect(traceRows(log.spans, { collapsed: new Set(['']), query: '', shape: 'nested' })).toEqual([
      { id: '', depth: 0, expandable: true, expanded: false },
    ])
  })

  it('keep what encloses a match', () => {
    fc.assert(
      fc.property(logs, (log) => {
        const rows = traceRows(log.spans, { ...OPEN, query: 'mixdown', shape: 'nested' })
        const ids = new Set(rows.map((row) => row.id))
        for (const { id } of rows) {
          const parent = log.spans.byId.get(id)?.latest?.parent
          if (parent != null) expect(ids).toContain(parent)
        }
      }),
      { numRuns: 50 },
    )
  })
})

it('a failed run opens on the span that its error names or that failed last', () => {
  fc.assert(
    fc.property(logs, (log) => {
      const leaf = leafError(log)
      if (log.events.at(-1)?.type === 'run.failed') expect(log.spans.byId.has(leaf ?? '')).toBe(true)
      else expect(leaf).toBeNull()
    }),
    { numRuns: 50 },
  )
})
