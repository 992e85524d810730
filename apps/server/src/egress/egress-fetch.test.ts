import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { isPrivateAddress } from './addresses.ts'
import { createEgressFetch } from './egress-fetch.ts'

/** An endpoint on loopback that tells what it was asked, and sends `/away` elsewhere. */
const withEndpoint = async (work: (base: string) => Promise<void>): Promise<void> => {
  const server = createServer((request, response) => {
    if (request.url === '/away') {
      response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
      return
    }
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece.toString()))
    request.on('end', () =>
      response.end(JSON.stringify({ method: request.method, key: request.headers.authorization, text })),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    // A listening server has an AddressInfo.
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe('whatever leaves this machine', () => {
  test('reaches an endpoint a person configured, on its own network too', () =>
    withEndpoint(async (base) => {
      const fetch = createEgressFetch({ endpoints: () => [`${base}/v1`], hosts: () => [] })
      const response = await fetch(`${base}/v1/chat`, {
        method: 'POST',
        body: 'ой',
        headers: { authorization: 'Bearer k' },
      })
      expect(await response.json()).toEqual({ method: 'POST', key: 'Bearer k', text: 'ой' })
    }))

  test('goes to no host that is not listed', () =>
    withEndpoint(async (base) => {
      const fetch = createEgressFetch({ endpoints: () => [], hosts: () => ['api.example.com'] })
      await expect(fetch(base)).rejects.toMatchObject({ code: 'egress.refused' })
      await expect(fetch('file:///etc/passwd')).rejects.toMatchObject({ code: 'egress.refused' })
    }))

  test('follows no redirect to another host', () =>
    withEndpoint(async (base) => {
      const fetch = createEgressFetch({ endpoints: () => [base], hosts: () => [] })
      await expect(fetch(`${base}/away`)).rejects.toMatchObject({ code: 'egress.refused' })
    }))

  test('stops when its signal aborts', () =>
    withEndpoint(async (base) => {
      const fetch = createEgressFetch({ endpoints: () => [base], hosts: () => [] })
      await expect(fetch(base, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    }))

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    'name',
  ])('counts %s as private', (address) => expect(isPrivateAddress(address)).toBe(true))
  test.each(['1.1.1.1', '172.32.0.1', '2606:4700::1111'])('counts %s as public', (address) =>
    expect(isPrivateAddress(address)).toBe(false),
  )
})
