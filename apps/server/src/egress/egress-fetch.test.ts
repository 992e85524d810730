import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { isPrivateAddress } from './addresses.ts'
import { listenOnLoopback } from '@ensemble/core/testing'
import { type Refusal, type Resolve, createEgressFetch } from './egress-fetch.ts'

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

  test('ends in one sentence where the answer is packed, another protocol, or a redirect to no web address', async () => {
    await using other = await listenOnLoopback((request, response) => {
      if (request.url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end('bomb')
      else if (request.url === '/away') response.writeHead(301, { location: 'file:///etc/passwd' }).end()
      else request.socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
    })
    const fetch = createEgressFetch({ endpoints: () => [other.origin], hosts: () => [] })
    for (const [path, reason] of [
      ['packed', 'packed its answer (gzip), which was not asked for.'],
      ['away', 'redirects to a file: address, which is not followed.'],
      ['upgrade', 'asks to speak another protocol (101).'],
    ])
      await expect(fetch(`${other.origin}/${path}`)).rejects.toMatchObject({
        code: path === 'away' ? 'egress.refused' : 'egress.answer',
        message: `${other.host} ${reason}`,
      })
  })

  test('goes to no host that is not listed', () =>
    withEndpoint(async (base) => {
      const fetch = createEgressFetch({ endpoints: () => [], hosts: () => ['api.example.com'] })
      await expect(fetch(base)).rejects.toMatchObject({ code: 'egress.refused' })
      await expect(fetch('file:///etc/passwd')).rejects.toMatchObject({ code: 'egress.refused' })
    }))

  test('breaks off an answer that never ends, as a stream and as a text', async () => {
    await using endless = await listenOnLoopback((_, response) => {
      const send = (): void => {
        while (response.write('a'.repeat(65_536)));
        response.once('drain', send)
      }
      send()
    })
    const fetch = createEgressFetch({ endpoints: () => [endless.origin], hosts: () => [], mostBytes: 1_000_000 })
    await expect((await fetch(endless.origin)).text()).rejects.toThrow('longer than the 1000000 bytes')
    const reading = async (): Promise<void> => {
      const { body } = await fetch(endless.origin)
      for await (const _ of body ?? []);
    }
    await expect(reading()).rejects.toThrow('longer than the 1000000 bytes')
  })

  test('follows no redirect to another host', () =>
    withEndpoint(async (base) => {
      const fetch = createEgressFetch({ endpoints: () => [base], hosts: () => [] })
      await expect(fetch(`${base}/away`)).rejects.toMatchObject({ code: 'egress.refused' })
    }))

  test('checks every redirect again: same host, encrypted, bounded in number', async () => {
    let hops = 0
    await using server = await listenOnLoopback(({ url = '', method }, response) => {
      const [, to] = /^\/to\?(.*)$/.exec(url) ?? []
      if (to !== undefined) response.writeHead(302, { location: decodeURIComponent(to) }).end()
      else if (url === '/round') response.writeHead(307, { location: `/round?${hops++}` }).end()
      else if (url.startsWith('/round')) response.writeHead(307, { location: '/round' }).end()
      else if (url === '/see') response.writeHead(303, { location: '/seen' }).end()
      else response.end(`${method} ${url}`)
    })
    const fetch = createEgressFetch({ endpoints: () => [], hosts: () => [server.host, 'other.example'] })
    const follow = async (to: string): Promise<string> =>
      (await fetch(`${server.origin}/to?${encodeURIComponent(to)}`)).text()
    expect(await follow('/here')).toBe('GET /here')
    expect(await (await fetch(`${server.origin}/see`, { method: 'POST', body: 'x' })).text()).toBe('GET /seen')
    for (const to of [
      'http://other.example/',
      'file:///etc/passwd',
      'http://[::1]/',
      '//169.254.169.254/',
      'http://[bad',
    ])
      await expect(follow(to), to).rejects.toMatchObject({ code: 'egress.refused' })
    await expect(fetch(`${server.origin}/round`)).rejects.toThrow('without end')
    expect(hops).toBeLessThan(6)
  })

  test('never turns a request into another: a moved POST is refused, a 303 is followed with GET', async () => {
    const seen: string[] = []
    await using server = await listenOnLoopback(({ url = '', method, headers }, response) => {
      seen.push(`${method} ${url} ${headers['content-type'] ?? '-'}`)
      const status = Number(url.slice(1))
      if (status > 0) response.writeHead(status, { location: '/there?key=k' })
      response.end()
    })
    const fetch = createEgressFetch({ endpoints: () => [server.origin], hosts: () => [] })
    const ask = async (method: string, status: number): Promise<unknown> => {
      seen.length = 0
      const body = method === 'HEAD' ? undefined : '{}'
      const headers = { 'content-type': 'application/json' }
      await fetch(`${server.origin}/${status}`, { method, headers, ...(body !== undefined && { body }) })
      return seen[1]
    }
    for (const status of [301, 302])
      await expect(ask('POST', status)).rejects.toMatchObject({
        code: 'egress.refused',
        message: `${server.host} redirects this POST to ${server.origin}/there by ${status}, which would make it a GET without its body; give that address itself.`,
      })
    expect(seen).toHaveLength(1)
    expect(await ask('POST', 303)).toBe('GET /there?key=k -')
    expect(await ask('HEAD', 303)).toBe('HEAD /there?key=k application/json')
    expect(await ask('POST', 308)).toBe('POST /there?key=k application/json')
    expect(await ask('PUT', 301)).toBe('PUT /there?key=k application/json')
  })

  test('reports in one sentence an answer that isn’t HTTP, or has too long a head', async () => {
    const said = { garbled: 'SSH-2.0-OpenSSH_9.6\r\n', long: `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(70_000)}\r\n\r\n` }
    await using other = await listenOnLoopback(({ url, socket }) =>
      socket.end(url === '/long' ? said.long : said.garbled),
    )
    const fetch = createEgressFetch({ endpoints: () => [other.origin], hosts: () => [] })
    await expect(fetch(`${other.origin}/`)).rejects.toMatchObject({
      code: 'egress.answer',
      message: `${other.host} answered with what is not HTTP; look at its address and port.`,
    })
    await expect(fetch(`${other.origin}/long`)).rejects.toMatchObject({
      code: 'egress.answer',
      message: `${other.host} answered with headers longer than the 16384 bytes that are read.`,
    })
  })

  test('connects to the very address that it checked: a name that changes its mind leads nowhere', async () => {
    let visits = 0
    await using server = await listenOnLoopback((_, response) => {
      visits++
      response.end('inside')
    })
    const { port } = new URL(server.origin)
    const answers = ['127.0.0.1', '127.0.0.1']
    const asked: string[] = []
    const resolve: Resolve = (host, _options, done) => {
      asked.push(host)
      done(null, [{ address: answers.shift() ?? '203.0.113.1', family: 4 }])
    }
    const refusals: Refusal[] = []
    const strict = createEgressFetch({
      endpoints: () => [],
      hosts: () => ['api.example.com'],
      resolve,
      onRefused: (refusal) => refusals.push(refusal),
    })
    await expect(strict(`http://api.example.com:${port}/`)).rejects.toMatchObject({ code: 'egress.refused' })
    expect([visits, asked.length]).toEqual([0, 1])
    expect(refusals).toMatchObject([{ host: 'api.example.com', allow: '127.0.0.1' }])

    // Listed, the address may be reached: it was resolved once, so no second answer can take its place.
    const hosts = (): readonly string[] => ['api.example.com', '127.0.0.1']
    const lenient = createEgressFetch({ endpoints: () => [], hosts, resolve })
    expect(await (await lenient(`http://api.example.com:${port}/`)).text()).toBe('inside')
    expect([visits, asked.length]).toEqual([1, 2])
  })

  test('goes nowhere where all addresses of a name are private', async () => {
    const resolve: Resolve = (_host, _options, done) =>
      done(null, [
        { address: '10.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ])
    const fetch = createEgressFetch({ endpoints: () => [], hosts: () => ['api.example.com'], resolve })
    await expect(fetch('https://api.example.com/')).rejects.toThrow('10.0.0.1')
  })

  test('says of each refusal what would allow it, unless nothing would', async () => {
    const refusals: Refusal[] = []
    const fetch = createEgressFetch({ endpoints: () => [], hosts: () => [], onRefused: (one) => refusals.push(one) })
    await expect(fetch('https://api.example.com:8443/x')).rejects.toThrow('api.example.com:8443 is not in egress.hosts')
    await expect(fetch('ftp://api.example.com/')).rejects.toThrow('Only http and https')
    expect(refusals.map(({ allow }) => allow)).toEqual(['api.example.com:8443', undefined])
  })

  test.each([
    'http://0x7f.1/',
    'http://2130706433/',
    'http://127.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost/',
  ])('knows this machine however it is written: %s', async (url) => {
    const fetch = createEgressFetch({ endpoints: () => [], hosts: () => ['api.example.com'] })
    await expect(fetch(url)).rejects.toMatchObject({ code: 'egress.refused' })
  })

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
    '::ffff:a00:1',
    '2002:7f00:1::',
    '64:ff9b::7f00:1',
    '0.0.0.0',
    '100.64.0.1',
    'name',
  ])('counts %s as private', (address) => expect(isPrivateAddress(address)).toBe(true))
  test.each(['1.1.1.1', '172.32.0.1', '2606:4700::1111'])('counts %s as public', (address) =>
    expect(isPrivateAddress(address)).toBe(false),
  )
})
