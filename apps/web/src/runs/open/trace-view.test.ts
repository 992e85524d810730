// @vitest-environment happy-dom
import { createTraceLog } from '@ensemble/core/trace'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestJournal } from '../../../../../packages/core/src/trace/test-journal.ts'
import { canJump, jump } from './run-jump.ts'
import { runStore } from './run-view.ts'
import { toggleSpan } from './look-at-trace.ts'
import { filterCount, NO_FILTER } from './trace-view.ts'

const log = createTraceLog(createTestJournal(341, { trouble: 0.6 }))
const show = (runId: string | null): void =>
  runStore.setState({ runId, log: runId === null ? null : log, status: 'failed', cursor: null, selectedSpan: null })

beforeEach(() => show('one'))
afterEach(() => show(null))

describe('how a run is looked at', () => {
  it('folds a span and unfolds it', () => {
    toggleSpan('request/1')
    expect(runStore.getState().trace.collapsed.has('request/1')).toBe(true)
    toggleSpan('request/1')
    expect(runStore.getState().trace.collapsed.has('request/1')).toBe(false)
  })

  it('counts the questions of its filter', () => {
    expect(filterCount(NO_FILTER)).toBe(0)
    expect(filterCount({ statuses: ['failed', 'waiting'], kinds: ['request'], tool: 'x', idea: null })).toBe(4)
  })
})

describe('a step', () => {
  it('to an error shows it with its span; behind the last there is none', () => {
    jump('error', -1)
    const { cursor, selectedSpan } = runStore.getState()
    expect(log.marks.some(({ seq, kind }) => kind === 'error' && seq === cursor)).toBe(true)
    expect(selectedSpan).toBe(log.events[(cursor ?? 0) - 1]?.span)
    while (canJump(runStore.getState(), 'error', 1)) jump('error', 1)
    const last = runStore.getState().cursor
    jump('error', 1)
    expect(runStore.getState().cursor).toBe(last)
  })

  it('by an event selects nothing', () => {
    jump('event', -1)
    expect(runStore.getState()).toMatchObject({ cursor: log.events.length - 1, selectedSpan: null })
  })
})
