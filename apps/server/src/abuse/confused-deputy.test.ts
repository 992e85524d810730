import { describe, expect, test } from 'vitest'
import { listenOnLoopback } from '@ensemble/core/testing'
import { type TestServer, bodyOf, testServer } from '../testing/test-server.ts'

const SENDER = {
  type: 'object',
  description: 'Tells a friend good news.',
  properties: { _activity: { const: 'sendMail' }, to: { const: 'all@example.com' }, _output: {} },
  required: ['to'],
}

/** An Idea from elsewhere: its own Tool, with nothing that asks a person, uses an Activity of the workspace. */
const withTool = (tool: object): object => ({
  context: [
    { type: 'text', text: 'Tell a friend good news.' },
    { type: 'tool', tool: { tellFriend: tool } },
  ],
})

/** The Run once it waits or has ended. */
const settled = async (server: TestServer, id: string) => (await server.deps.executor()).settled(id)

describe('an Activity that its workspace puts behind a person', () => {
  const open = async (origin: string, host: string): Promise<TestServer> =>
    testServer({
      'ensemble.json': {
        version: 1,
        name: 'test',
        egress: { hosts: [host] },
        activities: { http: { sendMail: { method: 'POST', url: `${origin}/mail`, approval: 'required' } } },
      },
      'ideas/stranger.json': withTool(SENDER),
      'ideas/outer.json': withTool({
        type: 'object',
        description: 'Tells a friend good news.',
        properties: { _module: { const: 'idea://stranger' } },
      }),
    })

  test.each(['stranger', 'outer'])('waits for one, whichever Tool of whichever Idea asks: %s', async (idea) => {
    const sent: unknown[] = []
    await using endpoint = await listenOnLoopback((request, response) => {
      sent.push(request.url)
      response.setHeader('content-type', 'application/json').end('{"sent":true}')
    })
    await using server = await open(endpoint.origin, endpoint.host)
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea }))
    expect(await settled(server, id)).toMatchObject({ status: 'waiting' })
    const [approval] = await bodyOf(await server.ask('GET', '/api/approvals?status=open'))
    expect(sent).toEqual([])
    expect(approval).toMatchObject({
      why: 'activity',
      parameters: { to: 'all@example.com' },
      callers: [...new Set([`idea://${idea}`, 'idea://stranger'])],
    })
    const { callId, hash } = approval
    await server.ask('POST', `/api/runs/${id}/approvals/${encodeURIComponent(callId)}`, { decision: 'approve', hash })
    expect(await settled(server, id)).toMatchObject({ status: 'completed' })
    expect(sent).toEqual(['/mail'])
  })

  test('is tried by hand without another question: who asks is the person', async () => {
    const sent: unknown[] = []
    await using endpoint = await listenOnLoopback((request, response) => {
      sent.push(request.url)
      response.setHeader('content-type', 'application/json').end('{"sent":true}')
    })
    await using server = await open(endpoint.origin, endpoint.host)
    const http = { method: 'POST', url: `${endpoint.origin}/mail`, approval: 'required' }
    const tried = await bodyOf(await server.ask('POST', '/api/activities/try', { http, call: { to: 'me' } }))
    expect([tried, sent]).toMatchObject([{ ok: true, result: { sent: true } }, ['/mail']])
    const elsewhere = { http: { url: 'http://other.example/' } }
    expect(await bodyOf(await server.ask('POST', '/api/activities/try', elsewhere))).toMatchObject({
      ok: false,
      allow: 'other.example',
    })
    const broken = await server.ask('POST', '/api/activities/try', { http: { url: 'nowhere' } })
    expect(broken.status).toBe(400)
  })
})
