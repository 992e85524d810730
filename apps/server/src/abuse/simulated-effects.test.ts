import { describe, expect, test } from 'vitest'
import { approve, HONEST } from '../testing/mcp-workspace.ts'
import { listenOnLoopback } from '@ensemble/core/testing'
import { bodyOf, type TestServer, testServer } from '../testing/test-server.ts'

const ideaWith = (activity: string) => ({
  context: [
    { type: 'text', text: 'Do what is asked for.' },
    { type: 'input', schema: { type: 'object', properties: { request: { type: 'string' } } }, input: { request: '' } },
    {
      type: 'tool',
      tool: {
        note: {
          type: 'object',
          description: 'Notes a sum.',
          properties: { _activity: { const: activity }, a: { type: 'integer' }, b: { type: 'integer' } },
          required: ['a', 'b'],
        },
      },
    },
  ],
})

const statusOf = async (server: TestServer, more: object = {}): Promise<string> => {
  const body = { idea: 'clerk', input: { request: 'note a sum' }, ...more }
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', body))
  return (await (await server.deps.executor()).settled(id)).status
}

/** A workspace whose one Tool is an HTTP request to this machine. */
const withEndpoint = async (
  method: string,
  check: (server: TestServer, asked: readonly unknown[]) => Promise<void>,
): Promise<void> => {
  const asked: unknown[] = []
  await using endpoint = await listenOnLoopback((request, response) => {
    asked.push(request.method)
    response.end()
  })
  await using server = await testServer({
    'ensemble.json': {
      version: 1,
      name: 'test',
      egress: { hosts: [endpoint.host] },
      activities: { http: { remember: { method, url: `${endpoint.origin}/` } } },
    },
    'ideas/clerk.json': ideaWith('remember'),
  })
  await check(server, asked)
}

describe('A Call of the simulated model', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('waits for a person: %s', (method) =>
    withEndpoint(method, async (server, asked) => {
      expect(await statusOf(server)).toBe('waiting')
      expect(asked).toEqual([])
      expect(await statusOf(server, { allowEffects: true })).toBe('completed')
      expect(asked).toEqual([method])
    }),
  )

  test.each(['GET', 'HEAD'])('that only reads runs at once: %s', (method) =>
    withEndpoint(method, async (server, asked) => {
      expect(await statusOf(server)).toBe('completed')
      expect(asked).toEqual([method])
    }),
  )

  test('waits for a person where an MCP tool does not say that it only reads', async () => {
    await using server = await testServer({
      'mcp.json': { mcpServers: { honest: HONEST } },
      'ideas/clerk.json': ideaWith('honest__wipe'),
      'ideas/reader.json': ideaWith('honest__add'),
    })
    await approve(server, 'honest')
    expect(await statusOf(server)).toBe('waiting')
    expect(await statusOf(server, { idea: 'reader' })).toBe('completed')
  })
})
