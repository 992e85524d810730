import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type TestServer, bodyOf, openTestServer } from '../apps/server/src/testing/test-server.ts'

interface Golden {
  readonly name: string
  readonly title: string
  readonly idea: string
  readonly input: object
  /** Called Tools with their counts; look-alikes that must not be called have 0. */
  readonly calls: Readonly<Record<string, number>>
}

const operator = (name: string, request: string, calls: Golden['calls']): Golden => ({
  name,
  title: `“${request}”`,
  idea: 'operator',
  input: { request },
  calls,
})

const brief = (name: string, title: string, words: string, calls: Golden['calls']): Golden => ({
  name,
  title,
  calls,
  idea: 'producer',
  input: { brief: words },
})

const EXAMPLES: { readonly [example: string]: readonly Golden[] } = {
  music: [
    brief('rain', 'Only a sound: the Sound-Designer alone', 'only ten seconds of rain', {
      designAmbience: 1,
      composeSong: 0,
      mixdown: 0,
    }),
    brief('ballad', 'A song and its waves, mixed', 'a sad ballad about the sea, with waves', {
      composeSong: 1,
      designAmbience: 1,
      mixdown: 1,
    }),
  ],
  devops: [
    operator('reachable', 'check that google.com is reachable', { ping: 1, check_http: 0, check_http_status: 0 }),
    operator('answers', 'does the site answer', { check_http: 1, ping: 0, check_http_status: 0 }),
    operator('status', 'status of nginx', { check_service_status: 1, check_http_status: 0 }),
    operator('restart', 'restart critical-db', { restart_service: 1 }),
  ],
  support: [
    { name: 'ticket', title: 'A ticket is answered', idea: 'desk', input: { id: 'T-1042' }, calls: { get_ticket: 1 } },
  ],
  analytics: [
    {
      name: 'chart',
      title: 'Revenue by month',
      idea: 'analyst',
      input: { question: 'draw the revenue by month as a line chart' },
      calls: { draw_chart: 1 },
    },
  ],
  security: [
    {
      name: 'isolate',
      title: 'Failed logins and a host',
      idea: 'investigator',
      input: { request: 'show the failed logins from 203.0.113.66 and isolate web-02' },
      calls: { query_siem: 1, isolate_host: 1 },
    },
  ],
  moderation: [
    {
      name: 'hundred',
      title: 'A hundred comments in one Request',
      idea: 'moderator',
      input: { strictness: 'lenient' },
      calls: { judge_comment: 100 },
    },
  ],
}

const openCopy = async (example: string): Promise<TestServer> => {
  const root = mkdtempSync(join(tmpdir(), 'ensemble-cases-'))
  cpSync(join(import.meta.dirname, example), root, { recursive: true })
  return openTestServer(root)
}

/** Runs once more, approving what asks, and keeps that run as the case. */
const record = async (server: TestServer, example: string, { name, title, idea, input, calls }: Golden) => {
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea, input }))
  const executor = await server.deps.executor()
  while ((await executor.settled(id)).status === 'waiting')
    for (const { callId, hash } of await bodyOf(await server.ask('GET', '/api/approvals?status=open')))
      await server.ask('POST', `/api/runs/${id}/approvals/${callId}`, { decision: 'approve', hash })
  // Not `identical`: a person who edits a prompt would see every case fail, whatever it is about.
  const expectations = Object.entries(calls).map(([tool, count]) => ({
    type: 'calls',
    path: '',
    tool,
    min: count,
    max: count,
  }))
  const kept = await server.ask('POST', '/api/cases', { name, run: id, title, expect: expectations, replace: true })
  expect(kept.ok, await kept.text()).toBe(true)
  const folder = join(import.meta.dirname, example, 'cases')
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(server.root, 'cases', `${name}.json`), join(folder, `${name}.json`))
}

const reportOf = async (server: TestServer, name: string): Promise<{ status?: string; change?: unknown }> =>
  bodyOf(await server.ask('POST', `/api/cases/${name}/check`, {}))

/** A valid case stays byte for byte: a new record shows a real change. */
const holds = async (server: TestServer, { name }: Golden): Promise<boolean> => {
  if (!existsSync(join(server.root, 'cases', `${name}.json`))) return false
  const { status, change } = await reportOf(server, name)
  return status === 'passed' && change === null
}

describe.each(Object.entries(EXAMPLES))('%s', (example, goldens) => {
  test('decides as its golden cases do (UPDATE_CASES=1 records again those that do not hold)', async () => {
    const server = await openCopy(example)
    try {
      if (process.env['UPDATE_CASES'] !== undefined)
        for (const golden of goldens) if (!(await holds(server, golden))) await record(server, example, golden)
      const files = existsSync(join(server.root, 'cases')) ? readdirSync(join(server.root, 'cases')) : []
      expect(files.toSorted()).toEqual(goldens.map(({ name }) => `${name}.json`).toSorted())
      for (const { name } of goldens) {
        const report = await reportOf(server, name)
        expect({ name, status: report.status, change: report.change }).toEqual({ name, status: 'passed', change: null })
      }
    } finally {
      await server.stop()
      rmSync(server.root, { recursive: true, force: true, maxRetries: 3 })
    }
  })
})
