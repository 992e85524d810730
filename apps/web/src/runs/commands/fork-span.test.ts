// @vitest-environment happy-dom
import { createTraceLog } from '@ensemble/core/trace'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestJournal } from '../../../../../packages/core/src/trace/test-journal.ts'
import { focusField } from '../../platform/session/focus-field.ts'
import { goTo } from '../../platform/session/location.ts'
import { CLOSED, runStore } from '../open/run-view.ts'
import { forkSpan } from './fork-span.ts'

const events = createTestJournal(3)
const open = (count: number): void =>
  runStore.setState({ runId: 'run', log: createTraceLog(events.slice(0, count)), status: null, selectedSpan: null })

beforeEach(() => open(events.length))
afterEach(() => {
  runStore.setState(CLOSED)
  focusField.setState({ field: null })
  goTo('bench')
})

describe('to fork', () => {
  it('needs a selected span on the workbench', () => {
    expect(forkSpan.isEnabled()).toBe(false)
    runStore.setState({ selectedSpan: '' })
    expect(forkSpan.isEnabled()).toBe(true)
  })

  it('takes the Run itself in the full trace while no other span is selected, as the detail there does', () => {
    goTo('trace', { run: 'run' })
    expect(forkSpan.isEnabled()).toBe(true)
    forkSpan.run()
    expect(focusField.getState().field).toBe('fork')
    expect(runStore.getState().cursor).toBeNull()
  })

  it('waits for the end of the Run in the full trace', () => {
    goTo('trace', { run: 'run' })
    open(events.length - 1)
    expect(forkSpan.isEnabled()).toBe(false)
  })
})
