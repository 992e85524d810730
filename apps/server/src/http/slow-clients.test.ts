import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { listen } from '../listen.ts'
import { bodyOf, testServer } from '../testing/test-server.ts'
import { createStreamLimit } from './stream-limit.ts'

/** Says these words over a bare connection and nothing more; resolves to all that came back before it was closed. */
const say = (port: number, words: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(words))
    socket.setEncoding('utf8')
    socket.on('data', (piece: string) => (heard += piece))
    socket.on('error', reject)
    socket.on('close', () => resolve(heard))
  })

const QUICK = { headersMs: 100, requestMs: 200, checkMs: 20 }

describe('a client that is slow to say what it wants', () => {
  test.each([
    ['its headers', 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: '],
    ['anything at all', ' '],
    ['its body', 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{'],
    ['a body of unknown length', 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n'],
  ])('never finishes %s: it is cut off and the server continues', async (_, words) => {
    const answer = async (request: Request): Promise<Response> => {
      await request.text().catch(() => '')
      return new Response('answered')
    }
    const listening = await listen(answer, { host: '127.0.0.1', port: 0 }, QUICK)
    try {
      expect(await say(listening.port, words)).not.toContain('answered')
      expect(await (await fetch(listening.url)).text()).toBe('answered')
    } finally {
      await listening.stop(0)
    }
  })

  test('sends headers without end: they are refused by their size', async () => {
    const listening = await listen(() => new Response('answered'), { host: '127.0.0.1', port: 0 })
    try {
      const words = `GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ${'x'.repeat(64 * 1024)}\r\n\r\n`
      expect(await say(listening.port, words).catch(() => '')).not.toContain('answered')
    } finally {
      await listening.stop(0)
    }
  })
})

describe('connections over the limit', () => {
  const answered = (answer: string): readonly [string | undefined, string | undefined] => [
    /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1],
    /"code":"([^"]+)"/.exec(answer)?.[1],
  ]

  test.each([
    ['a question', 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'],
    ['a body', `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 300000\r\n\r\n${'x'.repeat(300_000)}`],
  ])(
    'are refused with a status and closed, after %s; others are answered, and one that ends makes room',
    async (_, words) => {
      const listening = await listen(() => new Response('answered'), { host: '127.0.0.1', port: 0 }, { connections: 2 })
      const kept = [connect(listening.port, '127.0.0.1'), connect(listening.port, '127.0.0.1')]
      try {
        await Promise.all(kept.map((socket) => once(socket, 'connect')))
        expect(answered(await say(listening.port, words))).toEqual(['503', 'connections.tooMany'])
        const [first] = kept
        first?.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
        const [heard] = first === undefined ? [] : await once(first, 'data')
        expect(String(heard)).toContain('HTTP/1.1 200')
        first?.destroy()
        await expect
          .poll(() => say(listening.port, 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n'))
          .toContain('answered')
      } finally {
        for (const socket of kept) socket.destroy()
        await listening.stop(0)
      }
    },
  )
})

describe('a client that opens streams and streams', () => {
  const as = (headers: Record<string, string>): Request => new Request('http://127.0.0.1/api/events', { headers })

  test('has so many at a time; others have theirs, and one that ends makes room', () => {
    const limit = createStreamLimit(2)
    const program = as({})
    const leave = limit.enter(program)
    limit.enter(program)
    expect(() => limit.enter(program)).toThrow('2 event streams')
    limit.enter(as({ cookie: 'ensemble-1=a' }))
    limit.enter(as({ authorization: 'Bearer b' }))
    leave()
    leave()
    limit.enter(program)
    expect(() => limit.enter(program)).toThrow('2 event streams')
  })

  test('must come later, and is let in when others have left', async () => {
    await using server = await testServer()
    const streams = await Promise.all(
      Array.from({ length: 100 }, () => server.ask('GET', '/api/events').then(({ body }) => body?.getReader())),
    )
    const late = await server.ask('GET', '/api/events')
    expect([late.status, late.headers.get('retry-after'), (await bodyOf(late)).code]).toEqual([
      429,
      '5',
      'streams.tooMany',
    ])
    expect((await server.ask('GET', '/api/health')).status).toBe(200)
    await Promise.all(streams.map(async (reader) => reader?.cancel()))
    const statusOfNext = async (): Promise<number> => {
      const next = await server.ask('GET', '/api/events')
      await next.body?.cancel()
      return next.status
    }
    await expect.poll(statusOfNext).toBe(200)
  })

  test('asks for their heads alone: none of them stays open', async () => {
    await using server = await testServer()
    for (let n = 0; n < 101; n++) expect((await server.ask('HEAD', '/api/events')).status).toBe(200)
  })
})
