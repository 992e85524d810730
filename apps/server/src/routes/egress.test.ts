import { expect, test } from 'vitest'
import { listenOnLoopback } from '@ensemble/core/testing'
import { bodyOf, testServer } from '../testing/test-server.ts'

const idea = {
  context: [
    { type: 'text', text: 'Ping.' },
    {
      type: 'tool',
      tool: { ping: { type: 'object', description: 'Pings.', properties: { _output: { type: 'string' } } } },
    },
  ],
}

test('the page learns of a refused host, listed with the setting that allows it, and it is gone once allowed', async () => {
  await using endpoint = await listenOnLoopback((_, response) =>
    response.setHeader('content-type', 'text/plain').end('pong'),
  )
  const manifest = (hosts: readonly string[]) => ({
    version: 1,
    name: 'test',
    egress: { hosts },
    activities: { http: { ping: { url: `${endpoint.origin}/` } } },
  })
  await using server = await testServer({ 'ensemble.json': manifest([]), 'ideas/ping.json': idea })
  const told: unknown[] = []
  server.deps.workspace.events.on((event) => told.push(event))
  const outcome = async (): Promise<string> => {
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'ping' }))
    return (await server.ask('GET', `/api/runs/${id}/events`)).text()
  }

  expect(await outcome()).toContain(`${endpoint.host} is not in egress.hosts of ensemble.json.`)
  const refusal = { host: endpoint.host, allow: endpoint.host }
  expect(told).toContainEqual(expect.objectContaining({ type: 'egress.refused', ...refusal }))
  expect(await bodyOf(await server.ask('GET', '/api/egress'))).toMatchObject({ hosts: [], refused: [refusal] })

  const { headers } = await server.ask('GET', '/api/manifest')
  const ifMatch = { 'if-match': headers.get('etag') ?? '' }
  expect((await server.ask('PUT', '/api/manifest', manifest([endpoint.host]), ifMatch)).status).toBe(200)
  expect(await outcome()).toContain('"result":"pong"')
  expect(await bodyOf(await server.ask('GET', '/api/egress'))).toEqual({ hosts: [endpoint.host], refused: [] })
})
