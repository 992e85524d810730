import { spawn } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFile, readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { JsonObject } from '@ensemble/core'
import { normaliseTool } from '@ensemble/core/tool'
import { GENESIS, sha256Text } from '@ensemble/core/host'
import { diagnoseIdea, toTypeScript, worldOf } from '@ensemble/core/editor'
import { createValidator } from '@ensemble/core/validate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, bodyOf, testServer } from '../testing/test-server.ts'
import { hostileIdeas } from './hostile-ideas.ts'

/** Node's own report when this process starts another, opens a socket or a thread. */
const CHANNELS = [
  'child_process',
  'net.client.socket',
  'udp.socket',
  'http.client.request.start',
  'undici:request:create',
]
const noticed: string[] = []
const listeners = CHANNELS.map((channel) => ({ channel, notice: () => void noticed.push(channel) }))

const visits: string[] = []
const trap = createServer((request, response) => {
  visits.push(request.url ?? '')
  response.end('{}')
})
let ideas: ReadonlyMap<string, string>
let server: TestServer

beforeAll(async () => {
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  // A listening server has an AddressInfo.
  const { port } = trap.address() as AddressInfo
  ideas = hostileIdeas(`http://127.0.0.1:${port}`)
  server = await testServer({
    // Even a workspace that would let it through is not asked to.
    'ensemble.json': { version: 1, name: 'inert', egress: { hosts: [`127.0.0.1:${port}`] } },
    'ideas/parent.json': { context: [{ type: 'text', text: 'Work.' }] },
  })
  // The server's own modules load before the watch begins.
  await server.ask('POST', '/api/compose', { idea: 'parent' })
  for (const { channel, notice } of listeners) subscribe(channel, notice)
})

afterAll(async () => {
  for (const { channel, notice } of listeners) unsubscribe(channel, notice)
  await server[Symbol.asyncDispose]()
  trap.close()
})

const expectInert = async (what: string): Promise<void> => {
  expect([noticed, visits], what).toEqual([[], []])
  expect('evaluated' in globalThis, what).toBe(false)
  expect(Object.keys(Object.prototype), what).toEqual([])
}

/** Answers of every kind are fine; an answer there must be. */
const asks = async (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Response> => {
  const response = await server.ask(method, path, body, headers)
  expect(response.status, `${method} ${path} ${JSON.stringify(body)}`).toBeLessThan(500)
  return response
}

describe('200 hostile Ideas and more', () => {
  test('are validated and composed; no process, no request, no model, nothing evaluated', async () => {
    expect(ideas.size).toBeGreaterThan(200)
    for (const [name, text] of ideas) {
      const idea: unknown = JSON.parse(text)
      await asks('POST', '/api/validate', { idea })
      for (const wire of ['structured', 'tools']) await asks('POST', '/api/compose', { idea, wire, strict: true })
      await expectInert(name)
    }
  })

  test('are imported and opened', async () => {
    const edits = [...ideas].map(([name, text]) => ({ file: `ideas/${name}.json`, ifMatch: null, text }))
    expect((await asks('POST', '/api/workspace/edits', { edits })).status).toBe(200)
    for (const name of ideas.keys()) expect((await asks('GET', `/api/ideas/${name}`)).status, name).toBe(200)
    for (const name of ideas.keys()) await asks('POST', '/api/compose', { idea: name })
    await expectInert('the files')
  })

  test('are listed and drawn together', async () => {
    await asks('GET', '/api/ideas')
    const graph = await bodyOf(await asks('GET', '/api/graph'))
    expect(graph.nodes.length).toBeGreaterThan(200)
    await asks('PUT', '/api/layout', {
      nodes: Object.fromEntries([...ideas.keys()].map((name) => [`idea:${name}`, { x: 0, y: 0 }])),
    })
    await expectInert('the graph')
  })

  test('are read by the editor of the page', async () => {
    const validator = createValidator()
    for (const [name, text] of ideas) {
      const files = { ideas: new Map([[name, text]]), tools: new Map<string, string>(), activities: [], profile: {} }
      worldOf(files, 'idea', name)
      diagnoseIdea(files, name, { validator })
    }
    await expectInert('the editor')
  })

  test('asked no model and left no file but their own', async () => {
    expect((await bodyOf(await asks('GET', '/api/runs'))).items).toEqual([])
    const files = await readdir(server.root, { recursive: true })
    expect(files.filter((file) => file.includes('evaluated'))).toEqual([])
    for (const [name, text] of ideas)
      for (const file of files.filter((one) => one.endsWith(`/${name}.json`)))
        expect(await readFile(join(server.root, file), 'utf8')).toBe(text)
  })
})

describe('A run from elsewhere', () => {
  test('that has not ended is refused: it would resume at the next start', async () => {
    const at = new Date(0).toISOString()
    const data = {
      engine: 'x',
      idea: 'idea://parent',
      input: null,
      model: 'simulated',
      profile: 'offline',
      seed: 'x',
      config: {},
      base: {},
      limits: {},
      pins: {},
      bindings: {},
    }
    const line = JSON.stringify({
      v: 1,
      seq: 1,
      prev: GENESIS,
      run: 'bomb',
      type: 'run.created',
      key: '#run.created',
      at,
      span: '',
      parent: null,
      data,
    })
    const head = { seq: 1, hash: sha256Text(line) }
    const document = { format: 'ensemble-run', version: 1, run: 'bomb', lines: [line], bodies: {}, artifacts: {}, head }
    const response = await asks('POST', '/api/runs/import', document)
    expect([response.status, (await bodyOf(response)).code]).toEqual([409, 'run.unfinished'])
    expect((await asks('GET', '/api/runs/bomb')).status).toBe(404)
    await expectInert('the import')
  })
})

describe('The stub that is written for a Tool’s Activity', () => {
  test('loads as code that does nothing, whatever words its schema holds', async () => {
    const tools = [...ideas].flatMap(([name, text]) => {
      const { context } = JSON.parse(text) as { context: { type: string; tool?: Record<string, JsonObject> }[] } // written above
      const [, schema] = Object.entries(context.find(({ type }) => type === 'tool')?.tool ?? {})[0] ?? []
      return schema === undefined ? [] : [{ name: name.replace('-', ''), schema }]
    })
    const files = tools.flatMap(({ name, schema }): [string, string][] => {
      const { tool } = normaliseTool(name, schema)
      return tool === undefined ? [] : [[`activities/${name}.ts`, toTypeScript({ ...tool, activity: name }).stub]]
    })
    expect(files.length).toBeGreaterThan(100)
    await using own = await testServer(Object.fromEntries(files))
    const { problems } = await bodyOf(await own.ask('GET', '/api/graph'))
    expect(problems).toEqual([])
    expect((await bodyOf(await own.ask('GET', '/api/activities'))).length).toBe(files.length)
    await expectInert('the stubs')
  })
})

describe('What watches', () => {
  test('notices a process and a request of this server', async () => {
    const { port } = trap.address() as AddressInfo // listening
    await (await fetch(`http://127.0.0.1:${port}/control`)).text()
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
    await new Promise((resolve) => child.on('exit', resolve))
    expect(visits).toEqual(['/control'])
    expect(noticed).toContain('child_process')
    expect(noticed).toContain('undici:request:create')
  })
})
