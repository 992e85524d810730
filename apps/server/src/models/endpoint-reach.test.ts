import type { IncomingMessage } from 'node:http'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { doctorApprove } from '../cli/doctor-approve.ts'
import { openTerminal } from '../cli/terminal.ts'
import { listenOnLoopback } from '@ensemble/core/testing'
import { bodyOf, testServer } from '../testing/test-server.ts'

const KEY = 'k-"quoted"-0123456789'
const ANSWER = JSON.stringify({ calls: [], output: { text: 'done' } })

/** A server of Azure's classic addresses: a deployment in the path, a version in the query, a key in its own header. */
const azure = async () => {
  const bodies: unknown[] = []
  const isRight = ({ url, headers }: IncomingMessage): boolean =>
    new URL(url ?? '', 'http://a').searchParams.get('api-version') === '2024-10-21' &&
    headers['api-key'] === KEY &&
    headers.authorization === undefined
  const loopback = await listenOnLoopback((request, response) => {
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece.toString()))
    request.on('end', () => {
      const [path] = (request.url ?? '').split('?', 1)
      const known = path === '/openai/deployments/small/chat/completions' || path === '/openai/deployments/small/models'
      const status = isRight(request) ? (known ? 200 : 404) : 401
      response.writeHead(status, { 'content-type': 'application/json' })
      if (path?.endsWith('/models') === true) return response.end(JSON.stringify({ data: [{ id: 'small' }] }))
      if (status !== 200) return response.end(JSON.stringify({ error: { message: `No access for ${KEY}` } }))
      bodies.push(JSON.parse(text))
      const message = { role: 'assistant', content: ANSWER }
      return response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }))
    })
  })
  return Object.assign(loopback, { bodies })
}

const filesFor = (address: string, endpoint: object = {}) => ({
  'ensemble.json': {
    version: 1,
    name: 'azure',
    egress: { hosts: [new URL(address).host] },
    endpoints: {
      azure: {
        baseUrl: `${address}/openai/deployments/small?api-version=2024-10-21`,
        headers: { 'api-key': 'secret://AZURE' },
        body: { service_tier: 'flex', metadata: { team: 'secret://AZURE' } },
        ...endpoint,
      },
    },
  },
  'ideas/one.json': {
    context: [{ type: 'text', role: 'user', text: 'Say something.' }],
    schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
})

describe('an endpoint that wants headers, a query and body members', () => {
  it('gets them with every request, their secrets in place, and lists its models with them', async () => {
    await using endpoint = await azure()
    await using server = await testServer(filesFor(endpoint.origin))
    expect(await bodyOf(await server.ask('GET', '/api/endpoints'))).toMatchObject({
      endpoints: [{ name: 'azure', key: 'missing', reference: 'secret://AZURE' }],
    })
    await server.ask('PUT', '/api/secrets/AZURE', { value: KEY })
    const listed = await server.ask('POST', '/api/endpoints/models', { endpoint: 'azure' })
    expect(await bodyOf(listed)).toEqual({ models: ['azure/small'] })
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'one', model: 'azure/small' }))
    const run = await (await server.deps.executor()).settled(String(id))
    expect(run).toMatchObject({ status: 'completed', output: { text: 'done' } })
    expect(endpoint.bodies).toMatchObject([{ service_tier: 'flex', metadata: { team: KEY } }])
    const events = await server.ask('GET', `/api/runs/${String(id)}/events`, undefined, { accept: 'application/json' })
    expect(await events.text()).not.toContain('0123456789')
  })

  it('is never asked while one of its secrets has no value', async () => {
    await using endpoint = await azure()
    await using server = await testServer(filesFor(endpoint.origin, { query: { user: 'secret://WHO' } }))
    await server.ask('PUT', '/api/secrets/AZURE', { value: KEY })
    const refused = await server.ask('POST', '/api/endpoints/models', { endpoint: 'azure' })
    expect(await bodyOf(refused)).toMatchObject({
      code: 'secret.missing',
      detail: expect.stringContaining('secret://WHO'),
    })
    expect(endpoint.bodies).toEqual([])
  })
})

/** Accepts the second token that it sees, and quotes what it gets. */
const entra = async () => {
  const seen: string[] = []
  const loopback = await listenOnLoopback((request, response) => {
    request.resume()
    request.on('end', () => {
      seen.push(String(request.headers.authorization))
      const isRight = request.headers.authorization === 'Bearer entra-token-xx'
      response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' })
      const content = JSON.stringify({ calls: [], output: { text: `got ${request.headers.authorization ?? ''}` } })
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
      response.end(JSON.stringify(isRight ? { choices } : { error: { message: 'The token is not valid here.' } }))
    })
  })
  return Object.assign(loopback, { seen })
}

describe('an endpoint whose key is printed by a command', () => {
  it('is asked with its token once a person approved the command, and the token is in no journal', async () => {
    await using endpoint = await entra()
    const tokenCommand = [process.execPath, 'token.mjs']
    await using server = await testServer({
      ...filesFor(endpoint.origin, { baseUrl: `${endpoint.origin}/v1`, headers: {}, body: {}, tokenCommand }),
      'token.mjs': `import fs from 'node:fs'
fs.appendFileSync('runs', 'x')
console.log('entra-token-' + fs.readFileSync('runs', 'utf8'))`,
    })
    const run = async () => {
      const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'one', model: 'azure/m' }))
      return (await server.deps.executor()).settled(String(id))
    }
    expect(await bodyOf(await server.ask('GET', '/api/endpoints'))).toMatchObject({
      endpoints: [{ name: 'azure', key: 'unapproved', tokenCommand: expect.stringMatching(/ token\.mjs$/) }],
    })
    const listed = await server.ask('POST', '/api/endpoints/models', { endpoint: 'azure' })
    expect([listed.status, await bodyOf(listed)]).toMatchObject([502, { code: 'model.token' }])
    expect(await run()).toMatchObject({ status: 'failed', error: { code: 'model.token', retryable: false } })
    expect(endpoint.seen).toEqual([])

    const flags = { workspace: server.root, approve: 'azure' }
    const terminal = { ...openTerminal(), ask: undefined }
    vi.stubEnv('XDG_DATA_HOME', join(server.root, '.local/share'))
    await expect(doctorApprove(flags, terminal)).rejects.toMatchObject({ code: 'usage' })
    expect(await doctorApprove(flags, { ...terminal, ask: async () => 'n' })).toBe(1)
    expect(await run()).toMatchObject({ status: 'failed' })
    expect(await doctorApprove(flags, { ...terminal, ask: async () => 'y' })).toBe(0)
    await rm(join(server.root, 'runs'))

    const { id, status, output } = await run()
    expect([status, output]).toEqual(['completed', { text: 'got Bearer [secret]' }])
    expect(endpoint.seen).toEqual(['Bearer entra-token-x', 'Bearer entra-token-xx'])
    const events = await server.ask('GET', `/api/runs/${id}/events`, undefined, { accept: 'application/json' })
    expect(await events.text()).not.toContain('entra-token')
    expect(await bodyOf(await server.ask('GET', '/api/endpoints'))).toMatchObject({ endpoints: [{ key: 'given' }] })
  })
})

/** A provider's own API: answers with a message of the Messages API, in pieces, and lists its models. */
const messages = async () => {
  const seen: { readonly url: string; readonly body: unknown }[] = []
  const loopback = await listenOnLoopback((request, response) => {
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece.toString()))
    request.on('end', () => {
      const { url = '', headers } = request
      if (headers['x-api-key'] !== KEY || headers['x-team'] !== 'one') return response.writeHead(401).end('{}')
      if (url.startsWith('/v1/models'))
        return response.end(JSON.stringify({ data: [{ type: 'model', id: 'claude-small' }] }))
      seen.push({ url, body: JSON.parse(text) })
      const usage = { input_tokens: 10, output_tokens: 5 }
      const message = { id: 'm', type: 'message', role: 'assistant', model: 'claude-small', content: [], usage }
      const events = [
        { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: ANSWER } },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
        { type: 'message_stop' },
      ]
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
    })
  })
  return Object.assign(loopback, { seen })
}

describe('an endpoint that is asked through its provider’s own API', () => {
  const own = (origin: string, api: string) =>
    filesFor(origin, {
      baseUrl: `${origin}/v1`,
      api,
      key: 'secret://AZURE',
      headers: { 'x-team': 'one' },
      query: { beta: 'true' },
      body: { metadata: { user_id: 'u' } },
    })

  it('answers Runs, with the endpoint’s own headers, parameters and members, and lists its models', async () => {
    await using endpoint = await messages()
    await using server = await testServer(own(endpoint.origin, 'anthropic'))
    await server.ask('PUT', '/api/secrets/AZURE', { value: KEY })
    const listed = await server.ask('POST', '/api/endpoints/models', { endpoint: 'azure' })
    expect(await bodyOf(listed)).toEqual({ models: ['azure/claude-small'] })
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'one', model: 'azure/claude-small' }))
    const run = await (await server.deps.executor()).settled(String(id))
    expect(run).toMatchObject({ status: 'completed', output: { text: 'done' } })
    const body = { model: 'claude-small', metadata: { user_id: 'u' }, stream: true }
    expect(endpoint.seen).toMatchObject([{ url: '/v1/messages?beta=true', body }])
    const events = await server.ask('GET', `/api/runs/${String(id)}/events`, undefined, { accept: 'application/json' })
    expect(await events.text()).not.toContain('0123456789')
  })

  it('names the package that is missing, and how to install it', async () => {
    await using endpoint = await messages()
    await using server = await testServer(own(endpoint.origin, 'cohere'))
    await server.ask('PUT', '/api/secrets/AZURE', { value: KEY })
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'one', model: 'azure/x' }))
    const run = await (await server.deps.executor()).settled(String(id))
    expect(run).toMatchObject({
      status: 'failed',
      error: { code: 'model.option', message: expect.stringContaining('npm install @ai-sdk/cohere@3') },
    })
  })

  it('is refused with a command for its key', async () => {
    const files = filesFor('http://127.0.0.1:9', { api: 'google', tokenCommand: ['print-token'] })
    await expect(testServer(files)).rejects.toThrow('"api": "google" does not take')
  })
})
