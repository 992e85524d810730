import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { findLocalServers } from '../models/find-local.ts'
import { listenOnLoopback } from '@ensemble/core/testing'
import { bodyOf, testServer } from '../testing/test-server.ts'

type Answer = (request: IncomingMessage, body: string, response: ServerResponse) => void

/** An OpenAI-compatible server on loopback, as far as a test says what it answers. */
const endpoint = async (answer: Answer) => {
  const there = await listenOnLoopback((request, response) => {
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece.toString()))
    request.on('end', () => answer(request, text, response))
  })
  return { ...there, port: Number(new URL(there.origin).port), baseUrl: `${there.origin}/v1` }
}

const completion = (message: object): string =>
  JSON.stringify({
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 5, completion_tokens: 5 },
  })

/** Keeps to schemas, knows no functions, does not stream. */
const plain: Answer = ({ url }, body, response) => {
  response.setHeader('content-type', 'application/json')
  if (url === '/v1/models') return response.end(JSON.stringify({ data: [{ id: 'small' }, { id: 'large' }] }))
  const asked: unknown = JSON.parse(body)
  const isSchema = JSON.stringify(asked).includes('response_format')
  return response.end(completion({ content: isSchema ? '{"ready":true}' : 'one, two' }))
}

const manifest = (baseUrl: string, key?: string) => ({
  'ensemble.json': {
    version: 1,
    name: 'test',
    endpoints: { own: { baseUrl, ...(key !== undefined && { key }) } },
  },
})

describe('endpoints', () => {
  test('are listed with whether their key is there, and never with the key', async () => {
    await using server = await testServer(manifest('http://127.0.0.1:9/v1', 'secret://OWN_KEY'))
    const listed = async () => bodyOf(await server.ask('GET', '/api/endpoints'))
    expect((await listed()).endpoints).toMatchObject([{ name: 'own', key: 'missing', reference: 'secret://OWN_KEY' }])
    await server.ask('PUT', '/api/secrets/OWN_KEY', { value: 'sk-0123456789' })
    const given = JSON.stringify(await listed())
    expect(given).toContain('"given"')
    expect(given).not.toContain('sk-0123456789')
  })

  test('list their models, which the picker then offers', async () => {
    await using there = await endpoint(plain)
    await using server = await testServer(manifest(there.baseUrl))
    const { models } = await bodyOf(await server.ask('POST', '/api/endpoints/models', { endpoint: 'own' }))
    expect(models).toEqual(['own/large', 'own/small'])
    const offered = await bodyOf(await server.ask('GET', '/api/models'))
    expect(offered.models.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(models))
    expect((await server.ask('POST', '/api/endpoints/models', { endpoint: 'none' })).status).toBe(404)
  })

  test('have their models tried, and the findings are worded, stored and used', async () => {
    await using there = await endpoint(plain)
    await using server = await testServer(manifest(there.baseUrl))
    const examined = await bodyOf(await server.ask('POST', '/api/models/examine', { model: 'own/small' }))
    expect(examined).toMatchObject({ capabilities: { strict: true, structured: true, tools: false }, streaming: false })
    expect(examined.findings).toContainEqual(expect.objectContaining({ about: 'streaming', level: 'limited' }))
    const known = await bodyOf(await server.ask('GET', '/api/endpoints'))
    expect(known.examined).toMatchObject([{ model: 'own/small' }])
    const model = (await server.deps.models.load())('own/small')
    expect(model.capabilities).toMatchObject({ strict: true, structured: true, tools: false })
  })

  test('that are slow are tried on while a client asks again, which joins the same test', async () => {
    let open = (): void => undefined
    const opened = new Promise<void>((resolve) => (open = resolve))
    let first = (): void => undefined
    const asked = new Promise<void>((resolve) => (first = resolve))
    await using there = await endpoint((request, body, response) => {
      first()
      void opened.then(() => plain(request, body, response))
    })
    await using server = await testServer(manifest(there.baseUrl))
    const examine = (waitMs?: number) =>
      server.ask('POST', '/api/models/examine', { model: 'own/small', ...(waitMs !== undefined && { waitMs }) })
    expect((await examine(0)).status).toBe(202)
    await asked
    const pending = await examine(0)
    expect([pending.status, await bodyOf(pending)]).toEqual([202, { pending: 1 }])
    open()
    const done = await examine()
    expect([done.status, await bodyOf(done)]).toMatchObject([
      200,
      { model: 'own/small', capabilities: { strict: true } },
    ])
  })

  test('that are away, locked or no model server are one clear sentence', async () => {
    await using locked = await endpoint((_request, _body, response) => response.writeHead(401).end('{}'))
    await using server = await testServer({
      'ensemble.json': {
        version: 1,
        name: 'test',
        endpoints: { away: { baseUrl: 'http://127.0.0.1:9/v1' }, locked: { baseUrl: locked.baseUrl } },
      },
    })
    const ask = async (endpointName: string) => {
      const response = await server.ask('POST', '/api/endpoints/models', { endpoint: endpointName })
      return { status: response.status, ...(await bodyOf(response)) }
    }
    expect(await ask('away')).toMatchObject({ status: 502, code: 'model.unreachable' })
    expect((await ask('locked')).detail).toContain('does not accept the key')
    expect(await ask('locked')).toMatchObject({ status: 502, answered: 401 })
    const failed = await server.ask('POST', '/api/models/examine', { model: 'away/any' })
    expect(failed.status).toBe(502)
  })

  test.each([
    ['answers 404', (response: ServerResponse) => response.writeHead(404).end()],
    ['answers a web page', (response: ServerResponse) => response.setHeader('content-type', 'text/html').end('<html>')],
  ])('whose address has no version and %s get the address that was probably meant', async (_, answer) => {
    await using there = await endpoint((_request, _body, response) => answer(response))
    await using server = await testServer(manifest(there.origin))
    const listed = await bodyOf(await server.ask('POST', '/api/endpoints/models', { endpoint: 'own' }))
    expect(listed.detail).toContain(`Did you mean ${there.origin}/v1?`)
    const examined = await bodyOf(await server.ask('POST', '/api/models/examine', { model: 'own/any' }))
    expect(examined.detail).toContain(`Did you mean ${there.origin}/v1?`)
    await using named = await testServer(manifest(there.baseUrl))
    const again = await bodyOf(await named.ask('POST', '/api/endpoints/models', { endpoint: 'own' }))
    expect(again.detail).not.toContain('Did you mean')
  })

  test('of this machine are found on the ports where they usually listen, among others', async () => {
    await using there = await endpoint(plain)
    await using other = await endpoint((_request, _body, response) => response.end('<html>'))
    const found = await findLocalServers(fetch, [
      { name: 'Ollama', port: there.port },
      { name: 'a web page', port: other.port },
    ])
    expect(found).toEqual([
      {
        name: 'Ollama',
        baseUrl: there.baseUrl,
        models: ['large', 'small'],
        quirk: expect.stringContaining('OLLAMA_CONTEXT_LENGTH'),
      },
    ])
  })

  test.each([
    ['library', 'Ollama', 'OLLAMA_CONTEXT_LENGTH'],
    ['organization_owner', 'LM Studio', 'loads a model at its first question'],
    ['llamacpp', 'llama.cpp', '--jinja'],
    ['vllm', 'vLLM', '--enable-auto-tool-choice'],
  ])(
    'that name %s as the owner of their models are %s, whatever their port, with what to know of it',
    async (owner, name, quirk) => {
      await using there = await endpoint((_request, _body, response) =>
        response.end(JSON.stringify({ object: 'list', data: [{ id: 'small', object: 'model', owned_by: owner }] })),
      )
      expect(await findLocalServers(fetch, [{ name: 'SGLang', port: there.port }])).toEqual([
        { name, baseUrl: there.baseUrl, models: ['small'], quirk: expect.stringContaining(quirk) },
      ])
    },
  )

  test('that have no limits of note, or no owner, go by their port', async () => {
    await using there = await endpoint(plain)
    expect(await findLocalServers(fetch, [{ name: 'Jan', port: there.port }])).toEqual([
      { name: 'Jan', baseUrl: there.baseUrl, models: ['large', 'small'] },
    ])
  })
})
