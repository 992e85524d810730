// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { drawForm } from '../../platform/ui/test-form.tsx'
import { runListStore } from '../../runs/open/run-list.ts'
import { NoRun } from './NoRun.tsx'

const UNREAD = runListStore.getState()
afterEach(() => act(async () => runListStore.setState(UNREAD)))

it('the dock leads to the last run also while no list of runs is on screen', async () => {
  const startedAt = '2026-11-23T12:00:00.000Z'
  const run = { id: 'one', idea: 'idea://band', input: { brief: 'a song' }, status: 'completed', startedAt }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ items: [run], next: null })))
  vi.stubGlobal('EventSource', class extends EventTarget {})
  const { button } = await drawForm(<NoRun />)
  expect(button('Open the last run')).toBeDefined()
})
