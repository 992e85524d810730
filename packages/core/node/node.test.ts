import { expect, it } from 'vitest'
import type { ModelDelta } from '../src/model/model.ts'
import { listenOnLoopback } from '../testing/loopback.ts'
import { createFetch, createOpenAiModel } from './index.ts'

const answer = { choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'hello' } }] }

/** An endpoint that counts the connections it was reached by. */
const listen = async () => {
  const connections = new Set<unknown>()
  const server = await listenOnLoopback((request, response) => {
    connections.add(request.socket)
    request.resume()
    if (request.url === '/moved') response.writeHead(307, { location: 'http://example.com/' }).end()
    else
      request.on('end', () =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
      )
  })
  return { server, connections }
}

it('Requests of one fetch share a kept connection', async () => {
  const { server, connections } = await listen()
  await using _ = server
  const fetch = createFetch()
  for (const _turn of [1, 2, 3]) expect(await (await fetch(`${server.origin}/v1`)).json()).toEqual(answer)
  expect(connections.size).toBe(1)
})

it('A redirect to another host is refused in one sentence, so that no key follows it', async () => {
  const { server } = await listen()
  await using _ = server
  await expect(createFetch()(`${server.origin}/moved`)).rejects.toMatchObject({
    code: 'egress.refused',
    message: `${server.host} redirects to example.com; configure that address itself.`,
  })
  await expect(createFetch()('file:///etc/passwd')).rejects.toMatchObject({ code: 'egress.refused' })
})

it('Models of the Node entry keep one connection to their endpoint, unless a program gives its own fetch', async () => {
  const { server, connections } = await listen()
  await using _ = server
  const options = {
    name: 'm',
    baseUrl: `${server.origin}/v1`,
    capabilities: { structured: false, strict: false, tools: true, streams: false },
  }
  const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const
  const ask = async (given: Parameters<typeof createOpenAiModel>[0]): Promise<readonly ModelDelta[]> => {
    const deltas: ModelDelta[] = []
    for await (const delta of createOpenAiModel(given).ask(body, { signal: new AbortController().signal, seed: '' }))
      deltas.push(delta)
    return deltas
  }
  expect(await ask(options)).toContainEqual({ type: 'text', text: 'hello' })
  await ask(options)
  expect(connections.size).toBe(1)
  const own = () =>
    Promise.resolve(Response.json({ choices: [{ index: 0, finish_reason: 'stop', message: { content: 'own' } }] }))
  expect(await ask({ ...options, fetch: own })).toContainEqual({ type: 'text', text: 'own' })
})
