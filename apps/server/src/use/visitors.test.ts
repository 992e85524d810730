import { describe, expect, onTestFinished, test } from 'vitest'
import { GREETER_FILES, RESTARTER_FILES, TALKER } from '../testing/ideas.ts'
import { type Files, type TestServer, bodyOf, testServer } from '../testing/test-server.ts'
import { signWebhook, webhookKey } from './signed-webhook.ts'

const TOKEN = 'token-of-the-owner-1234'
const HOOK = 'hook-key-of-at-least-32-characters'
const owner = { authorization: `Bearer ${TOKEN}` }
const page = { origin: 'http://127.0.0.1', 'sec-fetch-site': 'same-origin' }

const MANIFEST = {
  version: 1,
  name: 'shared',
  use: {
    greeter: { page: true, embedIn: ['https://blog.example.com'], webhook: 'secret://HOOK' },
    restarter: { page: true },
    talker: { limits: { perMinute: 1 } },
  },
}

/** A server as others reach it: with a token that its visitors do not have. */
const open = async (files: Files = {}, hook = HOOK): Promise<TestServer> => {
  const server = await testServer(
    {
      'ensemble.json': MANIFEST,
      ...GREETER_FILES,
      ...RESTARTER_FILES,
      'ideas/talker.json': TALKER,
      'page/index.html': '<html lang="en"></html>',
      ...files,
    },
    { ENSEMBLE_TOKEN: TOKEN, HOOK: hook },
  )
  onTestFinished(() => server[Symbol.asyncDispose]())
  return server
}

const start = async (server: TestServer, idea: string, input: unknown): Promise<string> =>
  (await bodyOf(await server.ask('POST', `/use/${idea}/runs`, input, page))).run
const ended = async (server: TestServer, idea: string, run: string) => {
  const steps = await server.ask('GET', `/use/${idea}/runs/${run}/steps`)
  return { steps: await steps.text(), shown: await bodyOf(await server.ask('GET', `/use/${idea}/runs/${run}`)) }
}

describe('a page to share', () => {
  test('has the form, shows the steps in words without values, and the result', async () => {
    const server = await open()
    const shown = await server.ask('GET', '/use/greeter', undefined, { accept: 'text/html' })
    expect(await shown.text()).toContain('<title>Greeter</title>')
    const form = await bodyOf(await server.ask('GET', '/use/greeter/form'))
    expect(form).toEqual({
      title: 'Greeter',
      description: 'Greets a person by name.',
      input: expect.objectContaining({ required: ['name'] }),
    })
    const run = await start(server, 'greeter', { name: 'Zebulon' })
    const { steps, shown: result } = await ended(server, 'greeter', run)
    expect(steps).toContain('{"type":"thinks","who":"Greeter"}')
    expect(steps).toContain('{"type":"works","who":"Greeter","what":"greet user"}')
    expect(steps).toContain('event: end')
    expect(steps).not.toContain('Zebulon')
    expect(result).toEqual({ status: 'completed', simulated: true, output: { greeting: expect.any(String) } })
    const listed = await bodyOf(await server.ask('GET', '/api/runs', undefined, owner))
    expect(listed.items).toMatchObject([{ annotation: { labels: ['page'] }, input: { name: 'Zebulon' } }])
  })

  test('says that a person must decide, and keeps what the Run would do to itself', async () => {
    const server = await open()
    const run = await start(server, 'restarter', { service: 'web-17' })
    await expect
      .poll(async () => bodyOf(await server.ask('GET', `/use/restarter/runs/${run}`)))
      .toEqual({ status: 'waiting', simulated: true })
  })

  test('may be embedded where its setting says so, and nowhere else', async () => {
    const server = await open()
    const policy = async (idea: string) => {
      const { headers } = await server.ask('GET', `/use/${idea}`)
      return [
        /frame-ancestors [^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0],
        headers.get('x-frame-options'),
      ]
    }
    expect(await policy('greeter')).toEqual(['frame-ancestors https://blog.example.com', null])
    expect(await policy('restarter')).toEqual(["frame-ancestors 'none'", 'DENY'])
  })
})

describe('a visitor without the token', () => {
  test('reaches no route of the designer, with any method', async () => {
    const server = await open()
    const { paths } = await bodyOf(await server.ask('GET', '/api/openapi.json', undefined, owner))
    const free = new Set(['GET /api/health', 'GET /api/ready'])
    let asked = 0
    for (const [path, methods] of Object.entries<Record<string, unknown>>(paths))
      for (const method of Object.keys(methods).map((name) => name.toUpperCase())) {
        if (free.has(`${method} ${path}`)) continue
        for (const base of ['', '/w/shared']) {
          const address = base + path.replaceAll(/\{\w+\}/g, 'greeter')
          const answer = await server.ask(method, address, method === 'GET' ? undefined : {}, page)
          expect([method, address, answer.status], address).toEqual([method, address, 401])
          expect(answer.headers.get('set-cookie'), address).toBeNull()
        }
        asked += 1
      }
    expect(asked).toBeGreaterThan(90)
    for (const path of ['/metrics', '/mcp', '/w/shared/mcp', '/w/shared/metrics'])
      expect((await server.ask('GET', path, undefined, page)).status, path).toBe(401)
  })

  test('gets no cookie, no other Idea, no file of the workspace and no page that is off', async () => {
    const server = await open()
    for (const path of ['/use/greeter', '/use/greeter/form']) {
      const { headers } = await server.ask('GET', path, undefined, { accept: 'text/html' })
      expect([headers.get('set-cookie'), headers.get('access-control-allow-origin')], path).toEqual([null, null])
    }
    for (const path of [
      '/use/talker',
      '/use/talker/form',
      '/use/nobody',
      '/use/greeter/../../ensemble.json',
      '/use/%2e%2e/ensemble.json',
      '/use/greeter/runs',
      '/use/greeter/runs/x',
      '/use/ensemble.json',
      '/use/greeter/files/ensemble.json',
      '/w/other/use/greeter',
    ])
      expect((await server.ask('GET', path)).status, path).toBe(404)
    expect((await server.ask('POST', '/use/talker/runs', {}, page)).status).toBe(404)
    const off = await bodyOf(await server.ask('GET', '/use/talker/form'))
    const absent = await bodyOf(await server.ask('GET', '/use/nobody/form'))
    expect({ ...absent, detail: '' }).toEqual({ ...off, detail: '' })
  })

  test('sees only Runs that were started on that page, by names that cannot be guessed or moved', async () => {
    const server = await open()
    const { id } = await bodyOf(
      await server.ask('POST', '/api/runs', { idea: 'greeter', input: { name: 'Owner' } }, owner),
    )
    const run = await start(server, 'greeter', { name: 'Ada' })
    const [own = '', mark = ''] = run.split('.')
    for (const [idea, name] of [
      ['greeter', id],
      ['greeter', `${id}.${mark}`],
      ['greeter', own],
      ['greeter', `${own}.`],
      ['greeter', `${own}.${mark.slice(0, -1)}`],
      ['restarter', run],
    ] as const)
      for (const rest of ['', '/steps', '/files/x'])
        expect((await server.ask('GET', `/use/${idea}/runs/${name}${rest}`)).status, `${idea} ${name}${rest}`).toBe(404)
    for (const method of ['DELETE', 'PUT', 'PATCH', 'POST'])
      expect((await server.ask(method, `/use/greeter/runs/${run}`)).status, method).toBe(404)
    expect((await server.ask('GET', `/api/runs/${own}`, undefined, page)).status).toBe(401)
  })

  test('gets files that the output names, and none that were made on the way', async () => {
    const server = await open()
    const run = await start(server, 'greeter', { name: 'Ada' })
    await ended(server, 'greeter', run)
    const [id] = run.split('.')
    const made = await bodyOf(await server.ask('GET', `/api/runs/${id}/artifacts`, undefined, owner))
    expect(made).toHaveLength(2)
    for (const { name } of made)
      expect((await server.ask('GET', `/use/greeter/runs/${run}/files/${name}`)).status).toBe(404)
  })

  test('cannot choose a model, a profile, limits or another Idea', async () => {
    const server = await open()
    for (const input of [
      { name: 'Ada', model: 'other' },
      { idea: 'talker', input: {} },
      { name: 'Ada', config: { limits: { turns: 1000 } } },
    ])
      expect((await server.ask('POST', '/use/greeter/runs', input, page)).status).toBe(422)
  })

  test('is held to its limits: bytes, starts in a minute, runs at once', async () => {
    const server = await open({
      'ensemble.json': {
        ...MANIFEST,
        use: {
          greeter: { page: true, limits: { perMinute: 2, atOnce: 5 } },
          restarter: { page: true, limits: { perDay: 1 } },
        },
      },
    })
    const begin = (idea: string, input: unknown) => server.ask('POST', `/use/${idea}/runs`, input, page)
    expect((await begin('greeter', { name: 'x'.repeat(300_000) })).status).toBe(413)
    expect((await begin('greeter', '{"name":')).status).toBe(400)
    expect(
      (await server.ask('POST', '/use/greeter/runs', 'name=Ada', { ...page, 'content-type': 'text/plain' })).status,
    ).toBe(415)
    expect((await begin('greeter', { name: 'a' })).status).toBe(202)
    expect((await begin('greeter', { name: 'b' })).status).toBe(202)
    const refused = await begin('greeter', { name: 'c' })
    expect([refused.status, (await bodyOf(refused)).code]).toEqual([429, 'use.limit'])
    expect((await begin('restarter', { service: 'a' })).status).toBe(202)
    expect((await begin('restarter', { service: 'b' })).status).toBe(429)
  })

  test('is no page of another site, and no other host', async () => {
    const server = await open()
    const foreign = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await server.ask('POST', '/use/greeter/runs', { name: 'a' }, foreign)).status).toBe(403)
    expect((await server.ask('GET', '/use/greeter', undefined, { host: 'evil.example' })).status).toBe(421)
  })

  test('learns nothing of the inside from a failure', async () => {
    const server = await open({ 'ideas/restarter.json': '{ "context": [' })
    const answer = await server.ask('POST', '/use/restarter/runs', { service: 'web' }, page)
    expect(await answer.text()).not.toMatch(/ensemble-test|restarter\.json|line|ideas/)
    expect(answer.status).toBe(503)
  })
})

describe('a webhook', () => {
  const body = JSON.stringify({ name: 'Ada' })
  const seconds = () => Math.floor(Date.now() / 1000)
  const sign = (key: string, ...message: [id: string, at: number, body: Uint8Array]) =>
    signWebhook(webhookKey(key) ?? Buffer.alloc(0), ...message)
  const headersOf = (id: string, at = seconds(), key = HOOK, signed = body) => ({
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': sign(key, id, at, new TextEncoder().encode(signed)),
  })
  const send = (server: TestServer, headers: Record<string, string>, sent = body) =>
    server.ask('POST', '/use/greeter/webhook', sent, headers)

  test('starts a run for a message that is signed, once for each id', async () => {
    const server = await open()
    const [first, again] = [await send(server, headersOf('msg_1')), await send(server, headersOf('msg_1'))]
    expect([first.status, again.status]).toEqual([202, 202])
    expect(await bodyOf(again)).toEqual(await bodyOf(first))
    expect((await bodyOf(await send(server, headersOf('msg_2')))).id).toEqual(expect.any(String))
    const { items } = await bodyOf(await server.ask('GET', '/api/runs', undefined, owner))
    expect(items.map(({ annotation }: { annotation: { labels: string[] } }) => annotation.labels)).toEqual([
      ['webhook'],
      ['webhook'],
    ])
    const other = JSON.stringify({ name: 'Eve' })
    expect((await send(server, headersOf('msg_1', seconds(), HOOK, other), other)).status).toBe(409)
  })

  test('starts nothing for a message whose run was deleted', async () => {
    const server = await open()
    const headers = headersOf('msg_12')
    const { id } = await bodyOf(await send(server, headers))
    const run = `/api/runs/${id}`
    await expect
      .poll(async () => (await bodyOf(await server.ask('GET', run, undefined, owner))).status)
      .toBe('completed')
    expect((await server.ask('DELETE', run, undefined, owner)).status).toBe(204)
    expect(await bodyOf(await send(server, headers))).toEqual({ id })
    expect((await bodyOf(await server.ask('GET', '/api/runs', undefined, owner))).items).toEqual([])
  })

  test('is signed as the Standard Webhooks specification has it', () => {
    // The example of its reference implementations.
    const signature = sign(
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1614265330,
      new TextEncoder().encode('{"test": 2432232314}'),
    )
    expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  test('is refused without a signature, with a wrong one, an old one, one of another body or another key', async () => {
    const server = await open()
    const right = headersOf('msg_3')
    for (const [headers, sent] of [
      [{}, body],
      [{ ...right, 'webhook-signature': 'v1,AAAA' }, body],
      [{ ...right, 'webhook-id': 'msg_4' }, body],
      [{ ...right, 'webhook-timestamp': String(seconds() - 1) }, body],
      [headersOf('msg_5', seconds() - 301), body],
      [headersOf('msg_6', seconds() + 302), body],
      [headersOf('msg_7', seconds(), 'another-key-of-at-least-32-characters'), body],
      [right, JSON.stringify({ name: 'Eve' })],
    ] as const) {
      const answer = await send(server, headers as Record<string, string>, sent)
      expect([answer.status, (await bodyOf(answer)).code], JSON.stringify(headers)).toEqual([401, 'webhook.refused'])
    }
    expect((await server.ask('POST', '/use/restarter/webhook', body, right)).status).toBe(404)
    expect((await bodyOf(await server.ask('GET', '/api/runs', undefined, owner))).items).toEqual([])
  })

  test('is off while its key is empty, too short or no base64', async () => {
    const long = Buffer.alloc(24, 7).toString('base64')
    for (const hook of [
      '',
      'a',
      ' ',
      ' '.repeat(40),
      'a'.repeat(31),
      'whsec_',
      'whsec_!!!!',
      'whsec_AAAA',
      `whsec_!${long}`,
    ]) {
      const server = await open({}, hook)
      const answer = await send(server, headersOf('msg_10', seconds(), hook))
      expect([answer.status, (await bodyOf(answer)).code], hook).toEqual([404, 'use.off'])
      const { uses } = await bodyOf(await server.ask('GET', '/api/use', undefined, owner))
      expect(uses[0].webhook, hook).toEqual({ key: 'secret://HOOK', isSet: false })
    }
    for (const hook of [`whsec_${long}`, 'a'.repeat(32)])
      expect((await send(await open({}, hook), headersOf('msg_11', seconds(), hook))).status, hook).toBe(202)
  })

  test('checks the input, and takes one of several signatures', async () => {
    const server = await open()
    const wrong = JSON.stringify({ name: 7 })
    expect((await send(server, headersOf('msg_8', seconds(), HOOK, wrong), wrong)).status).toBe(422)
    const headers = headersOf('msg_9')
    const both = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']} v1a,BBBB` }
    expect((await send(server, both)).status).toBe(202)
  })
})
