import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listenOnLoopback } from '@ensemble/core/testing'
import { bodyOf, testServer } from '../testing/test-server.ts'

const PAGE = join(import.meta.dirname, '../../../../docs/http-activities.md')

test('the example of docs/http-activities.md does what the page says', async () => {
  const page = await readFile(PAGE, 'utf8')
  const [manifest = '', idea = '', result = ''] = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => json)
  const [, line = ''] = /```\nGET (.*)\n/.exec(page) ?? []
  const [, answer = ''] = /the answer `(.*)` becomes/.exec(page) ?? []
  const asked: unknown[] = []
  await using endpoint = await listenOnLoopback(({ method, url, headers }, response) => {
    asked.push({ method, url, authorization: headers.authorization })
    response.setHeader('content-type', 'application/json').end(answer)
  })
  await using server = await testServer({
    'ensemble.json': manifest
      .replaceAll('https://api.example.com', endpoint.origin)
      .replace('api.example.com', endpoint.host),
    'ideas/weather.json': idea,
  })
  await server.ask('PUT', '/api/secrets/WEATHER_KEY', { value: 'canary-weather-1' })
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'weather' }))
  const events = await (await server.ask('GET', `/api/runs/${id}/events`)).text()
  expect(asked).toEqual([{ method: 'GET', url: line, authorization: 'Bearer canary-weather-1' }])
  const run = await bodyOf(await server.ask('GET', `/api/runs/${id}`))
  expect(run).toMatchObject({ status: 'completed', output: JSON.parse(result) })
  expect(events).toContain('"mode":"explicit","activity":"getWeather"')
  expect(events).not.toContain('canary-weather-1')
})

test('an HTTP activity that the workspace’s settings gain serves the next Run, and one that is wrong changes nothing', async () => {
  await using endpoint = await listenOnLoopback((_, response) =>
    response.setHeader('content-type', 'text/plain').end('pong'),
  )
  const tool = { type: 'object', description: 'Pings.', properties: { _output: { type: 'string' } } }
  await using server = await testServer({
    'ideas/ping.json': {
      context: [
        { type: 'text', text: 'Ping.' },
        { type: 'tool', tool: { ping: tool } },
      ],
    },
  })
  const modeOfPing = async (): Promise<string> => {
    const { nodes } = await bodyOf(await server.ask('GET', '/api/graph'))
    return nodes.find((node: { id: string }) => node.id === 'idea:ping').tools[0].mode
  }
  const write = async (http: object): Promise<number> => {
    const { headers } = await server.ask('GET', '/api/manifest')
    const manifest = { version: 1, name: 'test', egress: { hosts: [endpoint.host] }, activities: { http } }
    const ifMatch = headers.get('etag') ?? ''
    return (await server.ask('PUT', '/api/manifest', manifest, { 'if-match': ifMatch })).status
  }
  expect(await modeOfPing()).toBe('latent')
  expect(await write({ ping: { url: endpoint.origin } })).toBe(200)
  expect(await modeOfPing()).toBe('explicit')
  expect(await write({ ping: { url: 'https://{host}/' } })).toBe(422)
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'ping' }))
  expect(await (await server.ask('GET', `/api/runs/${id}/events`)).text()).toContain('"result":"pong"')
})
