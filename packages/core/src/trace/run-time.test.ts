import { describe, expect, it } from 'vitest'
import { foldRun } from '../journal/fold-run.ts'
import type { JournalEvent } from '../journal/events.ts'
import type { Run } from '../journal/run-types.ts'
import { runTime } from './run-time.ts'

const START = Date.parse('2026-01-01T10:00:00.000Z')
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString()

const CREATED = { idea: 'idea://a', input: {}, model: 'm', profile: 'offline' }
const WAITING = { waitingFor: [{ type: 'approval', since: at(2) }] }

/** The fold of events of these types at these seconds. */
const runOf = (...steps: readonly (readonly [type: string, seconds: number, data?: object])[]): Run =>
  [['run.created', 0, CREATED] as const, ...steps].reduce<Run | undefined>((run, [type, seconds, data = {}], index) => {
    const event = { type, seq: index + 1, run: 'r', span: '', at: at(seconds), data }
    return foldRun(run, event as unknown as JournalEvent, 'hash') // only what the fold reads
  }, undefined) as Run

describe('The time of a Run', () => {
  it('is work alone where nothing waited, and says nothing of waits', () => {
    const run = runOf(['run.completed', 5, { output: 1, usage: {} }])
    expect(runTime(run, Date.parse(at(99)))).toEqual({ workMs: 5000, waitMs: 0 })
    expect(run).not.toHaveProperty('waited')
  })

  it('adds up the waits for a person, and what an end or a cancellation cuts short', () => {
    const resumed = [
      ['run.waiting', 2, WAITING],
      ['run.resumed', 12],
      ['run.waiting', 13, WAITING],
    ] as const
    const run = runOf(...resumed, ['run.resumed', 33], ['run.completed', 34, { output: 1, usage: {} }])
    expect(run.waited).toEqual({ ms: 30_000 })
    expect(runTime(run, 0)).toEqual({ workMs: 4000, waitMs: 30_000 })
    expect(runTime(runOf(...resumed, ['run.cancelled', 20, { usage: {} }]), 0)).toEqual({
      workMs: 3000,
      waitMs: 17_000,
    })
  })

  it('grows by the present wait, which a second question does not begin again', () => {
    const run = runOf(['run.waiting', 2, WAITING], ['run.waiting', 4, WAITING])
    expect(run.waited).toEqual({ ms: 0, since: at(2) })
    expect(runTime(run, Date.parse(at(62)))).toEqual({ workMs: 2000, waitMs: 60_000 })
  })
})
