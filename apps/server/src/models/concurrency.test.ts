import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { listenOnLoopback } from '@ensemble/core/testing'
import { bodyOf, testServer } from '../testing/test-server.ts'

const RUNS = 12
const ANSWER = JSON.stringify({ calls: [], output: { text: 'done' } })

const answer = (response: ServerResponse): void => {
  const send = (choice: object): void => void response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  send({ index: 0, delta: { role: 'assistant', content: ANSWER }, finish_reason: null })
  send({ index: 0, delta: {}, finish_reason: 'stop' })
  response.end('data: [DONE]\n\n')
}

/** A model server that holds its answers back until it is released. */
const holdingEndpoint = async () => {
  const open = new Set<ServerResponse>()
  let isHolding = true
  const loopback = await listenOnLoopback((request, response) => {
    request.resume()
    request.on('end', () => (isHolding ? open.add(response) : answer(response)))
    // A question that was given up is asked again.
    response.on('close', () => open.delete(response))
  })
  const letGo = (): void => {
    isHolding = false
    open.forEach(answer)
  }
  return Object.assign(loopback, { open: () => open.size, letGo })
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test.for([
  [1, 1],
  [8, 8],
  [5000, RUNS],
] as const)('An endpoint with a concurrency of %i is asked %i of 12 questions at once', async ([concurrency, most]) => {
  await using endpoint = await holdingEndpoint()
  await using server = await testServer({
    'ensemble.json': {
      version: 1,
      name: 'many',
      egress: { hosts: [endpoint.host] },
      endpoints: { local: { baseUrl: `${endpoint.origin}/v1`, concurrency } },
    },
    'ideas/one.json': {
      context: [{ type: 'text', role: 'user', text: 'Say something.' }],
      schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    },
  })
  const executor = await server.deps.executor()
  const start = async (): Promise<string> =>
    (await bodyOf(await server.ask('POST', '/api/runs', { idea: 'one', model: 'local/m' }))).id
  const ids = await Promise.all(Array.from({ length: RUNS }, start))
  while (endpoint.open() < most) await turn()
  // A question beyond the limit would be here by then.
  for (let turns = 0; turns < 200; turns++) await turn()
  expect(endpoint.open()).toBe(most)
  endpoint.letGo()
  const ends = await Promise.all(ids.map(async (id) => (await executor.settled(id)).status))
  expect(new Set(ends)).toEqual(new Set(['completed']))
})
