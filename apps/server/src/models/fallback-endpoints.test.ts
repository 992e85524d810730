import { expect, it } from 'vitest'
import { listenOnLoopback } from '@ensemble/core/testing'
import { bodyOf, testServer } from '../testing/test-server.ts'

const ANSWER = JSON.stringify({ calls: [], output: { text: 'done' } })

it('a busy endpoint of ensemble.json is replaced by its fallback; the record names it, and a replay asks neither', async () => {
  const asked: string[] = []
  const busy = await listenOnLoopback((request, response) => {
    request.resume()
    asked.push('busy')
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '3600' })
    response.end(JSON.stringify({ error: { message: 'Too many requests' } }))
  })
  const free = await listenOnLoopback((request, response) => {
    request.resume()
    asked.push('free')
    const choices = [{ index: 0, message: { role: 'assistant', content: ANSWER }, finish_reason: 'stop' }]
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices }))
  })
  const fallback = ['keyless/m', 'free/small']
  const limits = { requestsPerMinute: 60 }
  await using server = await testServer({
    'ensemble.json': {
      version: 1,
      name: 'two',
      endpoints: {
        busy: { baseUrl: `${busy.origin}/v1`, fallback, limits },
        keyless: { baseUrl: 'http://127.0.0.1:9/v1', key: 'secret://NOWHERE' },
        free: { baseUrl: `${free.origin}/v1` },
      },
    },
    // The Idea names its own model.
    'ideas/one.json': {
      config: { model: 'busy/large' },
      context: [{ type: 'text', role: 'user', text: 'Say something.' }],
      schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    },
  })
  expect(await bodyOf(await server.ask('GET', '/api/endpoints'))).toMatchObject({
    endpoints: [{ name: 'busy', fallback, limits }, { name: 'keyless' }, { name: 'free' }],
  })
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'one' }))
  const run = await (await server.deps.executor()).settled(String(id))
  expect(run).toMatchObject({ status: 'completed', output: { text: 'done' }, model: 'busy/large' })
  expect(asked).toEqual(['busy', 'free'])
  await busy[Symbol.asyncDispose]()
  await free[Symbol.asyncDispose]()
  const events = await server.ask('GET', `/api/runs/${String(id)}/events`, undefined, { accept: 'application/json' })
  const text = await events.text()
  expect(text).toContain('busy/large could not answer (model.rateLimited), so free/small was asked.')
  expect(await bodyOf(await server.ask('POST', `/api/runs/${String(id)}/replay`, {}))).toMatchObject({
    identical: true,
  })
})
