import { describe, expect, test } from 'vitest'
import { callsOf, createTestWorkspace, field, problemsOf, resultsOf, toolsOf } from '../test-workspace.ts'
import * as security from './activities/security.ts'
import { matching, parseQuery, type LogEvent } from './activities/siem/query.ts'

const workspace = createTestWorkspace(import.meta.dirname, [security])
const ask = (request: string) => workspace.run('investigator', { request })

describe('the request decides what is done', () => {
  test.each([
    ['show all failed logins', 'query_siem', { query: 'action:login outcome:failure', time_range: '24h' }],
    ['show the failed logins from 203.0.113.66', 'query_siem', { query: 'src:203.0.113.66' }],
    ['were there port scans?', 'query_siem', { query: 'action:scan' }],
    ['is 198.51.100.23 malicious?', 'check_ip_reputation', { ip: '198.51.100.23' }],
    ['what is the reputation of 192.0.2.44', 'check_ip_reputation', { ip: '192.0.2.44' }],
  ])('“%s” is %s', async (request, tool, parameters) => {
    const { events, status } = await ask(request)
    expect(callsOf(events)).toMatchObject([{ tool, parameters }])
    expect(problemsOf(events)).toEqual([])
    expect(status).toBe('completed')
  })
})

describe('the work is done on the bundled logs', () => {
  test('a query counts, ranks and shows the newest events', async () => {
    const { events, output } = await ask('show the failed logins from 203.0.113.66')
    expect(resultsOf(events)).toMatchObject([
      { total: 43, hosts: [{ value: 'web-02', count: 43 }], severity: 'high', events: { length: 20 } },
    ])
    expect(output).toEqual({ severity: 'high', summary: expect.stringContaining('43 events of the last 24h') })
  })
  test('an address is judged by the bundled list', async () => {
    expect((await ask('is 203.0.113.66 malicious?')).output).toEqual({
      severity: 'high',
      summary: '203.0.113.66 is malicious: password guessing over ssh, 412 reports.',
    })
    expect(security.check_ip_reputation({ ip: '10.0.0.7' })).toMatchObject({ verdict: 'internal', severity: 'none' })
    expect(security.check_ip_reputation({ ip: '9.9.9.9' })).toMatchObject({ verdict: 'unknown' })
  })
})

describe('a query', () => {
  const event = {
    time: '',
    host: 'web-02',
    action: 'login',
    outcome: 'failure',
    severity: 'low',
    message: 'Wrong password',
  }
  const finds = (query: string): boolean => matching([event as LogEvent], parseQuery(query)).length === 1 // a whole event
  test('asks for words and fields, all of which must match', () => {
    expect(finds('wrong host:web-02')).toBe(true)
    expect(finds('wrong AND host:web-01')).toBe(false)
    expect(finds('"wrong password" -action:scan')).toBe(true)
    expect(finds('-wrong')).toBe(false)
    expect(finds('user:ada')).toBe(false)
  })
  test('with a missing field lists the existing ones', () => {
    expect(() => parseQuery('port:22')).toThrow('There is no field port; there are host, user')
    expect(() => parseQuery('  ')).toThrow('empty')
  })
})

describe('isolating a host waits for a person', () => {
  test('and is not done when it is refused', async () => {
    const waiting = await ask('isolate web-02')
    expect(waiting.status).toBe('waiting')
    expect(toolsOf(waiting.events)).toEqual(['isolate_host'])
    expect(workspace.approvals()).toMatchObject([{ tool: 'isolate_host', parameters: { host: 'web-02' } }])
    const { status, output } = await workspace.decide(waiting.id, 'refuse', { reason: 'ask the owner first' })
    expect(status).toBe('completed')
    expect(field(output, 'summary')).toContain('ask the owner first')
    expect(security.query_siem({ query: 'action:isolation', time_range: '1h' }).total).toBe(0)
  })

  test('while the rest of the request continues, and is done once it is approved', async () => {
    const waiting = await ask('show the failed logins from 203.0.113.66 and isolate web-02')
    expect(toolsOf(waiting.events)).toEqual(['query_siem', 'isolate_host'])
    expect(resultsOf(waiting.events)).toHaveLength(1)
    const { status, output } = await workspace.decide(waiting.id, 'approve')
    expect(status).toBe('completed')
    expect(field(output, 'summary')).toBe('web-02 is isolated now; its connections are cut.')
    expect(security.query_siem({ query: 'action:isolation', time_range: '1h' })).toMatchObject({ total: 1 })
  })

  test('that is missing lists the existing ones', async () => {
    const waiting = await ask('isolate web-77')
    const { output } = await workspace.decide(waiting.id, 'approve')
    expect(field(output, 'summary')).toContain('There is no web-77; there are build-03')
  })
})
