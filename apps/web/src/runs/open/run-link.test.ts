import type { TraceLog } from '@ensemble/core/trace'
import { expect, it, onTestFinished, vi } from 'vitest'
import { placeStore } from '../../platform/session/location.ts'
import { linkRun } from './run-link.ts'
import { runStore } from './run-view.ts'

it('a link to an instant after the end of its Run shows the end, and the address says so', () => {
  vi.stubGlobal('location', { pathname: '/', search: '' })
  vi.stubGlobal('history', { replaceState: () => undefined })
  onTestFinished(() => void vi.unstubAllGlobals())
  const log = { events: [{}, {}, {}] } as unknown as TraceLog // only their number is asked for
  runStore.setState({ runId: 'run', log, status: 'completed', cursor: null, selectedSpan: null })
  placeStore.setState({ page: 'bench', params: { run: 'run', seq: '99999999' } }, true)
  onTestFinished(linkRun())
  expect(placeStore.getState().params).toEqual({ run: 'run' })
  expect(runStore.getState().cursor).toBeNull()
})
