import { createServer } from 'node:https'
import { createServer as createProxyServer } from 'node:http'
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createProxy } from 'proxy'
import { describe, expect, it } from 'vitest'
import { AUTHORITY, SIGNED } from '../testing/test-authority.ts'
import { bodyOf, testServer } from '../testing/test-server.ts'
import { createEgressFetch } from './egress-fetch.ts'
import { createTrustOf } from './own-authority.ts'

/** An endpoint whose certificate a company's own authority signed. */
const companyEndpoint = async () => {
  const server = createServer(SIGNED, (request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ object: 'list', data: [{ id: 'small', object: 'model' }] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // of a server that listens
  return {
    origin: `https://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const filesFor = (baseUrl: string, endpoint: object = {}) => ({
  'ensemble.json': { version: 1, name: 'company', endpoints: { own: { baseUrl, ...endpoint } } },
  'certs/company.pem': `The authority of the company:\n${AUTHORITY}`,
  'certs/empty.pem': 'no certificate',
  'certs/broken.pem': AUTHORITY.replace(/\n[A-Za-z0-9+/]{20}/, '\nAAAA'),
})

describe('an endpoint whose certificate comes from its own authority', () => {
  it('is reached with the "ca" of its entry, and not without', async () => {
    await using endpoint = await companyEndpoint()
    const askOf = async (more: object): Promise<{ models?: string[]; detail?: string }> => {
      await using server = await testServer(filesFor(`${endpoint.origin}/v1`, more))
      return await bodyOf(await server.ask('POST', '/api/endpoints/models', { endpoint: 'own' }))
    }
    expect((await askOf({})).detail).toContain('or "ca" of this endpoint in ensemble.json')
    expect(await askOf({ ca: 'certs/company.pem' })).toEqual({ models: ['own/small'] })
  })

  it.each([
    ['certs/gone.pem', 'is missing'],
    ['certs', 'is not a file of certificates'],
    ['../outside.pem', 'is outside the workspace: give its whole path'],
    ['certs/empty.pem', 'holds no certificate in PEM form'],
    ['certs/broken.pem', 'holds a certificate that cannot be read'],
  ])('says what is wrong with the file %s', async (ca, why) => {
    await using endpoint = await companyEndpoint()
    await using server = await testServer(filesFor(`${endpoint.origin}/v1`, { ca }))
    const { detail } = await bodyOf(await server.ask('POST', '/api/endpoints/models', { endpoint: 'own' }))
    expect(detail).toContain(`The file ${ca} ${why}`)
    expect(detail).toContain('Correct "endpoints.own.ca" in ensemble.json.')
  })

  it('is reached through a proxy, too, by a whole path, and its file is read again once it changes', async () => {
    await using endpoint = await companyEndpoint()
    await using server = await testServer(filesFor(endpoint.origin))
    const ca = join(server.root, 'certs/empty.pem')
    const proxy = createProxy(createProxyServer())
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const seen: string[] = []
    proxy.prependListener('connect', ({ url }) => void seen.push(String(url)))
    const { port } = proxy.address() as AddressInfo // of a server that listens
    const trustOf = createTrustOf('/elsewhere', () => new Map([['own', { baseUrl: endpoint.origin, ca }]]))
    const proxyOf = (): string => `http://127.0.0.1:${port}`
    const fetch = createEgressFetch({ endpoints: () => [endpoint.origin], hosts: () => [], proxyOf, trustOf })
    await expect(fetch(`${endpoint.origin}/v1/models`)).rejects.toThrow('holds no certificate')
    await writeFile(ca, AUTHORITY)
    expect((await fetch(`${endpoint.origin}/v1/models`)).status).toBe(200)
    expect(seen).toEqual([new URL(endpoint.origin).host])
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
  })

  it('lends its authority to no other host', () => {
    const endpoints = new Map([['own', { baseUrl: 'https://own.example/v1', ca: '/gone.pem' }]])
    const trustOf = createTrustOf('/', () => endpoints)
    expect(trustOf(new URL('https://other.example/v1'))).toBeUndefined()
    expect(() => trustOf(new URL('https://own.example/v1/models'))).toThrow('is missing')
  })
})
