// @vitest-environment happy-dom
import type { Run } from '@ensemble/core'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drawForm } from '../../platform/ui/test-form.tsx'
import { runListStore } from '../open/run-list.ts'
import { clockOf } from '../open/run-title.ts'
import { RunsSection } from './RunsSection.tsx'

const runOf = (id: string, more: object = {}) =>
  ({
    id,
    idea: 'idea://band',
    input: { brief: `song ${id}` },
    model: 'simulated',
    status: 'completed',
    startedAt: new Date().toISOString(),
    endedAt: new Date().toISOString(),
    usage: { requests: 1, calls: 8, inputTokens: 1, outputTokens: 1, cost: null },
    ...more,
  }) as unknown as Run // as far as the list reads it

const RUNS = [runOf('one'), runOf('two', { failedCalls: [{ code: 'call.timeout' }, { code: 'call.timeout' }] })]
const UNREAD = runListStore.getState()

beforeEach(() => {
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(Response.json(url.includes('/api/runs') ? { items: RUNS, next: null } : [])),
  )
  vi.stubGlobal('EventSource', class extends EventTarget {})
})
afterEach(() => act(async () => runListStore.setState(UNREAD)))

it('a completed run whose Calls failed does not look like one without fault', async () => {
  const { box } = await drawForm(<RunsSection />)
  const signs = [...box.querySelectorAll('[data-run] [role=img]')].map((sign) => sign.getAttribute('aria-label'))
  expect(signs).toEqual(['done', '2 of 8 Calls failed: call.timeout'])
})

it('each ended run says when it began', async () => {
  const { box } = await drawForm(<RunsSection />)
  const rows = [...box.querySelectorAll('[data-run]')].map(({ textContent }) => textContent)
  expect(rows.every((row, at) => row.includes(clockOf(RUNS[at]?.startedAt ?? '')))).toBe(true)
})
