import type { Run } from '@ensemble/core'
import { NO_USAGE } from '@ensemble/core/journal'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Db, openDatabase } from './database.ts'
import { type RunFilter, type RunLists } from './run-lists.ts'
import { type Statements, prepareStatements } from './statements.ts'

const START = Date.parse('2026-11-01T10:00:00.000Z')
const iso = (ms: number): string => new Date(START + ms).toISOString()

const made = (n: number, more: Partial<Run>): Run => ({
  id: `r${n}`,
  idea: 'idea://one',
  status: 'completed',
  input: { brief: `brief ${n}` },
  waitingFor: [],
  model: 'm',
  profile: 'p',
  usage: NO_USAGE,
  startedAt: iso(n),
  endedAt: iso(n + 1),
  head: { seq: 1, hash: 'h' },
  ...more,
})
const failed = (code: 'limit.depth' | 'model.cut') => ({
  status: 'failed' as const,
  error: { code, message: `${code} happened`, retryable: false },
})
const used = (cost: number | null, tokens: number, ms: number) => ({
  usage: { ...NO_USAGE, cost, inputTokens: tokens },
  endedAt: iso(ms),
})

describe('a list of Runs', () => {
  let db: Db
  let statements: Statements
  let lists: RunLists
  beforeEach(() => {
    db = openDatabase(':memory:')
    statements = prepareStatements(db)
    lists = statements.lists
  })
  afterEach(() => db.close())
  const put = (...runs: readonly Run[]): void => {
    for (const run of runs) statements.putRun(run.id, run, 'null', null)
  }
  const ids = (filter: Partial<RunFilter>): readonly string[] =>
    lists.page({ limit: 100, ...filter, among: among(filter) }).items.map(({ id }) => id)
  const among = (filter: Partial<RunFilter>): readonly number[] | undefined => {
    const found = lists.searched(filter)
    return found && [...found].flat()
  }
  /** All pages of two. */
  const walked = (filter: Partial<RunFilter>): readonly string[] => {
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { items, next } = lists.page({ ...filter, limit: 2, cursor })
      found.push(...items.map(({ id }) => id))
      cursor = next
    }
    return found
  }

  test('holds the Runs that failed with a code, and counts Runs by code under the other filters', () => {
    put(
      made(1, failed('limit.depth')),
      made(2, failed('model.cut')),
      made(3, {}),
      made(4, { ...failed('model.cut'), idea: 'idea://two' }),
    )
    expect(ids({ error: 'model.cut' })).toEqual(['r4', 'r2'])
    expect(lists.errors({})).toEqual([
      { code: 'model.cut', count: 2 },
      { code: 'limit.depth', count: 1 },
    ])
    expect(lists.errors({ idea: 'idea://one', error: 'model.cut' })).toEqual([
      { code: 'limit.depth', count: 1 },
      { code: 'model.cut', count: 1 },
    ])
  })

  test('finds a Run that completed by the first Call that failed in it', () => {
    const failedCalls = [
      { span: 'request/0/call/1', code: 'activity.failed' },
      { span: 'request/0/call/2', code: 'activity.timeout' },
    ]
    put(made(1, { failedCalls }), made(2, {}), made(3, { ...failed('model.cut'), failedCalls }))
    expect(ids({ error: 'activity.failed' })).toEqual(['r1'])
    expect(ids({ error: 'activity.timeout' })).toEqual([])
    expect(ids({ error: 'model.cut' })).toEqual(['r3'])
  })

  test('follows a Run: its error and measures are those of its last summary', () => {
    const { endedAt: _later, ...running } = made(1, { status: 'running' })
    put(running)
    expect(ids({ maxMs: 1e9 })).toEqual([])
    statements.updateRun(made(1, failed('model.cut')))
    expect([ids({ error: 'model.cut' }), ids({ maxMs: 1 })]).toEqual([['r1'], ['r1']])
  })

  test('is bounded by time, cost and tokens, and leaves out what is not known', () => {
    put(made(1, used(0.5, 100, 1001)), made(2, used(null, 200, 5002)), made(3, used(0, 300, 9003)))
    expect(ids({ minMs: 1001 })).toEqual(['r3', 'r2'])
    expect(ids({ minMs: 1000, maxMs: 5000 })).toEqual(['r2', 'r1'])
    expect(ids({ maxCost: 1 })).toEqual(['r3', 'r1'])
    expect(ids({ minCost: 0.5 })).toEqual(['r1'])
    expect(ids({ minTokens: 200, maxTokens: 200 })).toEqual(['r2'])
  })

  test('measures a Run by its working time, without waiting for a person', () => {
    put(made(1, used(0, 1, 3001)), made(2, { ...used(0, 1, 90_002), waited: { ms: 89_000 } }))
    expect(ids({ maxMs: 1000 })).toEqual(['r2'])
    expect(ids({ sort: 'time' })).toEqual(['r1', 'r2'])
  })

  test('finds a text at a path of the input, also in one kept by its hash', () => {
    const hash = `sha256:${'a'.repeat(64)}` as const
    statements.bodies.put(hash, new TextEncoder().encode(JSON.stringify({ brief: 'A large harbour' })))
    put(
      made(1, { input: { brief: 'Winter harbour', place: { name: 'Kiel' }, tags: ['a', 'b'] } }),
      made(2, { input: { brief: 'Forest', other: 'harbour', count: 42 } }),
      made(3, { input: { $body: hash, bytes: 30 } as Run['input'] }),
      made(4, { input: 'plain harbour' }),
    )
    expect(ids({ path: 'input.brief', value: 'HARBOUR' })).toEqual(['r3', 'r1'])
    expect(ids({ path: 'input.place.name', value: 'kiel' })).toEqual(['r1'])
    expect(ids({ path: 'input.tags.1', value: 'b' })).toEqual(['r1'])
    expect(ids({ path: 'input.count', value: '42' })).toEqual(['r2'])
    expect(ids({ path: 'input', value: 'plain' })).toEqual(['r4'])
  })

  test('looks into few inputs at a time, and into none after a page is full', async () => {
    put(...Array.from({ length: 1200 }, (_, n) => made(n, { input: { brief: n % 2 === 0 ? `even ${n}` : 'odd' } })))
    const stepsOf = (value: string, more: Partial<RunFilter> = {}) => [
      ...(lists.searched({ path: 'input.brief', value, ...more }) ?? []),
    ]
    expect(stepsOf('even').map(({ length }) => length)).toEqual([250, 250, 100])
    // No other input is read, however common one of the words is.
    expect(stepsOf('even 998')).toEqual([[999]])
    expect(stepsOf('even', { status: 'failed' })).toEqual([])
    // Without words each is looked into.
    expect(stepsOf('-')).toEqual([[], [], [], [], []])
    const [before = []] = lists.searched({ path: 'input.brief', value: 'odd' }, 101) ?? []
    expect(before[0]).toBe(100)
  })

  test('names those that a retention deletes a few at a time', () => {
    put(...Array.from({ length: 9 }, (_, n) => made(n, n === 3 ? { status: 'waiting' } : {})))
    const found: string[] = []
    for (let some = statements.outlived(iso(5), 2, 2); some.length > 0; some = statements.outlived(iso(5), 2, 2)) {
      expect(some.length).toBeLessThanOrEqual(4)
      for (const id of some) statements.removeRun(id)
      found.push(...some)
    }
    expect(found.toSorted()).toEqual(['r0', 'r1', 'r2', 'r4', 'r5', 'r6'])
  })

  test('leaves a Run of old times to a retention by age until its import is old', () => {
    const id = '01a20941-0a4d-76d3-8f27-9982b11076ea'
    put({ ...made(1, {}), id })
    const imported = parseInt(id.replaceAll('-', '').slice(0, 12), 16)
    const at = (ms: number): string => new Date(imported + ms).toISOString()
    expect(statements.outlived(at(-1000), null, 9)).toEqual([])
    expect(statements.outlived(at(1000), null, 9)).toEqual([id])
  })

  test('is sorted by any column, page by page, with what is not known below everything', () => {
    put(
      made(1, { ...used(0.1, 30, 5), input: { brief: 'b b' } }),
      made(2, { ...used(0.3, 10, 9), input: { brief: 'a a' }, idea: 'idea://a' }),
      made(3, { ...used(null, 20, 7), input: { brief: 'c c' }, startedAt: iso(-5) }),
      made(4, { ...used(0.1, 20, 9), ...failed('model.cut'), model: 'z' }),
      made(5, { ...used(0.1 + 0.2, 20, 99) }),
    )
    expect(walked({})).toEqual(['r5', 'r4', 'r3', 'r2', 'r1'])
    expect(walked({ order: 'asc' })).toEqual(['r1', 'r2', 'r3', 'r4', 'r5'])
    expect(walked({ sort: 'cost' })).toEqual(['r5', 'r2', 'r4', 'r1', 'r3'])
    expect(walked({ sort: 'tokens', order: 'asc' })).toEqual(['r2', 'r3', 'r4', 'r5', 'r1'])
    expect(walked({ sort: 'started' })).toEqual(['r5', 'r4', 'r2', 'r1', 'r3'])
    expect(walked({ sort: 'run', order: 'asc' })).toEqual(['r2', 'r1', 'r4', 'r5', 'r3'])
    for (const sort of ['idea', 'status', 'error', 'model', 'time', 'turns', 'calls'] as const)
      expect([sort, walked({ sort }).toSorted()]).toEqual([sort, ['r1', 'r2', 'r3', 'r4', 'r5']])
    expect(walked({ sort: 'error' })[0]).toBe('r4')
  })
})
