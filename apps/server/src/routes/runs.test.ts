import type { JournalEvent, Run } from '@ensemble/core'
import { hashOf } from '@ensemble/core/host'
import { createBriefReader } from '@ensemble/core/trace'
import { describe, expect, test } from 'vitest'
import { readEvents } from '../cli/read-events.ts'
import { GREETER, GREETER_FILES, TALKER } from '../testing/ideas.ts'
import { type TestServer, bodyOf, makeWorkspace, openTestServer, testServer } from '../testing/test-server.ts'

const finish = async (server: TestServer, body: unknown): Promise<Run> => {
  const response = await server.ask('POST', '/api/runs', body)
  expect(response.status).toBe(202)
  const { id } = await bodyOf(response)
  return (await server.deps.executor()).settled(id)
}
const eventsOf = async (server: TestServer, run: Run): Promise<readonly JournalEvent[]> =>
  (await bodyOf(await server.ask('GET', `/api/runs/${run.id}/events`, undefined, { accept: 'application/json' })))
    .events

describe('a run', () => {
  test('of an Idea with an Activity ends with its output, its events in a chain', async () => {
    await using server = await testServer(GREETER_FILES)
    const run = await finish(server, { idea: 'greeter' })
    expect(run).toMatchObject({ status: 'completed', model: 'simulated', profile: 'offline', input: { name: 'Ada' } })
    const events = await eventsOf(server, run)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    const { type, data } = events.find((event) => event.type === 'call.completed') ?? {}
    expect([type, data]).toEqual(['call.completed', expect.objectContaining({ result: { greeting: 'Hello, Ada' } })])
    expect(await bodyOf(await server.ask('GET', `/api/runs/${run.id}`))).toEqual(run)
    expect(await bodyOf(await server.ask('POST', `/api/runs/${run.id}/replay`))).toMatchObject({ identical: true })
  })

  test('is started once however often it is asked for with one key; another body is a conflict', async () => {
    await using server = await testServer({ 'ideas/one.json': TALKER })
    const start = async (body: object): Promise<Response> => server.ask('POST', '/api/runs', body)
    const first = await bodyOf(await start({ idea: 'one', idempotencyKey: 'k' }))
    expect(await bodyOf(await start({ idea: 'one', idempotencyKey: 'k' }))).toEqual(first)
    expect((await start({ idea: 'one', idempotencyKey: 'k', model: 'simulated' })).status).toBe(409)
    expect((await bodyOf(await server.ask('GET', '/api/runs'))).items).toHaveLength(1)
  })

  test('of a broken Idea, of none, or with an input that does not fit is 422 with the reason', async () => {
    await using server = await testServer({ 'ideas/broken.json': { title: 'x' }, 'ideas/greeter.json': GREETER })
    for (const body of [{ idea: 'broken' }, { idea: 'nobody' }, { idea: 'greeter', input: { nome: 'x' } }]) {
      const response = await server.ask('POST', '/api/runs', body)
      expect([response.status, (await bodyOf(response)).detail]).toEqual([422, expect.stringMatching(/\w/)])
    }
    expect((await server.ask('POST', '/api/runs', { idea: 'greeter', profile: 'nowhere' })).status).toBe(422)
  })

  test('of an Idea with a missing module is 422 before anything runs', async () => {
    const calls = {
      ask: { type: 'object', description: 'Asks the arranger.', properties: { _module: { const: 'idea://arranger' } } },
    }
    const caller = { ...TALKER, context: [...TALKER.context, { type: 'tool', tool: calls }] }
    await using server = await testServer({ 'ideas/caller.json': caller })
    const response = await server.ask('POST', '/api/runs', { idea: 'caller' })
    expect([response.status, (await bodyOf(response)).detail]).toEqual([422, expect.stringContaining('arranger')])
  })

  test('is not started with an unknown config member, nor forked with an invalid answer', async () => {
    await using server = await testServer(GREETER_FILES)
    const refusal = async (config: object): Promise<unknown> => {
      const response = await server.ask('POST', '/api/runs', { idea: 'greeter', input: { name: 'A' }, config })
      return [response.status, (await bodyOf(response)).errors]
    }
    const told = (path: string, message: string) => [400, [{ path, message }]]
    expect(await refusal({ limits: { turns: 'many' } })).toEqual(
      told('/config/limits/turns', 'config.limits.turns must be a whole number, 1 or more.'),
    )
    expect(await refusal({ temprature: 1 })).toEqual(
      told('/config/temprature', 'config has no field temprature. Did you mean temperature?'),
    )
    const { id } = await finish(server, { idea: 'greeter', input: { name: 'A' }, config: { limits: { turns: 3 } } })
    const edit = { type: 'answer', key: 'request/0' }
    for (const given of [{}, { raw: 'a', solution: { calls: [], output: null } }]) {
      const response = await server.ask('POST', `/api/runs/${id}/fork`, { at: 2, edit: { ...edit, ...given } })
      expect([response.status, (await bodyOf(response)).errors]).toEqual(
        told('/edit', 'An answer is edited by "raw" or by "solution": give one of them.'),
      )
    }
  })

  test('is listed, filtered, searched, deleted', async () => {
    await using server = await testServer({ 'ideas/one.json': TALKER, ...GREETER_FILES })
    await finish(server, { idea: 'one' })
    const run = await finish(server, { idea: 'greeter', input: { name: 'Мария' } })
    const list = async (query: string): Promise<readonly Run[]> =>
      (await bodyOf(await server.ask('GET', `/api/runs?${query}`))).items
    expect(await list('')).toHaveLength(2)
    expect(await list('idea=greeter')).toEqual([run])
    expect(await list('q=Мария')).toEqual([run])
    expect(await list('status=failed')).toEqual([])
    expect((await server.ask('GET', '/api/runs?limit=0')).status).toBe(400)
    expect((await server.ask('GET', '/api/runs?cursor=somewhere')).status).toBe(400)
    expect((await server.ask('DELETE', `/api/runs/${run.id}`)).status).toBe(204)
    expect((await server.ask('GET', `/api/runs/${run.id}`)).status).toBe(404)
  })
})

describe('artifacts', () => {
  test('are read whole and in parts, and are never a page of this origin', async () => {
    await using server = await testServer(GREETER_FILES)
    const run = await finish(server, { idea: 'greeter' })
    const [text, page] = await bodyOf(await server.ask('GET', `/api/runs/${run.id}/artifacts`))
    const path = `/api/runs/${run.id}/artifacts/${text.name}`
    const whole = await server.ask('GET', path)
    expect([whole.status, await whole.text()]).toEqual([200, '0123456789'])
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    const part = await server.ask('GET', path, undefined, { range: 'bytes=2-4' })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234'])
    const tail = await server.ask('GET', path, undefined, { range: 'bytes=-3' })
    expect(await tail.text()).toBe('789')
    expect((await server.ask('GET', path, undefined, { range: 'bytes=10-' })).status).toBe(416)
    const html = await server.ask('GET', `/api/runs/${run.id}/artifacts/${page.name}`)
    expect(html.headers.get('content-disposition')).toContain('attachment')
    expect(html.headers.get('content-security-policy')).toContain('sandbox')
  })

  test('an HTML file is a page in a frame, with a separate origin and without a way out', async () => {
    await using server = await testServer(GREETER_FILES)
    const run = await finish(server, { idea: 'greeter' })
    const [text, page] = await bodyOf(await server.ask('GET', `/api/runs/${run.id}/artifacts`))
    const path = (name: string) => `/api/runs/${run.id}/artifacts/${name}/page`
    const framed = await server.ask('GET', path(page.name), undefined, { 'sec-fetch-dest': 'iframe' })
    expect([framed.status, framed.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(framed.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const policy = framed.headers.get('content-security-policy')?.split('; ')
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "frame-ancestors 'self'"]))
    // Without `allow-same-origin` it cannot act for this page; with `connect-src` of `none` it cannot tell anybody.
    expect(policy).toContain('sandbox allow-scripts')
    expect(policy?.some((rule) => /^(connect-src|frame-src|object-src)/.test(rule))).toBe(false)
    expect((await server.ask('GET', path(page.name), undefined, { 'sec-fetch-dest': 'document' })).status).toBe(415)
    expect((await server.ask('GET', path(text.name))).status).toBe(415)
    expect((await server.ask('GET', path('nothing.html'))).status).toBe(404)
  })
})

describe('the stream of a run', () => {
  test('gives each event its seq as id, says when it is over, and resumes after any of them', async () => {
    await using server = await testServer(GREETER_FILES)
    const url = await server.listen()
    const run = await finish(server, { idea: 'greeter' })
    const events = await eventsOf(server, run)
    const whole = await (await fetch(`${url}/api/runs/${run.id}/events`)).text()
    expect([...whole.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))).toEqual(events.map(({ seq }) => seq))
    expect(whole).toMatch(/event: end\ndata: \{\}\n\n$/)
    const after = events.length - 2
    const rest = await (
      await fetch(`${url}/api/runs/${run.id}/events`, { headers: { 'last-event-id': `${after}` } })
    ).text()
    expect([...rest.matchAll(/^id: (\d+)$/gm)]).toHaveLength(2)
    // As a browser comes back to the address that it began with.
    const again = await fetch(`${url}/api/runs/${run.id}/events?after=1`, { headers: { 'last-event-id': `${after}` } })
    expect([...(await again.text()).matchAll(/^id: (\d+)$/gm)]).toHaveLength(2)
    const done = await fetch(`${url}/api/runs/${run.id}/events?after=${events.length}`)
    expect(done.status).toBe(204)
  })

  test('starts over for an id that this run never gave out', async () => {
    await using server = await testServer({ 'ideas/one.json': TALKER })
    const url = await server.listen()
    const run = await finish(server, { idea: 'one' })
    for (const id of ['999', 'foreign']) {
      const text = await (await fetch(`${url}/api/runs/${run.id}/events?after=${id}`)).text()
      expect(text).toMatch(/^: open\n\nevent: reset\ndata: \{\}\n\nid: 1\n/)
    }
  })

  test('packs events by time: an array with the last seq as id', async () => {
    await using server = await testServer(GREETER_FILES)
    const url = await server.listen()
    const run = await finish(server, { idea: 'greeter' })
    const text = await (await fetch(`${url}/api/runs/${run.id}/events?pack=16`)).text()
    const [, id, data = ''] = /id: (\d+)\ndata: (\[.*\])\n/.exec(text) ?? []
    expect([Number(id), JSON.parse(data).length]).toEqual([run.head.seq, run.head.seq])
  })

  test('is brief where a page catches up: spans by their place, no links of the chain', async () => {
    await using server = await testServer(GREETER_FILES)
    const url = await server.listen()
    const run = await finish(server, { idea: 'greeter' })
    const text = await (await fetch(`${url}/api/runs/${run.id}/events?pack=16&brief=true`)).text()
    const [, data = ''] = /\ndata: (\{"run".*\})\n/.exec(text) ?? []
    const recorded = await eventsOf(server, run)
    expect(createBriefReader()(JSON.parse(data))).toEqual(
      recorded.map(({ type, seq, run: of, at, span, data: own }) => ({ type, seq, run: of, at, span, data: own })),
    )
  })

  test('is live: events come while the run continues', async () => {
    const slow = `export const greetUser = async (call, { progress, signal }) => {
      // Nothing records it: it repeats until its reader is there.
      const saying = setInterval(() => progress(1, 2, 'half'), 20)
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))).finally(() => clearInterval(saying))
    }`
    await using server = await testServer({ 'ideas/greeter.json': GREETER, 'activities/greet.js': slow })
    const url = await server.listen()
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'greeter' }))
    const types: string[] = []
    for await (const event of readEvents(await fetch(`${url}/api/runs/${id}/events`))) {
      types.push(event.type)
      if (event.type === 'call.progress') await server.ask('POST', `/api/runs/${id}/cancel`)
    }
    expect(types).toContain('call.started')
    expect(types.at(-1)).toBe('run.cancelled')
  })
})

describe('a stop and a start', () => {
  test('interrupt a run and finish it, repeating nothing that was done', async () => {
    const gate = `let open
      export const opened = new Promise((resolve) => { open = resolve })
      globalThis.openGate = () => open()
      export const greetUser = async ({ name }, { signal }) => {
        await Promise.race([globalThis.gate, new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))])
        return { greeting: 'Hello, ' + name }
      }`
    const root = await makeWorkspace({ 'ideas/greeter.json': GREETER, 'activities/greet.js': gate })
    Reflect.set(globalThis, 'gate', new Promise(() => undefined))
    const first = await openTestServer(root)
    const { id } = await bodyOf(await first.ask('POST', '/api/runs', { idea: 'greeter' }))
    for await (const event of first.deps.journal.tail(id, 0, new AbortController().signal))
      if (event.type === 'call.started') break
    await first.stop()

    Reflect.set(globalThis, 'gate', Promise.resolve())
    await using second = await openTestServer(root)
    const waiting = await bodyOf(await second.ask('GET', `/api/runs/${id}`))
    expect(waiting).toMatchObject({ status: 'waiting', waitingFor: [{ type: 'restart' }] })
    await second.deps.warmUp()
    const run = await (await second.deps.executor()).settled(id)
    expect(run.status).toBe('completed')
    const events = await eventsOf(second, run)
    expect(events.filter(({ type }) => type === 'request.started' || type === 'call.completed')).toHaveLength(3)
    expect(await bodyOf(await second.ask('POST', `/api/runs/${id}/replay`))).toMatchObject({ identical: true })
  })
})

test('an output that names a file which the run did not make says so', async () => {
  const file = { type: 'object', properties: { $artifact: { type: 'string' }, type: { type: 'string' } } }
  const whole = { ...file, required: ['$artifact', 'type'] }
  await using server = await testServer({
    'ideas/maker.json': {
      context: [{ type: 'text', role: 'user', text: 'Make a file.' }],
      schema: { type: 'object', properties: { file: whole }, required: ['file'] },
    },
    'ideas/plain.json': TALKER,
  })
  // The simulated model makes up the name of a file.
  const { id, output } = await finish(server, { idea: 'maker' })
  const { $artifact: name } = (output as { readonly file: { readonly $artifact: string } }).file // by its schema
  expect(await bodyOf(await server.ask('GET', `/api/runs/${id}`))).toMatchObject({ missingFiles: [name] })
  const plain = await finish(server, { idea: 'plain' })
  expect(await bodyOf(await server.ask('GET', `/api/runs/${plain.id}`))).not.toHaveProperty('missingFiles')
})

describe('what the model would see', () => {
  test('is composed from the same bytes that a run sends', async () => {
    await using server = await testServer(GREETER_FILES)
    const composed = await bodyOf(await server.ask('POST', '/api/compose', { idea: 'greeter' }))
    const run = await finish(server, { idea: 'greeter' })
    const started = (await server.deps.journal.read(run.id, { hydrate: true })).find(
      ({ type }) => type === 'request.started',
    )
    expect(started?.data).toMatchObject({ wire: composed.wire, strict: composed.strict, messages: composed.messages })
    expect(started?.data).toMatchObject({ inputs: hashOf(composed.body) })
  })

  test('follows the wire that is asked for and the Idea in the body', async () => {
    await using server = await testServer()
    const composed = await bodyOf(await server.ask('POST', '/api/compose', { idea: GREETER, wire: 'tools' }))
    expect(composed.wire).toBe('tools')
    expect(composed.tools[0].function.name).toBe('greetUser')
    expect(composed.tokens).toMatchObject({ schema: expect.any(Number), messages: expect.any(Number) })
  })
})

describe('checks without a run', () => {
  const tool = {
    type: 'object',
    description: 'Checks the weather.',
    properties: { city: { type: 'string' } },
    required: ['city'],
  }

  test('judge each Call as a run would', async () => {
    await using server = await testServer()
    const calls = [{ city: 'Осло' }, '{"city":1}', '{"city":', { _tool: 'other', city: 'x' }]
    const { verdicts } = await bodyOf(await server.ask('POST', '/api/check', { tool, name: 'weatherCheck', calls }))
    expect(verdicts[0]).toMatchObject({ ok: true, call: { city: 'Осло' } })
    expect(verdicts.slice(1).map(({ error }: { error: { code: string } }) => error.code)).toEqual([
      'arguments.invalid',
      'json.invalid',
      'tool.unknown',
    ])
  })

  test('say what is wrong in a Tool or an Idea without storing it', async () => {
    await using server = await testServer()
    const broken = await bodyOf(
      await server.ask('POST', '/api/validate', { tool: { ...tool, properties: { _nope: {} } } }),
    )
    expect(broken.problems).toContainEqual(expect.objectContaining({ code: 'tool.unknownField', severity: 'error' }))
    const idea = await bodyOf(await server.ask('POST', '/api/validate', { idea: { context: [{ type: 'txt' }] } }))
    expect(idea.problems).toContainEqual(expect.objectContaining({ code: 'idea.messageType' }))
    expect(await bodyOf(await server.ask('GET', '/api/ideas'))).toEqual([])
  })
})
