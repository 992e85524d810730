import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { listenOnLoopback } from '../testing/loopback.ts'
import { createFetch } from './fetch.ts'
import { toResponse } from './message-response.ts'

const serve = () =>
  listenOnLoopback(({ url }, response) => {
    if (url === '/none') response.writeHead(204).end()
    else if (url === '/marked') response.end(Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff]))
    else if (url === '/pieces') {
      response.writeHead(201, 'Made', { 'x-one': ['a', 'b'], 'content-type': 'application/json' })
      response.write('{"a":')
      setImmediate(() => response.end('"ж"}'))
    } else if (url === '/cut') {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half')
      setImmediate(() => response.destroy())
    } else response.write('for ever')
  })

const readers: readonly (readonly [string, (response: Response) => Promise<unknown>])[] = [
  ['text', (response) => response.text()],
  ['bytes', async (response) => [...new Uint8Array(await response.arrayBuffer())]],
  ['a stream', async (response) => (response.body ? await new Response(response.body).text() : null)],
  ['a clone', async (response) => [await response.clone().text(), await response.text()]],
  ['a blob', async (response) => await (await response.blob()).text()],
]

describe('an answer from outside', () => {
  test.each(readers)('reads as %s like the platform’s own', async (_, read) => {
    await using server = await serve()
    const ours = createFetch()
    for (const path of ['/none', '/marked', '/pieces']) {
      const [mine, platforms] = await Promise.all([ours(server.origin + path), fetch(server.origin + path)])
      for (const key of ['status', 'statusText', 'ok', 'url', 'redirected'] as const)
        expect(mine[key], key).toBe(platforms[key])
      expect(mine.headers.get('x-one')).toBe(platforms.headers.get('x-one'))
      expect(await read(mine), path).toEqual(await read(platforms))
      if (path === '/pieces') await expect(mine.text()).rejects.toThrow(TypeError)
      if (path === '/pieces') expect(() => mine.clone()).toThrow(TypeError)
    }
  })

  test.each([204, 304])('without a body releases its connection without a reader: %i', async (status) => {
    const sockets = new Set<unknown>()
    await using server = await listenOnLoopback(({ socket }, response) => {
      sockets.add(socket)
      response.writeHead(status).end()
    })
    const ours = createFetch()
    const answers: Response[] = []
    for (let count = 0; count < 3; count++) {
      answers.push(await ours(server.origin))
      // Its end, then the connection's return.
      await nextTurn()
      await nextTurn()
    }
    expect(sockets.size).toBe(1)
    for (const answer of answers) expect(await answer.text()).toBe('')
  })

  test('shows its headers like the platform’s own, each cookie separately, and keeps them immutable', async () => {
    await using server = await listenOnLoopback((_, response) =>
      response
        .writeHead(200, { 'X-One': ['a', 'b'], 'Set-Cookie': ['a=1', 'b=2'], 'Content-Type': 'text/plain' })
        .end(),
    )
    const ours = createFetch()
    const [{ headers: mine }, { headers: platforms }] = await Promise.all([ours(server.origin), fetch(server.origin)])
    const untimed = (headers: Iterable<[string, string]>) => [...headers].filter(([name]) => name !== 'date')
    expect(untimed(mine)).toEqual(untimed(platforms))
    expect([...mine.keys()]).toEqual([...platforms.keys()])
    expect([...mine.values()]).toHaveLength([...platforms.values()].length)
    for (const name of ['x-one', 'X-ONE', 'set-cookie', 'Content-Type', 'x-none']) {
      expect(mine.get(name), name).toBe(platforms.get(name))
      expect(mine.has(name), name).toBe(platforms.has(name))
    }
    expect(mine.getSetCookie()).toEqual(['a=1', 'b=2'])
    const seen: string[] = []
    mine.forEach((value, name) => seen.push(`${name}: ${value}`))
    expect(seen).toEqual([...platforms].map(([name, value]) => `${name}: ${value}`))
    for (const change of ['set', 'append', 'delete'] as const)
      expect(() => mine[change]('x-one', 'c')).toThrow('cannot be changed')
  })

  test.each(readers)('that is cut off fails when it is read as %s, also long after', async (_, read) => {
    await using server = await serve()
    const ours = createFetch()
    await expect(ours(`${server.origin}/cut`).then(read)).rejects.toThrow()
    const [message] = (await once(get(`${server.origin}/cut`), 'response')) as [IncomingMessage] // as node:http says
    const late = toResponse(message, '')
    await new Promise((resolve) => message.once('close', resolve))
    await expect(read(late)).rejects.toThrow()
  })

  test('ends where it is when its signal aborts, with the signal’s reason', async () => {
    await using server = await serve()
    const ours = createFetch()
    const stop = new AbortController()
    const answer = await ours(`${server.origin}/endless`, { signal: stop.signal })
    const text = answer.text()
    stop.abort(new Error('enough'))
    await expect(text).rejects.toThrow('enough')
    await expect(ours(server.origin, { signal: stop.signal })).rejects.toThrow('enough')
  })
})
