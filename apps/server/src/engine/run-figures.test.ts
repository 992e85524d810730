import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Run } from '@ensemble/core'
import { NO_USAGE } from '@ensemble/core/journal'
import { openDatabase } from './database.ts'
import { prepareStatements } from './statements.ts'

const START = Date.parse('2026-01-01T10:00:00.000Z')
const iso = (ms: number): string => new Date(START + ms).toISOString()

const runOf = (n: number, status: Run['status'], ms: number, cost: number | null): Run => ({
  id: `r${n}`,
  idea: `idea://i${n % 3}`,
  status,
  input: null,
  waitingFor: [],
  model: `m${n % 2}`,
  profile: 'offline',
  usage: { ...NO_USAGE, calls: n, inputTokens: 10, outputTokens: 5, cost, currency: 'USD' },
  startedAt: iso(n * 3_600_000),
  endedAt: iso(n * 3_600_000 + ms),
  head: { seq: 1, hash: 'h' },
  ...(status === 'failed' && { error: { code: 'limit.turns', message: 'Too many.', retryable: false } }),
})

const figuresOf = (runs: readonly Run[]) => {
  const statements = prepareStatements(openDatabase(':memory:'))
  for (const run of runs) statements.putRun(run.id, run, '{}', null)
  return statements.figures
}

/** The value at a share of sorted values, the nearest rank. */
const ranked = (values: readonly number[], share: number): number | undefined =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1]

describe('figures of Runs', () => {
  test('count, add up and rank each group as a plain count does', () => {
    const status = fc.constantFrom<Run['status']>('completed', 'failed', 'cancelled')
    const facts = fc.record({ status, ms: fc.nat(1_000_000), cost: fc.option(fc.integer({ min: 0, max: 100 })) })
    fc.assert(
      fc.property(fc.array(facts, { minLength: 1, maxLength: 60 }), (all) => {
        const runs = all.map(({ status: ended, ms, cost }, n) => runOf(n, ended, ms, cost))
        const found = figuresOf(runs)('idea', {})
        expect(found.reduce((sum, { runs: count }) => sum + count, 0)).toBe(runs.length)
        for (const { name, ...row } of found) {
          const own = runs.filter(({ idea }) => idea === name)
          const times = own.map(({ startedAt, endedAt = '' }) => Date.parse(endedAt) - Date.parse(startedAt))
          expect(row).toEqual({
            runs: own.length,
            completed: own.filter((run) => run.status === 'completed').length,
            failed: own.filter((run) => run.status === 'failed').length,
            cancelled: own.filter((run) => run.status === 'cancelled').length,
            waiting: 0,
            withFailedCalls: 0,
            calls: own.reduce((sum, { usage }) => sum + usage.calls, 0),
            tokens: own.length * 15,
            cost: own.reduce((sum, { usage }) => sum + (usage.cost ?? 0), 0),
            unpriced: own.filter(({ usage }) => usage.cost === null).length,
            medianMs: ranked(times, 0.5),
            p95Ms: ranked(times, 0.95),
          })
        }
      }),
      { numRuns: 25 },
    )
  })

  test('give the days in order, and only of the Runs that match', () => {
    const figures = figuresOf(
      Array.from({ length: 50 }, (_, n) => runOf(n, n % 5 === 0 ? 'failed' : 'completed', 100, 0)),
    )
    expect(figures('day', {}).map(({ name, runs }) => [name, runs])).toEqual([
      ['2026-01-01', 14],
      ['2026-01-02', 24],
      ['2026-01-03', 12],
    ])
    expect(figures('error', { status: 'failed' })).toMatchObject([{ name: 'limit.turns', runs: 10, failed: 10 }])
    expect(figures('model', { idea: 'idea://none' })).toEqual([])
  })
})
