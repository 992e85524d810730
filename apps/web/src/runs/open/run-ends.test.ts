// @vitest-environment happy-dom
import type { Run } from '@ensemble/core'
import { afterEach, expect, it, vi } from 'vitest'
import { serverEvents } from '../../platform/api/server-events.ts'
import { watchRunEnds } from './run-ends.ts'

afterEach(() => vi.unstubAllGlobals())

const told: string[] = []
class Note extends EventTarget {
  static permission = 'granted'
  constructor(title: string, { body }: { readonly body: string }) {
    super()
    told.push(`${title}: ${body}`)
  }
}

it('a person who looks elsewhere is notified of the end of a long run and of one that waits for them, once, and of nothing else', () => {
  vi.stubGlobal('Notification', Note)
  let send: (event: { readonly type: string; readonly run: unknown }) => void = () => undefined
  vi.spyOn(serverEvents, 'onEvent').mockImplementation((listener) => {
    send = listener
    return () => undefined
  })
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  watchRunEnds(({ status }) => status)
  const startedAt = '2026-01-01T00:00:00.000Z'
  const run = { id: 'a', idea: 'idea://poem', input: { topic: 'sea' }, startedAt, waitingFor: [] } as unknown as Run // what is read of it
  const change = (patch: Partial<Run>): void => send({ type: 'run.changed', run: { ...run, ...patch } })
  change({ status: 'running' })
  change({ status: 'completed', endedAt: '2026-01-01T00:00:03.000Z' })
  change({ status: 'failed', endedAt: '2026-01-01T00:00:30.000Z' })
  const since = startedAt
  change({ status: 'waiting', waitingFor: [{ type: 'timer', since }] })
  change({ status: 'waiting', waitingFor: [{ type: 'approval', since }] })
  change({ status: 'waiting', waitingFor: [{ type: 'approval', since }] })
  hidden.mockReturnValue(false)
  change({ status: 'completed', endedAt: '2026-01-01T00:00:30.000Z' })
  expect(told).toEqual(['sea: failed', 'sea: waiting'])
})
