import { describe, expect, test, vi } from 'vitest'
import type { StreamEvent } from '@ensemble/core/journal'
import { RESTARTER_FILES } from '../testing/ideas.ts'
import { type TestServer, bodyOf, makeWorkspace, openTestServer } from '../testing/test-server.ts'
import { LEAVES_AFTER_MS } from './executor.ts'

/** A server whose Runs leave memory at once when they wait; `leases` counts how often one came into memory. */
const hastyServer = async (): Promise<TestServer & { leases: () => number }> => {
  const later = globalThis.setTimeout
  const hasty = (act: () => void, ms?: number): unknown => later(act, ms === LEAVES_AFTER_MS ? 0 : ms)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(hasty as typeof setTimeout) // called in this form alone
  const server = await openTestServer(await makeWorkspace(RESTARTER_FILES))
  const lease = vi.spyOn(server.deps.journal, 'lease')
  return { ...server, leases: () => lease.mock.calls.length }
}
const begin = async (server: TestServer, service: string): Promise<string> => {
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'restarter', input: { service } }))
  await (await server.deps.executor()).settled(id)
  await new Promise((resolve) => setTimeout(resolve, LEAVES_AFTER_MS))
  return id
}
const openOf = async (server: TestServer) => bodyOf(await server.ask('GET', '/api/approvals?status=open'))
const approve = async (server: TestServer, id: string) => {
  const [open] = await openOf(server)
  const response = await server.ask('POST', `/api/runs/${id}/approvals/${open.callId}`, {
    decision: 'approve',
    hash: open.hash,
  })
  expect(response.status).toBe(202)
  return (await server.deps.executor()).settled(id)
}

describe('a run that waits outside memory', () => {
  test('is listed with its question, continues when it is approved, and a viewer sees each event once', async () => {
    await using server = await hastyServer()
    const id = await begin(server, 'database')
    const seen: StreamEvent[] = []
    const watching = (async () => {
      for await (const event of server.deps.journal.tail(id, 0, new AbortController().signal)) seen.push(event)
    })()
    expect(await openOf(server)).toMatchObject([{ run: id, parameters: { service: 'database' } }])
    expect(await approve(server, id)).toMatchObject({ status: 'completed' })
    expect(server.leases()).toBe(2)
    await watching
    const durable = seen.flatMap(({ seq }) => (seq === null ? [] : [seq]))
    expect(durable).toEqual((await server.deps.journal.read(id)).map(({ seq }) => seq))
    expect(seen.flatMap(({ type }) => (type.startsWith('run.') && type !== 'run.reading' ? [type] : []))).toEqual([
      'run.created',
      'run.waiting',
      'run.resumed',
      'run.completed',
    ])
  })

  test('is cancelled and removed like any other', async () => {
    await using server = await hastyServer()
    const [one, other] = [await begin(server, 'database'), await begin(server, 'queue')]
    expect((await server.ask('POST', `/api/runs/${one}/cancel`)).status).toBe(202)
    expect(await (await server.deps.executor()).settled(one)).toMatchObject({ status: 'cancelled' })
    expect((await server.ask('DELETE', `/api/runs/${other}`)).status).toBe(204)
    expect(await openOf(server)).toEqual([])
  })

  test('stays in memory if its record lacks a secret', async () => {
    await using server = await hastyServer()
    await server.deps.secrets.put('house', 'database-of-the-house')
    const id = await begin(server, 'database-of-the-house')
    expect(await approve(server, id)).toMatchObject({ status: 'completed' })
    expect(server.leases()).toBe(1)
  })
})
