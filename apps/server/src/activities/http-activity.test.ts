import type { ActivityContext, JsonObject } from '@ensemble/core'
import { normaliseTool } from '@ensemble/core/tool'
import type { IncomingMessage, RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createEgressFetch } from '../egress/egress-fetch.ts'
import { createRedactor } from '../secrets/redactor.ts'
import { type Loopback, listenOnLoopback } from '@ensemble/core/testing'
import { createHttpActivity } from './http-activity.ts'
import { parseHttpDefinition } from './http-definition.ts'

const KEY = 'canary-http-key-1'

const read = (definition: object) =>
  parseHttpDefinition(definition, (sentence) => {
    throw new Error(sentence)
  })

const artifacts: unknown[] = []
const context = (signal = new AbortController().signal) =>
  ({
    tool: normaliseTool('it', {}).tool,
    signal,
    idempotencyKey: 'call-1',
    artifact: async (fileName: string, bytes: Uint8Array, { type }: { type: string }) => {
      artifacts.push({ fileName, bytes: bytes.byteLength, type })
      return { $artifact: fileName, type, bytes: bytes.byteLength, sha256: '' }
    },
  }) as unknown as ActivityContext // what an HTTP activity uses of it

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

/** Tells what it was asked, as JSON. */
const echo: RequestListener = async (request, response) => {
  const { method, url, headers } = request
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ method, url, headers, body: await textOf(request) }))
}

const withServer = async (answer: RequestListener, work: (server: Loopback) => Promise<void>): Promise<void> => {
  await using server = await listenOnLoopback(answer)
  await work(server)
}

interface Asked {
  readonly call?: JsonObject
  readonly hosts?: readonly string[]
  readonly signal?: AbortSignal
}

const ask = async (definition: object, { call = {}, hosts = ['127.0.0.1'], signal }: Asked = {}) => {
  const { know, redact } = createRedactor()
  know(KEY)
  const activity = createHttpActivity('lookUp', read(definition), {
    egress: createEgressFetch({ endpoints: () => [], hosts: () => hosts }),
    secret: (reference) => (reference === 'secret://KEY' ? KEY : undefined),
    redact,
  })
  return activity.run({ _tool: 'lookUp', _activity: 'lookUp', ...call }, context(signal))
}

/** The activity's request, as `echo` reports it. */
const echoed = async (definition: object, asked?: Asked) =>
  (await ask(definition, asked)) as { url: string; headers: Record<string, string>; body: string } // as `echo` writes it

describe('An HTTP activity', () => {
  test('asks the address with the Call’s parameters and gives what the pointer leads to', () =>
    withServer(echo, async ({ origin }) => {
      const definition = { url: `${origin}/users/{id}?q={words}&page={page}`, result: '/url' }
      expect(await ask(definition, { call: { id: 'a/b', words: 'x y' } })).toBe('/users/a%2Fb?q=x%20y')
    }))

  test('gathers several places of the answer and leaves out missing ones', () =>
    withServer(echo, async ({ origin }) => {
      const result = { method: '/method', kind: '/headers/accept', nothing: '/a/b/0' }
      expect(await ask({ url: origin, result })).toEqual({ method: 'GET', kind: expect.stringContaining('json') })
    }))

  test('sends parameters without a place as JSON, with the same key for every attempt', () =>
    withServer(echo, async ({ origin }) => {
      const definition = { method: 'POST', url: `${origin}/users/{id}` }
      const { body, headers } = await echoed(definition, { call: { id: 7, name: 'Ada', tags: ['x'] } })
      expect(JSON.parse(body)).toEqual({ name: 'Ada', tags: ['x'] })
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'call-1' })
    }))

  test('fills its own body: a place alone keeps its type, a parameter without a value is left out', () =>
    withServer(echo, async ({ origin }) => {
      const body = { user: { age: '{age}', greeting: 'Dear {name}', gone: '{gone}' }, fixed: 1, list: ['{age}', 'x'] }
      const answer = await echoed({ method: 'PUT', url: origin, body }, { call: { age: 7, name: '"},{"admin":true' } })
      expect(JSON.parse(answer.body)).toEqual({
        user: { age: 7, greeting: 'Dear "},{"admin":true' },
        fixed: 1,
        list: [7, 'x'],
      })
    }))

  test('sends a form where its header says so', () =>
    withServer(echo, async ({ origin }) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const { body } = await echoed({ method: 'POST', url: origin, headers }, { call: { a: 'x&y', b: 2 } })
      expect(body).toBe('a=x%26y&b=2')
    }))

  test('gives a text as a text, nothing as null and other bytes as a file', () =>
    withServer(
      (request, response) => {
        if (request.url === '/text') response.setHeader('content-type', 'text/plain').end('hello')
        else if (request.url === '/empty') response.writeHead(204).end()
        else response.setHeader('content-type', 'image/png').end(Buffer.from([1, 2, 3]))
      },
      async ({ origin }) => {
        expect(await ask({ url: `${origin}/text` })).toBe('hello')
        expect(await ask({ url: `${origin}/empty` })).toBe(null)
        expect(await ask({ url: `${origin}/picture` })).toMatchObject({ $artifact: 'lookUp', type: 'image/png' })
        expect(artifacts.at(-1)).toEqual({ fileName: 'lookUp', bytes: 3, type: 'image/png' })
      },
    ))

  test('tells the model what an endpoint complains about', () =>
    withServer(
      (_, response) => response.writeHead(404, { 'content-type': 'text/plain' }).end('No such user. '.repeat(1000)),
      async ({ origin }) => {
        const failed = ask({ url: `${origin}/users?key=secret://KEY` })
        await expect(failed).rejects.toThrow(`GET ${origin}/users answered with status 404: No such user.`)
        await expect(failed).rejects.toMatchObject({ message: expect.not.stringMatching(/.{700}/) })
      },
    ))
})

describe('A secret of an HTTP activity', () => {
  test('is sent in a header, and taken out of an answer that repeats it', () =>
    withServer(echo, async ({ origin }) => {
      const definition = { url: `${origin}/?key=secret://KEY`, headers: { authorization: 'Bearer secret://KEY' } }
      const answer = await echoed(definition)
      expect(answer.headers['authorization']).toBe('Bearer [secret]')
      expect(JSON.stringify(answer)).not.toContain(KEY)
    }))

  test('is not read because a model asks for it', () =>
    withServer(echo, async ({ origin }) => {
      const definition = {
        method: 'POST',
        url: `${origin}/?q={q}`,
        headers: { 'x-note': 'note {q}' },
        body: { q: '{q}' },
      }
      const { url, headers, body } = await echoed(definition, { call: { q: 'secret://KEY' } })
      expect([decodeURIComponent(url), headers['x-note'], body]).toEqual([
        '/?q=secret://KEY',
        'note secret://KEY',
        '{"q":"secret://KEY"}',
      ])
    }))

  test('that has no value is asked for by name, and nothing is sent', async () => {
    let visits = 0
    await withServer(
      (_, response) => {
        visits++
        response.end()
      },
      async ({ origin }) => {
        const definition = { url: origin, headers: { authorization: 'Bearer secret://OTHER' } }
        await expect(ask(definition)).rejects.toMatchObject({ code: 'secret.missing' })
      },
    )
    expect(visits).toBe(0)
  })
})

describe('What an HTTP activity withstands', () => {
  test('a host that is not listed, a redirect elsewhere, an address of this machine', () =>
    withServer(
      (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
      async ({ origin, host }) => {
        const refused = { code: 'egress.refused' }
        await expect(ask({ url: origin }, { hosts: ['api.example.com'] })).rejects.toMatchObject(refused)
        await expect(ask({ url: origin }, { hosts: [host] })).rejects.toMatchObject(refused)
        await expect(ask({ url: 'http://localhost.example/' }, { hosts: [] })).rejects.toMatchObject(refused)
      },
    ))

  test('a second header in a parameter', () =>
    withServer(echo, async ({ origin }) => {
      const definition = { url: origin, headers: { 'x-note': '{note}' } }
      for (const note of ['a\r\nx-admin: 1', 'a\nb', 'a\0b', 'любой'])
        await expect(ask(definition, { call: { note } })).rejects.toThrow('"x-note"')
    }))

  test('an answer without end', () =>
    withServer(
      (_, response) => {
        response.setHeader('content-type', 'text/plain')
        const write = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65_536))) continue
        }
        response.on('drain', write)
        write()
      },
      async ({ origin }) => {
        await expect(ask({ url: origin })).rejects.toThrow('more than 4194304 bytes')
      },
    ))

  test('an endpoint that never answers: the Call’s end is the request’s', () =>
    withServer(
      () => undefined,
      async ({ origin }) => {
        const stop = new AbortController()
        const asking = ask({ url: origin }, { signal: stop.signal })
        stop.abort()
        await expect(asking).rejects.toMatchObject({ name: 'AbortError' })
      },
    ))

  test.each(['{', '{"a":1,"a":2}', '['.repeat(200), '{"a":1e999}'])('broken or hostile JSON: %s', (text) =>
    withServer(
      (_, response) => response.setHeader('content-type', 'application/json').end(text),
      async ({ origin }) => {
        await expect(ask({ url: origin })).rejects.toThrow('broken JSON')
      },
    ),
  )

  test('an answer that reaches for prototypes', () =>
    withServer(
      (_, response) => response.setHeader('content-type', 'application/json').end('{"a":{"b":1}}'),
      async ({ origin }) => {
        for (const result of ['/constructor', '/a/__proto__', '/a/toString'])
          await expect(ask({ url: origin, result })).rejects.toThrow(result)
      },
    ))
})

describe('A definition', () => {
  test.each([
    [{}, 'url'],
    [{ url: 'https://{host}/' }, 'url'],
    [{ url: 'https://a.example', method: 'TRACE' }, 'method'],
    [{ url: 'https://a.example', headers: { host: 'b.example' } }, '"host"'],
    [{ url: 'https://a.example', headers: { 'a b': 'x' } }, '"a b"'],
    [{ url: 'https://a.example', headers: { authorization: 'Bearer sk-123' } }, 'secret://NAME'],
    [{ url: 'https://a.example', headers: { accept: '{oops' } }, '"accept"'],
    [{ url: 'https://a.example', body: { a: 'x}' } }, 'x}'],
    [{ url: 'https://a.example', result: 'data' }, 'pointer'],
    [{ url: 'https://a.example', result: { a: 7 } }, 'result.a'],
    [{ url: 'https://a.example', timeoutMs: 0 }, 'timeoutMs'],
    [{ url: 'https://a.example', run: 'x' }, '"run"'],
    [[], 'object'],
  ])('that is wrong says what is: %j', (definition, words) => expect(() => read(definition)).toThrow(words))
})
