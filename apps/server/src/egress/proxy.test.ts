import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createProxy } from 'proxy'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listenOnLoopback } from '@ensemble/core/testing'
import { createEgressFetch } from './egress-fetch.ts'
import { proxyOf } from './ways-out.ts'

/** A proxy of another project, and the requests that came to it. */
const openProxy = async () => {
  const server = createProxy(createServer())
  const seen: string[] = []
  server.prependListener('request', ({ method, url }) => void seen.push(`${method} ${url}`))
  server.prependListener('connect', ({ url }) => void seen.push(`CONNECT ${url}`))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // of a server that listens
  return {
    seen,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

afterEach(() => vi.unstubAllEnvs())

describe('an endpoint behind a proxy', () => {
  it('is reached through it, with its own path, headers and body', async () => {
    await using proxy = await openProxy()
    await using endpoint = await listenOnLoopback((request, response) => {
      request.setEncoding('utf8').on('data', (text) => response.end(`${request.headers['api-key']} ${text}`))
    })
    const fetch = createEgressFetch({ endpoints: () => [endpoint.origin], hosts: () => [], proxyOf: () => proxy.url })
    const response = await fetch(`${endpoint.origin}/v1/x`, { method: 'POST', body: 'hi', headers: { 'api-key': 'k' } })
    expect(await response.text()).toBe('k hi')
    expect(proxy.seen).toEqual([`POST ${endpoint.origin}/v1/x`])
  })

  it('is asked for by CONNECT where its address is encrypted, so that the proxy sees no key', async () => {
    await using proxy = await openProxy()
    await using endpoint = await listenOnLoopback((_, response) => response.end('no TLS here'))
    const address = endpoint.origin.replace('http:', 'https:')
    const fetch = createEgressFetch({ endpoints: () => [address], hosts: () => [], proxyOf: () => proxy.url })
    await expect(fetch(`${address}/v1`, { headers: { authorization: 'Bearer k' } })).rejects.toThrow()
    expect(proxy.seen).toEqual([`CONNECT ${endpoint.host}`])
  })

  it('is the only thing that a proxy reaches: it would resolve the names of listed hosts unchecked', async () => {
    await using proxy = await openProxy()
    await using host = await listenOnLoopback((_, response) => response.end('straight'))
    const named = `localtest.example:${new URL(host.origin).port}`
    const fetch = createEgressFetch({
      endpoints: () => [],
      hosts: () => [named, '127.0.0.1'],
      proxyOf: () => proxy.url,
      resolve: (_, __, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    expect(await (await fetch(`http://${named}/`)).text()).toBe('straight')
    expect(proxy.seen).toEqual([])
  })
})

describe('the proxy of an address', () => {
  it('is the one of the environment, but for the names of NO_PROXY and for this machine', () => {
    for (const name of ['http_proxy', 'https_proxy', 'no_proxy', 'all_proxy', 'ALL_PROXY']) vi.stubEnv(name, '')
    vi.stubEnv('HTTPS_PROXY', 'http://proxy.example:3128')
    vi.stubEnv('NO_PROXY', '.inside.example')
    const found = [
      'https://api.example.com/v1',
      'https://llm.inside.example/v1',
      'https://127.0.0.1/v1',
      'https://[::1]/v1',
    ]
    expect(found.map((url) => proxyOf(new URL(url)))).toEqual(['http://proxy.example:3128', '', '', ''])
  })
})
