// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'

test('an address of a workspace has its prefix once, however often it is asked for', async () => {
  vi.resetModules()
  window.history.replaceState(null, '', '/w/music/')
  const { urlOf } = await import('./client.ts')
  expect(urlOf('/api/runs/1')).toBe('/w/music/api/runs/1')
  expect(urlOf(urlOf('/api/runs/1'))).toBe('/w/music/api/runs/1')
  expect(urlOf('/api/workspaces')).toBe('/api/workspaces')
  window.history.replaceState(null, '', '/')
  vi.resetModules()
})
