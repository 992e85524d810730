import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { type TestServer, bodyOf, testServer } from '../testing/test-server.ts'
import { toBasePath } from './base-path.ts'

const PAGE =
  '<!doctype html>\n<html lang="en"><link href="/favicon.svg"><script src="/assets/index-1.js"></script></html>\n'

const below = async (env: Readonly<Record<string, string>> = { ENSEMBLE_BASE_PATH: '/tools/ensemble' }) => {
  const server = await testServer(
    { ...GREETER_FILES, 'page/index.html': PAGE, 'page/assets/index-1.js': 'export {}' },
    env,
  )
  onTestFinished(() => server[Symbol.asyncDispose]())
  return server
}

/** A proxy that passes on one path alone and changes no address, as nginx does with `proxy_pass` without a path. */
const strictProxy = async (server: TestServer, path: string): Promise<string> => {
  const target = new URL(await server.listen())
  const proxy = createServer((incoming, outgoing) => {
    if (!incoming.url?.startsWith(path)) return void outgoing.writeHead(404).end()
    const { method, url, headers } = incoming
    const asked = request({ host: target.hostname, port: target.port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(asked)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close().closeAllConnections())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

describe('a base path', () => {
  test('is a path of plain parts that no address of the server begins with', () => {
    expect(['/ensemble', 'ensemble/', '/a/b', '/', ''].map((path) => toBasePath('--base-path', path))).toEqual([
      '/ensemble',
      '/ensemble',
      '/a/b',
      '',
      '',
    ])
    for (const wrong of ['/a//b', '/a b', '/../b', '/a"b', 'https://a.example/b', '/a?b'])
      expect(() => toBasePath('--base-path', wrong), wrong).toThrow('--base-path must be a path such as /ensemble')
    for (const own of ['/w', '/api/x', '/MCP', '/assets'])
      expect(() => toBasePath('--base-path', own), own).toThrow('must not begin with')
  })

  test('comes before every address that the server gives', async () => {
    const server = await below()
    const started = await server.ask('POST', '/tools/ensemble/api/runs', { idea: 'greeter', input: { name: 'Ada' } })
    const { id, url } = await bodyOf(started)
    expect([url, started.headers.get('location')]).toEqual(Array(2).fill(`/tools/ensemble/api/runs/${id}`))
    expect((await server.ask('GET', url)).status).toBe(200)

    const { address } = await bodyOf(await server.ask('POST', '/api/workspaces', { folder: server.root }))
    expect(address).toBe('/tools/ensemble/w/test/')
    const made = await server.ask('POST', `${address}api/runs`, { idea: 'greeter', input: { name: 'Ada' } })
    expect(made.headers.get('location')).toMatch(/^\/tools\/ensemble\/w\/test\/api\/runs\//)
    const { servers } = await bodyOf(await server.ask('GET', `${address}api/openapi.json`))
    expect(servers).toEqual([{ url: '/tools/ensemble/w/test' }])

    for (const [path, to] of [
      ['/tools/ensemble?a=1', '/tools/ensemble/?a=1'],
      ['/tools/ensemble/w/test', '/tools/ensemble/w/test/'],
    ] as const)
      expect((await server.ask('GET', path)).headers.get('location'), path).toBe(to)
  })

  test('is in the page, in its files and in its cookie; the policy of the page stays', async () => {
    const server = await below()
    for (const path of ['/tools/ensemble/', '/tools/ensemble/w/test/', '/']) {
      const page = await server.ask('GET', path, undefined, { accept: 'text/html' })
      const html = await page.text()
      expect(html).toContain('<html data-base="/tools/ensemble" lang="en">')
      expect(html).toContain('src="/tools/ensemble/assets/index-1.js"')
      expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(page.headers.get('set-cookie')).toContain('; Path=/tools/ensemble/;')
    }
    const asset = await server.ask('GET', '/tools/ensemble/assets/index-1.js')
    expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, expect.stringContaining('immutable')])
    const head = await server.ask('HEAD', '/tools/ensemble/', undefined, { accept: 'text/html' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, null])
  })

  test('lets bodies, refusals and streams through a proxy that passes on nothing else', async () => {
    const server = await below()
    const proxy = await strictProxy(server, '/tools/ensemble/')
    const api = `${proxy}/tools/ensemble/api`
    const started = await fetch(`${api}/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idea: 'greeter', input: { name: 'Ada' } }),
    })
    const { url } = (await started.json()) as { url: string }
    const events = await fetch(`${proxy}${url}/events`, { headers: { accept: 'text/event-stream' } })
    expect(await events.text()).toContain('run.completed')
    expect((await fetch(`${api}/nothing`)).status).toBe(404)
    expect((await fetch(`${api}/runs`, { headers: { origin: 'http://evil.example' } })).status).toBe(403)
  })

  test('is the path of the public address, too; a different one is refused', async () => {
    const server = await below({ ENSEMBLE_PUBLIC_URL: 'https://example.com/ensemble/', ENSEMBLE_TOKEN: 'x'.repeat(20) })
    const page = await server.ask('GET', '/ensemble/', undefined, {
      host: 'example.com',
      accept: 'text/html',
      authorization: `Bearer ${'x'.repeat(20)}`,
    })
    expect(page.headers.get('set-cookie')).toContain('Path=/ensemble/; HttpOnly; SameSite=Strict; Secure')
    await expect(
      below({
        ENSEMBLE_PUBLIC_URL: 'https://example.com/ensemble',
        ENSEMBLE_TOKEN: 'x'.repeat(20),
        ENSEMBLE_BASE_PATH: '/other',
      }),
    ).rejects.toThrow('ENSEMBLE_BASE_PATH is "/other", but ENSEMBLE_PUBLIC_URL ends with "/ensemble"')
  })
})
