import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GREETER_FILES, RESTARTER_FILES } from '../testing/ideas.ts'
import { type TestServer, bodyOf, testServer } from '../testing/test-server.ts'
import { LEAST_FREE, checkReadiness } from './readiness.ts'

const run = async (server: TestServer, body: object): Promise<string> => {
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', body))
  await (await server.deps.executor()).settled(id)
  return id
}
const metricsOf = async (server: TestServer): Promise<string> => (await server.ask('GET', '/metrics')).text()
/** The value of one series. */
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}
const PAGE = { 'sec-fetch-site': 'cross-site', origin: 'http://evil.example' }

describe('metrics', () => {
  test('count runs by state, requests, tokens and errors since the start, with the lag of the event loop', async () => {
    await using server = await testServer({ ...GREETER_FILES, ...RESTARTER_FILES })
    const ids = [
      await run(server, { idea: 'greeter', input: { name: 'Ada' } }),
      await run(server, { idea: 'greeter', input: { name: 'Bo' } }),
    ]
    await run(server, { idea: 'greeter', input: { name: 'Cy' }, config: { limits: { turns: 1 } } })
    await run(server, { idea: 'restarter', input: { service: 'database' } })
    const text = await metricsOf(server)
    const runs = await Promise.all(ids.map((id) => server.deps.journal.runs.get(id)))
    const { items } = await bodyOf(await server.ask('GET', '/api/runs'))
    const sum = (of: (usage: Record<string, number>) => number): number =>
      items.reduce((total: number, { usage }: { usage: Record<string, number> }) => total + of(usage), 0)
    expect(runs.every((each) => each?.status === 'completed')).toBe(true)
    const failed = items.filter(({ status }: { status: string }) => status === 'failed')
    expect(failed).toHaveLength(1)
    expect(valueOf(text, 'ensemble_runs_ended_total{status="completed"}')).toBe(2)
    expect(valueOf(text, 'ensemble_runs_ended_total{status="failed"}')).toBe(1)
    expect(valueOf(text, `ensemble_run_errors_total{code="${failed[0].error.code}"}`)).toBe(1)
    expect(valueOf(text, 'ensemble_runs{status="waiting"}')).toBe(1)
    expect(valueOf(text, 'ensemble_runs{status="queued"}')).toBe(0)
    expect(valueOf(text, 'ensemble_recorded_runs')).toBe(4)
    expect(valueOf(text, 'ensemble_model_requests_total')).toBe(sum(({ requests = 0 }) => requests))
    expect(valueOf(text, 'ensemble_tokens_total{kind="input"}')).toBe(sum(({ inputTokens = 0 }) => inputTokens))
    expect(valueOf(text, 'nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
    // A note about an ended run counts nothing again.
    await server.ask('PUT', `/api/runs/${ids[0]}/annotation`, { star: true })
    expect(valueOf(await metricsOf(server), 'ensemble_runs_ended_total{status="completed"}')).toBe(2)
  })

  test('are refused to another page, and to a caller without the token', async () => {
    await using open = await testServer()
    expect((await open.ask('GET', '/metrics', undefined, PAGE)).status).toBe(403)
    await using closed = await testServer({}, { ENSEMBLE_TOKEN: 'a-token' })
    expect((await closed.ask('GET', '/metrics')).status).toBe(401)
    const allowed = await closed.ask('GET', '/metrics', undefined, { authorization: 'Bearer a-token' })
    expect(allowed.status).toBe(200)
    expect(allowed.headers.get('content-type')).toMatch(/^text\/plain/)
  })
})

describe('readiness', () => {
  test('is shown with its checks, to a stranger without them', async () => {
    await using server = await testServer({}, { ENSEMBLE_TOKEN: 'a-token' })
    const mine = await server.ask('GET', '/api/ready', undefined, { authorization: 'Bearer a-token' })
    expect(mine.status).toBe(200)
    expect(await bodyOf(mine)).toEqual({ ready: true, checks: { database: null, disk: null, workspace: null } })
    expect(await bodyOf(await server.ask('GET', '/api/ready'))).toEqual({ ready: true })
    expect((await server.ask('GET', '/api/ready', undefined, PAGE)).status).toBe(403)
  })

  test('ends when the workspace is gone', async () => {
    await using server = await testServer()
    await rm(join(server.root, 'ensemble.json'))
    const answer = await server.ask('GET', '/api/ready')
    expect(answer.status).toBe(503)
    expect(await bodyOf(answer)).toMatchObject({
      ready: false,
      checks: { database: null, workspace: expect.any(String) },
    })
  })

  test('names a full disk, a database that cannot be read and a server that stops', async () => {
    await using server = await testServer()
    const sound = { root: server.root, readOnly: false, journal: server.deps.journal, isStopping: () => false }
    const full = await checkReadiness({ ...sound, freeBytes: async () => LEAST_FREE - 1 })
    expect(full).toMatchObject({ ready: false, checks: { disk: 'only 63 MB are free', database: null } })
    const usedBytes = (): never => {
      throw new Error('disk I/O error')
    }
    expect(await checkReadiness({ ...sound, journal: { usedBytes } })).toMatchObject({
      ready: false,
      checks: { database: 'cannot be read' },
    })
    expect(await checkReadiness({ ...sound, isStopping: () => true })).toMatchObject({
      ready: false,
      checks: { workspace: 'the server is stopping' },
    })
  })
})
