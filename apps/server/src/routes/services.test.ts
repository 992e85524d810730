import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { GREETER_FILES, TALKER } from '../testing/ideas.ts'
import { bodyOf, testServer } from '../testing/test-server.ts'

const KEY = 'sk-very-secret-key'

/** Chat Completions in its shortest form: every question gets the same streamed text. */
const withEndpoint = async (work: (base: string, asked: readonly string[]) => Promise<void>): Promise<void> => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    request.on('data', (piece: Buffer) => asked.push(piece.toString()))
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const chunk = (delta: object, finish: string | null): string =>
        `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
      response.end(`${chunk({ content: `your key is ${KEY}` }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    // A listening server has an AddressInfo.
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('an endpoint of the environment answers in profile production, and its key is written nowhere', () =>
  withEndpoint(async (base, asked) => {
    const environment = { OPENAI_BASE_URL: base, OPENAI_API_KEY: KEY, ENSEMBLE_MODEL: 'local-model' }
    await using server = await testServer({ 'ideas/one.json': TALKER }, environment)
    expect(await bodyOf(await server.ask('GET', '/api/health'))).toMatchObject({
      model: 'local-model',
      profile: 'production',
    })
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'one' }))
    const run = await (await server.deps.executor()).settled(id)
    expect(run).toMatchObject({ status: 'completed', model: 'local-model', output: 'your key is [secret]' })
    expect(JSON.parse(asked[0] ?? '')).toMatchObject({ model: 'local-model', stream: true })
    expect(JSON.stringify(await server.deps.journal.read(id))).not.toContain(KEY)
  }))

test('an endpoint of ensemble.json is named before the model, its key by reference', () =>
  withEndpoint(async (baseUrl, asked) => {
    const manifest = {
      version: 1,
      name: 'x',
      model: 'local/small',
      endpoints: { local: { baseUrl, key: 'secret://LOCAL_KEY' } },
    }
    const files = { 'ensemble.json': manifest, 'ideas/one.json': TALKER }
    await using server = await testServer(files, { LOCAL_KEY: 'k' })
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'one' }))
    expect(await (await server.deps.executor()).settled(id)).toMatchObject({
      status: 'completed',
      model: 'local/small',
    })
    expect(JSON.parse(asked[0] ?? '').model).toBe('small')
  }))

test('an endpoint that is away ends the run with one sentence', async () => {
  const environment = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_API_KEY: 'k' }
  await using server = await testServer({ 'ideas/one.json': TALKER }, environment)
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'one' }))
  await server.ask('POST', `/api/runs/${id}/cancel`)
  expect((await (await server.deps.executor()).settled(id)).status).toBe('cancelled')
})

test('a page follows runs, files and a Journal in one stream', async () => {
  await using server = await testServer({ 'ideas/one.json': TALKER })
  const url = await server.listen()
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'one' }))
  const stop = new AbortController()
  const response = await fetch(`${url}/api/events?from=${id}:0`, { signal: stop.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  await server.ask('PUT', '/api/ideas/two', TALKER)
  let text = ''
  while (!/run\.completed/.test(text) || !/file\.changed/.test(text)) text += (await reader?.read())?.value ?? ''
  expect(text).toContain('"type":"journal"')
  stop.abort()
})

test('a page that follows a Journal from an unknown seq gets all of it again', async () => {
  await using server = await testServer({ 'ideas/one.json': TALKER })
  const url = await server.listen()
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'one' }))
  await (await server.deps.executor()).settled(id)
  const stop = new AbortController()
  const response = await fetch(`${url}/api/events?from=${id}:999`, { signal: stop.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!/run\.completed/.test(text)) text += (await reader?.read())?.value ?? ''
  expect(text.indexOf(JSON.stringify({ type: 'journal.reset', run: id }))).toBeGreaterThan(-1)
  expect(text.indexOf('journal.reset')).toBeLessThan(text.indexOf('"seq":1,'))
  stop.abort()
})

test('a page learns of a run that is deleted, from another page as well', async () => {
  await using server = await testServer({ 'ideas/one.json': TALKER })
  const url = await server.listen()
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'one' }))
  await (await server.deps.executor()).settled(id)
  const stop = new AbortController()
  const response = await fetch(`${url}/api/events`, { signal: stop.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  await server.ask('DELETE', `/api/runs/${id}`)
  let text = ''
  while (!text.includes('run.removed')) text += (await reader?.read())?.value ?? ''
  expect(text).toContain(JSON.stringify({ type: 'run.removed', run: id }))
  stop.abort()
})

test('a fork keeps what its edit does not reach', async () => {
  await using server = await testServer(GREETER_FILES)
  const engine = await server.deps.executor()
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'greeter' }))
  const run = await engine.settled(id)
  const body = { at: run.head.seq, edit: { type: 'result', key: 'request/0/call/0', result: { greeting: 'Hi' } } }
  const { kept } = await bodyOf(await server.ask('POST', `/api/runs/${id}/fork`, { ...body, dryRun: true }))
  expect(kept).toContain('request/0#request.completed')
  const fork = await bodyOf(await server.ask('POST', `/api/runs/${id}/fork`, body))
  expect(await engine.settled(fork.id)).toMatchObject({ status: 'completed', parent: { run: id, at: run.head.seq } })
  expect((await server.ask('POST', `/api/runs/${id}/fork`, { at: 9999 })).status).toBe(422)
})

test('an exported run is taken elsewhere with its files; a changed byte is found', async () => {
  await using server = await testServer(GREETER_FILES)
  await using other = await testServer()
  const engine = await server.deps.executor()
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'greeter' }))
  const run = await engine.settled(id)
  const document = await bodyOf(await server.ask('GET', `/api/runs/${id}/export?artifacts=inline`))
  const changed = { ...document, lines: document.lines.map((line: string) => line.replace('Ada', 'Eva')) }
  expect((await bodyOf(await other.ask('POST', '/api/runs/import', changed))).code).toBe('run.damaged')
  const cut = { ...document, lines: document.lines.slice(0, -1) }
  expect((await other.ask('POST', '/api/runs/import', cut)).status).toBe(422)
  expect((await other.ask('POST', '/api/runs/import', document)).status).toBe(201)
  expect((await other.ask('POST', '/api/runs/import', document)).status).toBe(201)
  expect(await bodyOf(await other.ask('GET', `/api/runs/${id}`))).toEqual(run)
  expect(await bodyOf(await other.ask('GET', `/api/runs/${id}/export?artifacts=inline`))).toEqual(document)
  expect(await bodyOf(await other.ask('POST', `/api/runs/${id}/replay`))).toMatchObject({ identical: true })
})

test('a Call waits at a breakpoint, shows among the approvals, and continues after a decision', async () => {
  await using server = await testServer(GREETER_FILES)
  const engine = await server.deps.executor()
  const { id } = await bodyOf(
    await server.ask('POST', '/api/runs', { idea: 'greeter', breakpoints: [{ tool: 'greetUser' }] }),
  )
  const waitingFor = [{ type: 'breakpoint' }]
  await expect.poll(() => engine.settled(id)).toMatchObject({ status: 'waiting', waitingFor })
  const [waiting] = await bodyOf(await server.ask('GET', '/api/approvals?status=open'))
  expect(waiting).toMatchObject({ run: id, tool: 'greetUser', parameters: { name: 'Ada' } })
  const path = `/api/runs/${id}/approvals/${waiting.callId}`
  expect((await server.ask('POST', path, { decision: 'approve', hash: 'other' })).status).toBe(409)
  expect((await server.ask('POST', path, { decision: 'edit', call: { name: 1 } })).status).toBe(422)
  expect((await server.ask('POST', `/api/runs/${id}/approvals/nobody`, { decision: 'approve' })).status).toBe(404)
  const edit = { decision: 'edit', hash: waiting.hash, call: { name: 'Grace' } }
  expect((await server.ask('POST', path, edit)).status).toBe(202)
  await expect.poll(async () => (await engine.settled(id)).status).toBe('completed')
  expect(await bodyOf(await server.ask('GET', `/api/runs/${id}`))).toMatchObject({
    output: { greeting: 'Hello, Grace' },
  })
})
