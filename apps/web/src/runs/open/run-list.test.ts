// @vitest-environment happy-dom
import type { Run } from '@ensemble/core'
import { NO_USAGE } from '@ensemble/core/journal'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { serverEvents } from '../../platform/api/server-events.ts'
import { isGone } from './gone-runs.ts'
import { runListStore, watchRuns, withRun } from './run-list.ts'
import { CLOSED, runStore } from './run-view.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const runAt = (second: number, id = `run-${second}`): Run => ({
  id,
  idea: 'idea://producer',
  status: 'running',
  input: null,
  waitingFor: [],
  model: 'simulated',
  profile: 'offline',
  usage: NO_USAGE,
  startedAt: new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString(),
  head: { seq: 1, hash: '' },
})
const ids = (runs: readonly Run[]): readonly string[] => runs.map(({ id }) => id)

describe('a run that changed', () => {
  const listed = [runAt(30), runAt(20), runAt(10)]

  it('is at its old place', () => {
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

it('a run that is deleted, here or in another window, leaves the list', async () => {
  const items = [runAt(20), runAt(10)].map((run) => ({ ...run, status: 'completed' }))
  vi.stubGlobal('fetch', async () => Response.json({ items, next: null }))
  let send: (event: { readonly type: string; readonly run: unknown }) => void = () => undefined
  vi.spyOn(serverEvents, 'onEvent').mockImplementation((listener) => {
    send = listener
    return () => undefined
  })
  const stop = watchRuns()
  await expect.poll(() => ids(runListStore.getState().runs)).toEqual(['run-20', 'run-10'])
  send({ type: 'run.removed', run: 'run-20' })
  expect(ids(runListStore.getState().runs)).toEqual(['run-10'])
  // The open one stays for its reader, and is known to be gone.
  runStore.setState({ runId: 'run-10' })
  send({ type: 'run.removed', run: 'run-10' })
  expect(runListStore.getState().runs).toEqual([])
  expect(isGone('run-10')).toBe(true)
  expect(runStore.getState().runId).toBe('run-10')
  send({ type: 'run.changed', run: items[1] })
  expect(isGone('run-10')).toBe(false)
  runStore.setState(CLOSED)
  stop()
})
