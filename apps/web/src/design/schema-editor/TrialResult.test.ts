// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { offerDockTab, dockStore } from '../../platform/session/dock-tab.ts'
import { runStore } from '../../runs/open/run-view.ts'
import { closeRun, openRun } from '../../runs/open/run.ts'
import { seeSpan } from './TrialResult.tsx'
import { stubSilentServer } from '../../platform/api/test-silent-server.ts'

afterEach(() => {
  closeRun()
  vi.unstubAllGlobals()
})

test('who asks for the trace of a trial gets it, though its end had offered the result', () => {
  stubSilentServer()
  openRun('trial')
  offerDockTab('result')
  seeSpan('trial', 'request/0/call/0')
  expect(dockStore.getState().tab).toBe('timeline')
  expect(runStore.getState().selectedSpan).toBe('request/0/call/0')
  offerDockTab('result')
  expect(dockStore.getState().tab).toBe('timeline')
})
