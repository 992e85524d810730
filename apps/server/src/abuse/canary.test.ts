import fs from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenOnLoopback } from '@ensemble/core/testing'
import { bodyOf, makeWorkspace, openTestServer } from '../testing/test-server.ts'

/** Each place a secret may come from; the odd characters cover those that JSON and URLs escape. */
const CANARIES = {
  stored: 'canary/"stored"+7f3e9a51',
  environment: 'canary&environment=8c2d4b60',
  model: 'sk-canary-model-1b9f7e3d',
  token: 'canary-token-5a6c8e2f',
  unsent: 'canary-unsent-3d8e1f70',
}
/** The part of each that every way of writing it keeps. */
const MARKS = Object.values(CANARIES).map((value) => value.slice(-8))

/** Everything that this process prints. */
const printed: string[] = []
const { writeSync, write } = fs
beforeAll(() => {
  const keep = (fd: number, data: unknown): void => {
    if (fd === 1 || fd === 2) printed.push(String(data))
  }
  fs.writeSync = ((fd: number, ...rest: [never]) => {
    keep(fd, rest[0])
    return writeSync(fd, ...rest)
  }) as typeof writeSync
  fs.write = ((fd: number, ...rest: [never, never]) => {
    keep(fd, rest[0])
    write(fd, ...rest)
  }) as typeof write
})
afterAll(() => {
  fs.writeSync = writeSync
  fs.write = write
})

/** A model that repeats the key it was sent wherever it can: in a Call, in its reasoning, in the output, in an error. */
const model: RequestListener = (request, response) => {
  let asked = ''
  request.on('data', (piece: Buffer) => (asked += piece.toString()))
  request.on('end', () => {
    const key = (request.headers.authorization ?? '').slice('Bearer '.length)
    if (asked.includes('"bad"'))
      return response
        .writeHead(401, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message: `Bad key ${key}` } }))
    const content = asked.includes('role":"assistant')
      ? JSON.stringify({ calls: [], output: { text: `the key is ${key}` } })
      : JSON.stringify({
          calls: [
            ...['echo', 'fail', 'blob', 'leak'].map((_tool) => ({ _tool, words: `say ${key}` })),
            { _tool: 'gate', words: `open with ${key}` },
          ],
          output: null,
        })
    const chunk = { id: 'x', object: 'chat.completion.chunk', created: 0, model: 'any' }
    const first = {
      ...chunk,
      choices: [{ index: 0, delta: { role: 'assistant', content, reasoning_content: key }, finish_reason: null }],
    }
    const last = { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`data: ${JSON.stringify(first)}\n\ndata: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`)
  })
}

/** An endpoint that repeats all it was sent, as JSON, as an error and as bytes. */
const echo: RequestListener = ({ url = '', headers }, response) => {
  if (url.startsWith('/fail')) response.writeHead(500, { 'content-type': 'text/plain' })
  else response.setHeader('content-type', url.startsWith('/blob') ? 'application/octet-stream' : 'application/json')
  response.end(JSON.stringify({ url, headers }))
}

const tool = (more: object = {}) => ({
  type: 'object',
  description: 'Does it.',
  properties: { words: { type: 'string' }, ...more },
})
const IDEA = {
  context: [
    { type: 'text', text: 'Do it.' },
    { type: 'input', schema: { type: 'object' }, input: {} },
    {
      type: 'tool',
      tool: {
        echo: tool(),
        fail: tool(),
        blob: tool(),
        leak: tool(),
        gate: tool({ _approval: { const: 'required' } }),
      },
    },
  ],
  schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
}

/** The owner's code may read what it likes; it should not be able to spill it by accident. */
const CODE = `
const key = ${JSON.stringify(CANARIES.environment)}
export const leak = async (call, context) => {
  context.log('log ' + key + ' ${CANARIES.unsent}', 'warn')
  context.progress(1, 2, 'progress ' + key)
  await context.artifact('notes ' + key + '.txt', new TextEncoder().encode('nothing'), { type: 'text/plain' }).catch(() => {})
  await context.artifact('file.txt', new TextEncoder().encode('file ' + key), { type: 'text/plain' }).catch(() => {})
  return { [key]: 'as a name', deep: [{ value: 'x'.repeat(5000) + key }] }
}
export const gate = () => { throw new Error('gate ' + key) }
`

test('a canary in every place where a secret is given is in no byte that is printed, answered or written', async () => {
  await using endpoint = await listenOnLoopback(echo)
  await using models = await listenOnLoopback(model)
  const http = Object.fromEntries(
    ['echo', 'fail', 'blob'].map((name) => [
      name,
      {
        url: `${endpoint.origin}/${name}?key=secret://ENV_KEY`,
        headers: { authorization: 'Bearer secret://STORED_KEY', 'x-env': 'secret://ENV_KEY' },
      },
    ]),
  )
  const never = { url: `${endpoint.origin}/never`, headers: { 'x-key': 'secret://UNSENT_KEY' } }
  const root = await makeWorkspace({
    'ensemble.json': {
      version: 1,
      name: 'canary',
      egress: { hosts: [endpoint.host] },
      activities: { http: { ...http, never } },
      endpoints: { mine: { baseUrl: `${models.origin}/v1`, key: 'secret://STORED_KEY' } },
    },
    'ideas/spill.json': IDEA,
    'ideas/bad.json': { ...IDEA, config: { model: 'bad' } },
    'activities/leak.ts': CODE,
  })
  const environment = {
    OPENAI_API_KEY: CANARIES.model,
    OPENAI_BASE_URL: `${models.origin}/v1`,
    ENV_KEY: CANARIES.environment,
    ENSEMBLE_TOKEN: CANARIES.token,
    UNSENT_KEY: CANARIES.unsent,
  }
  const answers: string[] = []
  const first = await openTestServer(root, environment)
  let server = first
  const ask = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const response = await server.ask(method, path, body, { authorization: `Bearer ${CANARIES.token}` })
    const copy = response.clone()
    answers.push(`${path} ${JSON.stringify([...response.headers])} ${await copy.text()}`)
    return response
  }
  const put = await ask('PUT', '/api/secrets/STORED_KEY', { value: CANARIES.stored })
  expect(put.status).toBe(204)

  const runs: string[] = []
  for (const wanted of [
    { idea: 'spill', input: { note: `a person wrote ${CANARIES.stored}` }, idempotencyKey: 'once' },
    { idea: 'spill', model: 'mine/any', input: { [CANARIES.environment]: CANARIES.token } },
    { idea: 'bad' },
  ]) {
    const { id } = await bodyOf(await ask('POST', '/api/runs', wanted))
    runs.push(id)
    const live = ask('GET', `/api/runs/${id}/events`)
    const call = { words: `edited ${CANARIES.stored}` }
    for (let open = true; open;) {
      await server.deps.executor().then((executor) => executor.settled(id))
      const waiting = await bodyOf(await ask('GET', '/api/approvals?status=open'))
      const mine = waiting.filter((one: { run: string }) => one.run === id)
      for (const { callId } of mine)
        await ask('POST', `/api/runs/${id}/approvals/${callId}`, { decision: 'edit', call, reason: CANARIES.stored })
      open = mine.length > 0
    }
    await live
  }

  // Errors about the input must not repeat it either.
  await ask('PUT', '/api/secrets/OTHER', { value: [CANARIES.stored] })
  await ask('PUT', '/api/secrets/OTHER', { [CANARIES.stored]: 'x' })
  await ask('PUT', '/api/secrets/OTHER', `{"value":"${CANARIES.token}`)
  await server.ask('GET', '/api/runs', undefined, { authorization: `Bearer ${CANARIES.token}x` })

  await ask('POST', '/api/cases', { name: 'kept', run: runs[0] })
  await ask('POST', `/api/runs/${runs[0]}/fork`, { at: 3 })
  await ask('POST', `/api/runs/${runs[0]}/replay`, {})
  for (const run of runs)
    for (const path of ['', '/export?artifacts=inline', '/artifacts', '/events?after=0']) {
      const answer = await ask('GET', `/api/runs/${run}${path}`)
      for (const [, hash] of (await answer.clone().text()).matchAll(/"\$body":"(\w+)"/g))
        await ask('GET', `/api/runs/${run}/bodies/${hash}`)
    }
  for (const path of [
    'runs?q=canary',
    'models',
    'endpoints',
    'egress',
    'manifest',
    'activities',
    'graph',
    'ideas',
    'session',
    'health',
    'diagnosis',
    'cases',
    'mcp',
  ])
    await ask('GET', `/api/${path}`)
  first.deps.log.error(`A fault with ${CANARIES.model}`, new Error(`because of ${CANARIES.stored}`))
  await first.stop()

  // A restart reads it all again.
  server = await openTestServer(root, environment)
  await ask('GET', `/api/runs/${runs[0]}/events`)
  await server.stop()

  const isSpilled = (text: string): boolean => MARKS.some((mark) => text.includes(mark))
  /** The canary's position in a text. */
  const spills = (text: string): readonly string[] =>
    MARKS.flatMap((mark) => [...text.matchAll(new RegExp(`.{0,100}${mark}`, 'g'))].map(([found]) => found))
  expect(answers.flatMap((answer) => spills(answer).map((found) => `${answer.split(' ', 1)}: ${found}`))).toEqual([])
  expect(printed.filter(isSpilled)).toEqual([])
  const written = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const kept = written
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/secrets\.json$|leak\.ts$/.test(file))
  expect(kept.length).toBeGreaterThan(5)
  for (const file of kept)
    expect([file, isSpilled(`${file} ${(await readFile(file)).toString('latin1')}`)]).toEqual([file, false])
  await server[Symbol.asyncDispose]()
  // The canaries did fly everywhere.
  for (const place of [answers, printed]) expect(place.join('\n')).toContain('[secret]')
})
