import { appendEvent, createTraceLog } from '@ensemble/core/trace'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTestJournal } from '../../../../../packages/core/src/trace/test-journal.ts'
import { NO_FILTER, type SpanFilter } from '../open/trace-view.ts'
import { leafError, traceRows } from './rows.ts'
import { filteredSpans, namesIn } from './span-filter.ts'
import { createTextSearch } from './text-search.ts'

const logs = fc.integer({ min: 0, max: 1 << 30 }).map((seed) => createTraceLog(createTestJournal(seed)))
const OPEN = { collapsed: new Set<string>(), found: null }

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
    expect(traceRows(log.spans, { collapsed: new Set(['']), found: null, shape: 'nested' })).toEqual([
      { id: '', span: '', depth: 0, expandable: true, expanded: false, isAround: false },
    ])
  })

  it('show equal siblings as one line in which no failure hides, and each of them once it is open', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1 << 30 }),
        fc.constantFrom('flat' as const, 'nested' as const),
        (seed, shape) => {
          const log = createTraceLog(createTestJournal(seed, { callsPerTurn: 40, turns: 2, depth: 1, trouble: 0.5 }))
          const statusOf = (id: string) => log.spans.byId.get(id)?.latest.status
          const folded = traceRows(log.spans, { ...OPEN, shape, opened: new Set() })
          for (const { members } of folded)
            if (members !== undefined) {
              expect(members.length).toBeGreaterThanOrEqual(4)
              const like = members.map((id) => `${log.spans.byId.get(id)?.latest.title} ${statusOf(id)}`)
              expect(new Set(like).size).toBe(1)
            }
          const groups = new Set(folded.flatMap(({ id, members }) => (members === undefined ? [] : [id])))
          const opened = traceRows(log.spans, { ...OPEN, shape, opened: groups })
          const lines = opened.flatMap(({ id, members }) => (members === undefined ? [id] : []))
          expect(lines.toSorted()).toEqual([...log.spans.byId.keys()].toSorted())
        },
      ),
      { numRuns: 30 },
    )
  })

  it('keep what encloses what was looked for, and say which is which', () => {
    fc.assert(
      fc.property(logs, (log) => {
        const found = createTextSearch('mixdown')?.read(log) ?? new Set()
        const rows = traceRows(log.spans, { ...OPEN, found, shape: 'nested' })
        const ids = new Set(rows.map((row) => row.id))
        expect(
          rows
            .filter(({ isAround }) => !isAround)
            .map(({ id }) => id)
            .toSorted(),
        ).toEqual([...found].toSorted())
        for (const { id } of rows) {
          const parent = log.spans.byId.get(id)?.latest?.parent
          if (parent != null) expect(ids).toContain(parent)
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('a search', () => {
  it('finds the same whether the events came at once or one by one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1 << 30 }),
        fc.constantFrom('mixdown', 'failed', 'melody 7', 'критик'),
        (seed, words) => {
          const events = createTestJournal(seed)
          const log = createTraceLog()
          const search = createTextSearch(words)
          for (const event of events) {
            appendEvent(log, event)
            search?.read(log)
          }
          expect(search?.read(log)).toEqual(createTextSearch(words)?.read(createTraceLog(events)))
        },
      ),
      { numRuns: 30 },
    )
  })

  it('finds a turn by what its row is called, and a step by its key', () => {
    const log = createTraceLog(createTestJournal(3))
    const find = (query: string): ReadonlySet<string> => createTextSearch(query)?.read(log) ?? new Set()
    const requests = [...log.spans.byId.keys()].filter((id) => /(^|\/)request\/\d+$/.test(id))
    expect(requests.length).toBeGreaterThan(1)
    for (const id of requests) {
      const found = [...find(`request ${Number(id.split('/').at(-1)) + 1}`)]
      expect(found).toContain(id)
      expect(
        found.filter((other) => /request\/\d+$/.test(other) && other.split('/').at(-1) !== id.split('/').at(-1)),
      ).toEqual([])
    }
    const [call = ''] = [...log.spans.byId.keys()].filter((id) => id.endsWith('/call/0'))
    expect(find(`${call}#call`)).toEqual(new Set([call]))
  })

  it('without words asks nothing', () => expect(createTextSearch('  ')).toBeUndefined())
})

describe('a filter', () => {
  const every = createTraceLog(createTestJournal(341, { trouble: 0.6 }))
  const spansOf = (change: Partial<SpanFilter>) =>
    [...(filteredSpans(every.spans, { ...NO_FILTER, ...change }) ?? [])].map((id) => every.spans.byId.get(id)?.latest)

  it('that asks nothing lets everything through', () => expect(filteredSpans(every.spans, NO_FILTER)).toBeNull())

  it('lets through the spans of a status, a kind, a Tool and an Idea, all at once', () => {
    for (const span of spansOf({ statuses: ['failed'], kinds: ['explicit', 'latent'] })) {
      expect(['failed', 'rejected']).toContain(span?.status)
      expect(['explicit', 'latent']).toContain(span?.mode)
    }
    for (const span of spansOf({ tool: 'mixdown', idea: 'critic' }))
      expect([span?.tool, span?.idea === 'critic' || span?.module === 'critic']).toEqual(['mixdown', true])
    expect(spansOf({ statuses: ['retried'] }).every((span) => (span?.attempts ?? 0) > 1)).toBe(true)
    expect(spansOf({ statuses: ['waiting'] }).length).toBeGreaterThan(0)
  })

  it('offers the Tools and Ideas that there are', () => {
    const { tools, ideas } = namesIn(every.spans)
    expect(tools).toContain('mixdown')
    expect(ideas).toContain('producer')
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
