import { readFile, readdir, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bodyOf, makeWorkspace, openTestServer, testServer } from '../testing/test-server.ts'
import { createRedactor } from './redactor.ts'
import { openSecretStore } from './secret-store.ts'

const CANARY = 'canary-"quoted"\\7f3e9a'

const filesUnder = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

describe('a redactor', () => {
  test('takes out a secret as it is and as JSON writes it', () => {
    const { know, redact } = createRedactor()
    know(CANARY)
    expect(redact(`a ${CANARY} b ${JSON.stringify({ CANARY })}`)).toBe('a [secret] b {"CANARY":"[secret]"}')
  })
  test('takes it out of JSON in JSON, of addresses and of forms', () => {
    const { know, redact } = createRedactor()
    const secret = 'canary "a"+b\\c/é&7f3e9a51'
    know(secret)
    let text = secret
    for (let level = 0; level < 5; level++) text = JSON.stringify({ said: text })
    const address = `https://a.example/?key=${encodeURIComponent(secret)}`
    const form = new URLSearchParams({ key: secret }).toString()
    expect(redact(`${text} ${address} ${form}`)).not.toContain('7f3e9a51')
  })
  test('leaves nothing of a secret that another one begins', () => {
    const { know, redact } = createRedactor()
    know('12345678')
    know('12345678-rest')
    expect(redact('12345678-rest')).toBe('[secret]')
  })
})

describe('a secret', () => {
  test('is kept in a file that only this user reads, and is there after a restart', async () => {
    const root = await makeWorkspace()
    const first = await openTestServer(root)
    expect((await first.ask('PUT', '/api/secrets/KEY', { value: CANARY })).status).toBe(204)
    expect((await stat(join(root, '.ensemble', 'secrets.json'))).mode & 0o777).toBe(0o600)
    await first.stop()
    await using second = await openTestServer(root)
    expect(second.deps.secrets.resolve('secret://KEY')).toBe(CANARY)
  })

  test('of the file is not hidden by an empty one of the environment', async () => {
    const root = await makeWorkspace({ '.ensemble/secrets.json': JSON.stringify({ KEY: CANARY, NONE: '' }) })
    const environment: Record<string, string> = { 'secret://KEY': '', 'secret://ONLY': '' }
    const fromEnvironment = (reference: string) => environment[reference]
    const { resolve } = await openSecretStore({ root, fromEnvironment, redactor: createRedactor() })
    expect(['KEY', 'ONLY', 'NONE'].map((name) => resolve(`secret://${name}`))).toEqual([CANARY, undefined, undefined])
    environment['secret://KEY'] = 'of the environment'
    expect(resolve('secret://KEY')).toBe('of the environment')
  })

  test('is never given back, and has a name of the closed grammar', async () => {
    await using server = await testServer()
    await server.ask('PUT', '/api/secrets/KEY', { value: CANARY })
    expect((await server.ask('GET', '/api/secrets/KEY')).status).toBe(405)
    expect((await server.ask('PUT', '/api/secrets/__proto__', { value: CANARY })).status).toBe(400)
    const short = await server.ask('PUT', '/api/secrets/KEY', { value: 'abc' })
    expect([short.status, JSON.stringify(await bodyOf(short)).includes('abc')]).toEqual([400, false])
  })

  test('reaches the endpoint that needs it, and no byte that is written, even where the model repeats it', async () => {
    let seen: string | undefined
    const endpoint = createServer((request, response) => {
      seen = request.headers.authorization
      const content = JSON.stringify({ calls: [], output: `the key ${seen?.slice('Bearer '.length)} it is` })
      const chunk = { id: 'x', object: 'chat.completion.chunk', created: 0, model: 'any' }
      const first = { ...chunk, choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] }
      const last = { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(`data: ${JSON.stringify(first)}\n\ndata: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`)
    })
    await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
    // A listening server has an AddressInfo.
    const baseUrl = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/v1`
    try {
      await using server = await testServer({
        'ensemble.json': { version: 1, name: 'test', endpoints: { mine: { baseUrl, key: 'secret://KEY' } } },
        'ideas/say.json': { context: [{ type: 'text', text: 'Say it.' }] },
      })
      await server.ask('PUT', '/api/secrets/KEY', { value: 'canary-7f3e9a51' })
      const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'say', model: 'mine/any' }))
      const events = await (await server.ask('GET', `/api/runs/${id}/events`)).text()
      expect(seen).toBe('Bearer canary-7f3e9a51')
      expect(events).toContain('[secret]')
      const exported = await (await server.ask('GET', `/api/runs/${id}/export`)).text()
      expect(`${events}${exported}`).not.toContain('canary-7f3e9a51')
      for (const file of await filesUnder(server.root))
        if (!file.endsWith('secrets.json')) expect((await readFile(file)).includes('canary-7f3e9a51'), file).toBe(false)
    } finally {
      endpoint.closeAllConnections()
      endpoint.close()
    }
  })
})
