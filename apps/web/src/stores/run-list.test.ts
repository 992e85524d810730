// @vitest-environment happy-dom
import type { Run } from '@ensemble/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withRun } from './run-list.ts'

const runAt = (second: number, id = `run-${second}`): Run => ({
  id,
  idea: 'idea://producer',
  status: 'running',
  input: null,
  waitingFor: [],
  model: 'simulated',
  profile: 'offline',
  usage: {
    requests: 0,
    calls: 0,
    inputTokens: 0,
    outputTokens: 0,
    cachedTokens: 0,
    reasoningTokens: 0,
    cost: null,
    currency: 'USD',
    estimated: false,
  },
  startedAt: new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString(),
  head: { seq: 1, hash: '' },
})
const ids = (runs: readonly Run[]): readonly string[] => runs.map(({ id }) => id)

describe('a run that changed', () => {
  const listed = [runAt(30), runAt(20), runAt(10)]

  it('stands where it stood', () => {
    const after = withRun(listed, { ...runAt(20), status: 'completed' }, false)
    expect(ids(after)).toEqual(['run-30', 'run-20', 'run-10'])
    expect(after[1]?.status).toBe('completed')
  })

  it('comes on top where it is the newest', () =>
    expect(ids(withRun(listed, runAt(40), false))).toEqual(['run-40', 'run-30', 'run-20', 'run-10']))

  it('stays away where it is older than all that are listed and there are more', () => {
    expect(withRun(listed, runAt(5), false)).toEqual(listed)
    expect(ids(withRun(listed, runAt(5), true)).at(-1)).toBe('run-5')
  })

  it('leaves the list in order, each run in it once, whatever comes when', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 }), (seconds) => {
        const list = seconds.reduce<readonly Run[]>((runs, second) => withRun(runs, runAt(second), true), [])
        expect(ids(list)).toEqual([...new Set(seconds)].toSorted((a, b) => b - a).map((second) => `run-${second}`))
      }),
    )
  })
})
