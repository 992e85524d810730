import { afterAll, describe, expect, test } from 'vitest'
import { callsOf, createTestWorkspace, field, problemsOf, resultsOf, toolsOf } from '../test-workspace.ts'
import * as machine from './activities/machine.ts'
import * as network from './activities/network.ts'
import { serviceOf, stopAll } from './activities/fleet/fleet.ts'

const workspace = createTestWorkspace(import.meta.dirname, [network, machine])
const ask = (request: string) => workspace.run('operator', { request }, { allowEffects: true })
afterAll(stopAll)

describe('of look-alikes the one that is meant is called', () => {
  test.each([
    ['check that google.com is reachable', 'ping', { host: 'google.com' }],
    ['does the site answer', 'check_http', { url: 'http://shop.localhost/' }],
    ['does the site http://orders.localhost/health answer?', 'check_http', { url: 'http://orders.localhost/health' }],
    ['status of nginx', 'check_service_status', { service: 'nginx' }],
    ['is critical-db running?', 'check_service_status', { service: 'critical-db' }],
    [
      'what HTTP status code does http://shop.localhost/missing return',
      'check_http_status',
      { url: 'http://shop.localhost/missing' },
    ],
    ['trace the route to google.com', 'traceroute', { host: 'google.com' }],
    ['how full is the disk?', 'check_disk_usage', { path: '/' }],
    ['read the logs of orders-api', 'read_logs', { service: 'orders-api', lines: 20 }],
    ['restart nginx', 'restart_service', { service: 'nginx' }],
  ])('“%s” is %s', async (request, tool, parameters) => {
    const { events, status } = await ask(request)
    expect(toolsOf(events)).toEqual([tool])
    expect(callsOf(events)[0]?.parameters).toMatchObject(parameters)
    expect(problemsOf(events)).toEqual([])
    expect(status).toBe('completed')
  })

  test('two questions are two Calls', async () => {
    const { events } = await ask('check that db.localhost is reachable and how full the disk is')
    expect(toolsOf(events)).toEqual(['ping', 'check_disk_usage'])
  })
})

describe('the work is done on real processes of this machine', () => {
  test('a running service is one with a process', async () => {
    const { events, output } = await ask('status of nginx')
    const { pid } = await serviceOf('nginx')
    expect(field(resultsOf(events)[0], 'pid')).toBe(pid)
    expect(output).toMatchObject({ ok: true, summary: expect.stringContaining(`process ${pid}`) })
  })

  test('an HTTP status is what the server answered, and its log tells of the request', async () => {
    const { output } = await ask('what HTTP status code does http://shop.localhost/lost return')
    expect(output).toEqual({ ok: false, summary: 'http://shop.localhost/lost returns status 404.' })
    const { events } = await ask('read the logs of nginx')
    expect(JSON.stringify(resultsOf(events)[0])).toContain('GET /lost 404')
  })

  test('another machine is never asked, and the answer says so', async () => {
    for (const request of ['check that google.com is reachable', 'trace the route to google.com']) {
      const { output } = await ask(request)
      expect(output).toEqual({
        ok: null,
        summary: 'google.com was not checked: this example stays on this machine and sends nothing to other hosts.',
      })
    }
    const { output } = await ask('does the site https://example.com/ answer')
    expect(field(output, 'ok')).toBeNull()
  })
})

describe('a restart that the simulated model chose', () => {
  test('waits for a person, whichever service it is, unless the run is allowed effects', async () => {
    const before = await serviceOf('nginx')
    const waiting = await workspace.run('operator', { request: 'restart nginx' })
    expect(waiting.status).toBe('waiting')
    expect(workspace.approvals()).toMatchObject([{ reason: expect.stringContaining('simulated model') }])
    expect((await serviceOf('nginx')).pid).toBe(before.pid)
    const { output } = await workspace.decide(waiting.id, 'refuse', { reason: 'not now' })
    expect(field(output, 'summary')).toContain('not now')
  })
})

describe('a restart of critical-db waits for a person', () => {
  test('and happens once it is approved: another process, the same port', async () => {
    const before = await serviceOf('critical-db')
    const waiting = await ask('restart critical-db')
    expect(waiting.status).toBe('waiting')
    expect(workspace.approvals()).toMatchObject([{ tool: 'restart_service', parameters: { service: 'critical-db' } }])
    expect((await serviceOf('critical-db')).pid).toBe(before.pid)
    const { status, output } = await workspace.decide(waiting.id, 'approve')
    const after = await serviceOf('critical-db')
    expect(status).toBe('completed')
    expect(after).toMatchObject({ port: before.port, starts: before.starts + 1 })
    expect(after.pid).not.toBe(before.pid)
    expect(field(output, 'summary')).toContain(`process ${before.pid} → ${after.pid}`)
    expect(await workspace.replay(waiting.id)).toEqual({ identical: true })
  })

  test('and does not happen when it is refused, which the answer says', async () => {
    const before = await serviceOf('critical-db')
    const waiting = await ask('restart critical-db')
    const { status, output } = await workspace.decide(waiting.id, 'refuse', { reason: 'not during the sale' })
    expect(status).toBe('completed')
    expect(field(output, 'summary')).toContain('not during the sale')
    expect((await serviceOf('critical-db')).pid).toBe(before.pid)
  })
})
