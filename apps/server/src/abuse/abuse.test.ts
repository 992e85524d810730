import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, bodyOf, openTestServer } from '../testing/test-server.ts'

interface Operation {
  readonly method: string
  readonly path: string
  readonly hasBody: boolean
}

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers?: Headers
  readonly body?: string
}

const OUTSIDE = 'this is outside the workspace'
type Headers = Readonly<Record<string, string>>

const FOREIGN: readonly Headers[] = [
  { origin: 'http://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
]
const UNAUTHORISED: readonly Headers[] = [
  {},
  { authorization: 'Bearer wrong' },
  { authorization: 'Basic Y29ycmVjdCBob3JzZQ==' },
]

const JSON_TYPE = { 'content-type': 'application/json' }

/** Sends the path as it is written: no client tidies up the dots. A stream is left once its headers are there. */
const send = (base: string, { method, path, headers, body }: Asked): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base)
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = httpRequest({ hostname, port, method, path, headers: { ...length, ...headers } }, (message) => {
      const { statusCode: status = 0, headers: answered } = message
      if (answered['content-type']?.startsWith('text/event-stream') === true) {
        message.destroy()
        return resolve({ status, headers: answered, text: '' })
      }
      let text = ''
      message.setEncoding('utf8')
      message.on('data', (piece: string) => (text += piece))
      message.on('end', () => resolve({ status, headers: answered, text }))
      message.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })

const fill = (path: string, value: string): string => path.replaceAll(/\{\w+\}/g, value)

const HOSTILE_NAMES = [
  '..%2f..%2foutside.txt',
  '..%2foutside.txt',
  '..%5c..%5coutside.txt',
  '%2e%2e%2foutside.txt',
  '%252e%252e%252foutside.txt',
  '....%2f%2foutside.txt',
  '%2fetc%2fpasswd',
  '%00',
  'a%00.json',
  '%',
  '%ff%fe',
  '%ed%a0%80',
  '__proto__',
  'constructor',
  'toString',
  'con',
  '%E2%80%AE',
  '%0d%0aset-cookie:%20a=b',
  'a'.repeat(5000),
]

const HOSTILE_BODIES = [
  '',
  'null',
  '[]',
  '"text"',
  '{',
  '\uFEFF{}',
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a":1e999}',
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  '['.repeat(100_000),
  `{"a":${'{"a":'.repeat(2000)}1${'}'.repeat(2001)}`,
  `{"a":"${'x'.repeat(1_000_000)}"}`,
]

let parent: string
let server: TestServer
let base: string
let operations: readonly Operation[]

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'ensemble-abuse-'))
  const root = join(parent, 'workspace')
  await mkdir(join(root, 'ideas'), { recursive: true })
  await writeFile(join(parent, 'outside.txt'), OUTSIDE)
  await writeFile(join(root, 'ensemble.json'), JSON.stringify({ version: 1, name: 'abused' }))
  await writeFile(join(root, 'ideas', 'say.json'), JSON.stringify({ context: [{ type: 'text', text: 'Say it.' }] }))
  server = await openTestServer(root)
  base = await server.listen()
  const description = await bodyOf(await server.ask('GET', '/api/openapi.json'))
  operations = Object.entries<Record<string, { requestBody?: unknown }>>(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      hasBody: requestBody !== undefined,
    })),
  )
})

afterAll(async () => {
  await server.stop()
  await rm(parent, { recursive: true, force: true, maxRetries: 3 })
})

/** Properties of every answer, for any request. */
const expectSafe = ({ status, headers, text }: Answer, what: string): void => {
  expect(status, what).toBeLessThan(500)
  expect(headers['x-content-type-options'], what).toBe('nosniff')
  expect(headers['content-security-policy'], what).toContain("frame-ancestors 'none'")
  expect(headers['access-control-allow-origin'], what).toBeUndefined()
  expect(text, what).not.toContain(OUTSIDE)
  if (status < 400) return
  expect(headers['content-type'], what).toContain('application/problem+json')
  expect(text, what).not.toMatch(/\n\s+at |node_modules|\.ts:\d+/)
  expect(text, what).not.toContain(parent)
}

const sendAll = async (
  asked: (operation: Operation) => readonly Asked[],
  judge: (answer: Answer, what: string) => void,
): Promise<void> => {
  for (const operation of operations)
    for (const one of asked(operation)) {
      const what = `${one.method} ${one.path.slice(0, 120)} ${one.body?.slice(0, 60) ?? ''}`
      const answer = await send(base, one)
      expectSafe(answer, what)
      judge(answer, what)
    }
}
const anything = (): void => undefined

describe('every route that the description lists', () => {
  test('is one of at least thirty', () => expect(operations.length).toBeGreaterThan(30))

  test('refuses a Host that is not this server’s', () =>
    sendAll(
      ({ method, path }) =>
        ['evil.example', '127.0.0.1.evil.example', 'localhost@evil.example'].map((host) => ({
          method,
          path: fill(path, 'x'),
          headers: { host },
        })),
      ({ status }, what) => expect(status, what).toBe(421),
    ))

  test('refuses a page of another origin or site', () =>
    sendAll(
      ({ method, path }) =>
        FOREIGN.map((headers) => ({
          method,
          path: fill(path, 'x'),
          headers,
        })),
      ({ status }, what) => expect(status, what).toBe(403),
    ))

  test('takes a body only as JSON', () =>
    sendAll(
      ({ method, path, hasBody }) =>
        (hasBody ? ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded'] : []).map((type) => ({
          method,
          path: fill(path, 'x'),
          headers: { 'content-type': type },
          body: '{}',
        })),
      ({ status }, what) => expect(status, what).toBe(415),
    ))

  test('survives odd names in every parameter of its path', () =>
    sendAll(
      ({ method, path, hasBody }) =>
        (path.includes('{') ? HOSTILE_NAMES : []).map((name) => ({
          method,
          path: fill(path, name),
          headers: { ...JSON_TYPE, 'if-none-match': '*' },
          ...(hasBody && { body: '{"context":[]}' }),
        })),
      anything,
    ))

  test('survives every hostile body', async () => {
    await sendAll(
      ({ method, path, hasBody }) =>
        (hasBody ? HOSTILE_BODIES : []).map((body) => ({ method, path: fill(path, 'x'), headers: JSON_TYPE, body })),
      anything,
    )
    expect('polluted' in {}).toBe(false)
  })

  test('survives a method that no route offers', () =>
    sendAll(
      ({ path }) => ['PATCH', 'OPTIONS', 'PROPFIND'].map((method) => ({ method, path: fill(path, 'x') })),
      ({ status }, what) => expect(status, what).toBe(405),
    ))
})

describe('after all of it', () => {
  test('nothing was written outside the workspace and the server answers', async () => {
    expect((await readdir(parent)).toSorted()).toEqual(['outside.txt', 'workspace'])
    expect(await readFile(join(parent, 'outside.txt'), 'utf8')).toBe(OUTSIDE)
    expect((await send(base, { method: 'GET', path: '/api/health' })).status).toBe(200)
  })
})

describe('with ENSEMBLE_TOKEN', () => {
  test('every route but health and readiness refuses a caller without it or with another', async () => {
    const root = join(parent, 'workspace', 'locked')
    await mkdir(root)
    await writeFile(join(root, 'ensemble.json'), JSON.stringify({ version: 1, name: 'locked' }))
    const locked = await openTestServer(root, { ENSEMBLE_TOKEN: 'correct horse' })
    const lockedBase = await locked.listen()
    try {
      const isOpen = ({ path }: { readonly path: string }): boolean => path === '/api/health' || path === '/api/ready'
      for (const { method, path } of operations.filter((operation) => !isOpen(operation)))
        for (const headers of UNAUTHORISED)
          expect((await send(lockedBase, { method, path: fill(path, 'x'), headers })).status, path).toBe(401)
    } finally {
      await locked.stop()
    }
  })
})
