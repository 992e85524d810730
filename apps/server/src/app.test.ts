import { GREETER_FILES } from './testing/ideas.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bodyOf, testServer } from './testing/test-server.ts'

const browser = { origin: 'http://127.0.0.1', 'sec-fetch-site': 'same-origin' }

describe('who may talk to the server', () => {
  test('a program on this machine needs no token', async () => {
    await using server = await testServer()
    const response = await server.ask('GET', '/api/health')
    expect(response.status).toBe(200)
    expect(await bodyOf(response)).toMatchObject({
      status: 'ok',
      model: 'simulated',
      profile: 'offline',
      workspace: server.root,
    })
  })

  test('a foreign Host is refused, so that no name can be rebound to this machine', async () => {
    await using server = await testServer()
    const response = await server.ask('GET', '/api/health', undefined, { host: 'evil.example' })
    expect(response.status).toBe(421)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
  })

  test('a page of another origin or site is refused', async () => {
    await using server = await testServer()
    expect((await server.ask('GET', '/api/ideas', undefined, { origin: 'http://evil.example' })).status).toBe(403)
    expect((await server.ask('GET', '/api/ideas', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await server.ask('GET', '/api/ideas', undefined, { 'sec-fetch-site': 'same-site' })).status).toBe(403)
  })

  test('a page of this origin gets a cookie from the session and is let in with it', async () => {
    await using server = await testServer()
    expect((await server.ask('GET', '/api/ideas', undefined, browser)).status).toBe(401)
    const session = await server.ask('GET', '/api/session', undefined, browser)
    const cookie = session.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^ensemble-\d+=[\w-]{40,}; Path=\/; HttpOnly; SameSite=Strict$/)
    const [pair = ''] = cookie.split(';')
    expect((await server.ask('GET', '/api/ideas', undefined, { ...browser, cookie: pair })).status).toBe(200)
  })

  test('with ENSEMBLE_TOKEN every caller needs it, and health tells strangers only that it is up', async () => {
    await using server = await testServer({}, { ENSEMBLE_TOKEN: 'correct horse' })
    expect((await server.ask('GET', '/api/ideas')).status).toBe(401)
    expect((await server.ask('GET', '/api/session', undefined, browser)).status).toBe(401)
    expect((await server.ask('GET', '/api/ideas', undefined, { authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await server.ask('GET', '/api/ideas', undefined, { authorization: 'Bearer correct horse' })).status).toBe(
      200,
    )
    expect(Object.keys(await bodyOf(await server.ask('GET', '/api/health')))).toEqual(['status', 'version'])
  })
})

describe('refusals', () => {
  test('a body that is not declared as JSON is 415, malformed JSON 400, an unknown member 400 with its place', async () => {
    await using server = await testServer()
    const form = await server.ask('POST', '/api/runs', 'idea=x', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(form.status).toBe(415)
    expect((await server.ask('POST', '/api/runs', '{"idea":')).status).toBe(400)
    const unknown = await server.ask('POST', '/api/runs', { idea: 'x', other: 1 })
    expect(unknown.status).toBe(400)
    expect((await bodyOf(unknown)).errors).toHaveLength(1)
  })

  test('a body over the limit is 413 before it is read', async () => {
    await using server = await testServer()
    const response = await server.ask('PUT', '/api/ideas/big', 'x', { 'content-length': '99999999' })
    expect(response.status).toBe(413)
  })

  test('duplicate keys and endless nesting are refused and the server continues', async () => {
    await using server = await testServer()
    expect((await bodyOf(await server.ask('PUT', '/api/ideas/a', '{"a":1,"a":2}'))).code).toBe('json.duplicateKey')
    expect((await bodyOf(await server.ask('PUT', '/api/ideas/a', '['.repeat(100_000)))).code).toBe('json.tooDeep')
    expect((await server.ask('GET', '/api/health')).status).toBe(200)
  })

  test('an unknown route is 404, an unknown method 405 with what is allowed', async () => {
    await using server = await testServer()
    expect((await server.ask('GET', '/api/nothing')).status).toBe(404)
    const packed = { 'content-encoding': 'gzip' }
    const encoded = await server.ask('POST', '/api/validate', { tool: { type: 'object' } }, packed)
    expect([encoded.status, encoded.headers.get('accept-encoding')]).toEqual([415, 'identity'])
    expect((await bodyOf(encoded)).code).toBe('body.encoded')
    const plain = { 'content-encoding': 'identity' }
    expect((await server.ask('POST', '/api/validate', { tool: { type: 'object' } }, plain)).status).toBe(200)
    const method = await server.ask('POST', '/api/graph', {})
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET'])
  })
})

describe('the page', () => {
  test('is served with its policy; the validator’s worker alone may compile', async () => {
    await using server = await testServer()
    const page = join(server.root, 'page', 'assets')
    await mkdir(page, { recursive: true })
    await writeFile(join(server.root, 'page', 'index.html'), '<!doctype html>')
    await writeFile(join(page, 'app-abc.js'), 'plain')
    await writeFile(join(page, 'app-abc.js.gz'), 'packed')
    await writeFile(join(page, 'validator-worker-abc.js'), '')
    const index = await server.ask('GET', '/ideas/producer', undefined, { accept: 'text/html,*/*;q=0.8' })
    expect(index.headers.get('content-type')).toContain('text/html')
    expect(index.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(index.headers.get('set-cookie')).toContain('SameSite=Strict')
    const script = await server.ask('GET', '/assets/app-abc.js', undefined, { 'accept-encoding': 'gzip' })
    expect(script.headers.get('cache-control')).toContain('immutable')
    expect([script.headers.get('content-encoding'), await script.text()]).toEqual(['gzip', 'packed'])
    const worker = await server.ask('GET', '/assets/validator-worker-abc.js')
    expect(worker.headers.get('content-security-policy')).toContain("'unsafe-eval'; connect-src 'none'")
    expect((await server.ask('GET', '/assets/missing.js')).status).toBe(404)
    expect((await server.ask('GET', '/..%2f..%2fensemble.json')).status).toBe(404)
  })

  const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  test.each([
    ['/.well-known/security.txt', BROWSER],
    ['/.well-known/oauth-authorization-server', BROWSER],
    ['/.well-known', {}],
    ['/%2ewell-known/agent', BROWSER],
    ['/healthz', BROWSER],
    ['/healthz/', {}],
    ['/readyz', BROWSER],
    ['/livez', BROWSER],
    ['/anything', {}],
    ['/anything/else', { accept: '*/*' }],
    ['/anything', { accept: 'application/json' }],
    ['/anything', { accept: 'text/html;q=0, */*' }],
    ['/anything', { accept: 'text/htmlx' }],
    ['/api', {}],
  ])('is not what is at %s: 404, with a problem', async (path, headers) => {
    await using server = await testServer()
    await mkdir(join(server.root, 'page'), { recursive: true })
    await writeFile(join(server.root, 'page', 'index.html'), '<!doctype html>')
    for (const method of ['GET', 'HEAD']) {
      const response = await server.ask(method, path, undefined, { accept: '*/*', ...headers })
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'application/problem+json; charset=utf-8',
      ])
    }
    expect((await server.ask('GET', '/', undefined, { accept: '*/*' })).status).toBe(200)
    expect((await server.ask('GET', '/index.html', undefined, { accept: '*/*' })).status).toBe(200)
  })
})

interface Operation {
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json'?: {
        readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: object }>>
      }
    }
  }
  readonly responses: Readonly<Record<string, unknown>>
}

describe('the description', () => {
  test('lists every route once, as OpenAPI 3.1', async () => {
    await using server = await testServer()
    const description = await bodyOf(await server.ask('GET', '/api/openapi.json'))
    expect(description.openapi).toBe('3.1.0')
    expect(Object.keys(description.paths)).toEqual(
      expect.arrayContaining(['/api/health', '/api/ideas/{name}', '/api/graph', '/api/runs', '/api/runs/{id}/events']),
    )
    expect(description.paths['/api/runs'].post.requestBody.content['application/json'].schema.required).toEqual([
      'idea',
    ])
  })

  test('holds examples of bodies, and each does what its route promises', async () => {
    await using server = await testServer(GREETER_FILES)
    const { paths } = await bodyOf(await server.ask('GET', '/api/openapi.json'))
    let sent = 0
    for (const [path, operations] of Object.entries<Record<string, Operation>>(paths))
      for (const [method, { requestBody, responses }] of Object.entries(operations))
        for (const { summary, value } of Object.values(requestBody?.content['application/json']?.examples ?? {})) {
          const response = await server.ask(method.toUpperCase(), path, value)
          expect(Object.keys(responses), `${path}: ${summary}`).toContain(String(response.status))
          expect(response.ok, `${path}: ${summary}`).toBe(true)
          sent++
        }
    expect(sent).toBeGreaterThan(8)
  })
})
