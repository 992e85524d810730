import { Server } from '@modelcontextprotocol/server'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createSessions } from './sessions.ts'

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
}
const PING = { jsonrpc: '2.0', id: 2, method: 'ping' }
const post = (message: object, session?: string): Request =>
  new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session !== undefined && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
    },
    body: JSON.stringify(message),
  })

const open = () => {
  const sessions = createSessions(() => new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } }))
  onTestFinished(() => sessions.close())
  const begin = async (): Promise<string> =>
    (await sessions.answer(post(INITIALIZE), true))?.headers.get('mcp-session-id') ?? ''
  const statusOf = async (session: string): Promise<number | undefined> =>
    (await sessions.answer(post(PING, session), false))?.status
  return { sessions, begin, statusOf }
}

it('A request without a session is another era, unless it begins one', async () => {
  const { sessions, begin, statusOf } = open()
  expect(await sessions.answer(post(PING), false)).toBeUndefined()
  const session = await begin()
  expect(await statusOf(session)).toBe(200)
  expect(sessions.servers()).toHaveLength(1)
  expect(await statusOf('unknown')).toBe(404)
})

it('Of a hundred clients that never left, the longest silent one is dropped for another', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { sessions, begin, statusOf } = open()
  const ids: string[] = []
  for (let client = 0; client < 100; client++) {
    vi.setSystemTime(client)
    ids.push(await begin())
  }
  const [first = '', second = '', third = ''] = ids
  vi.setSystemTime(1000)
  expect(await statusOf(first)).toBe(200)
  const [, forgotten] = sessions.servers()
  const closed = vi.fn()
  if (forgotten !== undefined) forgotten.onclose = closed
  await begin()
  expect(sessions.servers()).toHaveLength(100)
  expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([200, 404, 200])
  expect(closed).toHaveBeenCalledOnce()
})

it('A client that leaves is forgotten at once, and all are when the server ends', async () => {
  const { sessions, begin, statusOf } = open()
  const [left, stayed] = [await begin(), await begin()]
  const leave = new Request('http://127.0.0.1/mcp', {
    method: 'DELETE',
    headers: { 'mcp-session-id': left, 'mcp-protocol-version': '2025-11-25' },
  })
  await sessions.answer(leave, false)
  expect([await statusOf(left), await statusOf(stayed)]).toEqual([404, 200])
  await sessions.close()
  expect(sessions.servers()).toEqual([])
  expect(await statusOf(stayed)).toBe(404)
})
