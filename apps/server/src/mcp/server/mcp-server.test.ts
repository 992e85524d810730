import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { GREETER_FILES, TALKER } from '../../testing/ideas.ts'
import { progressOf } from '../../testing/progress-of.ts'
import { type Files, type TestServer, testServer } from '../../testing/test-server.ts'

/** On a machine with other work. */

const GUARDED = {
  description: 'Restarts a service.',
  context: [
    { type: 'text', role: 'user', text: 'Restart the service.' },
    { type: 'input', schema: { type: 'object', properties: { service: { type: 'string' } }, required: ['service'] } },
    {
      type: 'tool',
      tool: {
        restart: {
          type: 'object',
          description: 'Restart the service.',
          properties: {
            _approval: { const: 'required' },
            service: { type: 'string' },
            _output: { type: 'object', properties: { restarted: { type: 'string' } }, required: ['restarted'] },
          },
          required: ['service'],
        },
      },
    },
  ],
  schema: { type: 'object', properties: { restarted: { type: 'string' } } },
}
const LISTS = {
  title: 'Lists',
  context: [{ type: 'input', schema: { type: 'array', items: { type: 'string' } } }],
  schema: { type: 'array', items: { type: 'string' } },
}
const SLOW = {
  context: [
    { type: 'input', schema: { type: 'object', properties: {} } },
    { type: 'tool', tool: { wait: { type: 'object', description: 'Wait.', properties: {} } } },
  ],
}
const CODE = `
export const restart = async ({ service }: { service: string }) => ({ restarted: service })
export const wait = (_: unknown, { signal }: { signal: AbortSignal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
`
const FILES = {
  ...GREETER_FILES,
  'ideas/talker.json': TALKER,
  'ideas/guarded.json': GUARDED,
  'ideas/lists.json': LISTS,
  'ideas/slow.json': SLOW,
  'activities/more.ts': CODE,
}

const ERAS = [['2025-11-25', 'legacy'] as const, ['2026-07-28', 'auto'] as const]

/** The official client, connected to `/mcp` of a real listener. */
const connectWatched = async (
  server: TestServer,
  mode: 'legacy' | 'auto',
  options: ClientOptions = {},
  headers: Readonly<Record<string, string>> = {},
) => {
  const client = new Client({ name: 'test', version: '1' }, { ...options, versionNegotiation: { mode } })
  const url = new URL(`${await server.listen()}/mcp`)
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } })
  const told = progressOf(transport)
  await client.connect(transport)
  onTestFinished(() => client.close())
  return { client, told }
}
const connect = async (...args: Parameters<typeof connectWatched>) => (await connectWatched(...args)).client
const serve = async (files: Files = FILES, environment = {}): Promise<TestServer> => {
  const server = await testServer(files, environment)
  onTestFinished(() => server[Symbol.asyncDispose]())
  return server
}
const runsOf = async (server: TestServer) => (await server.deps.journal.runs.list({})).items

describe.each(ERAS)('an MCP client of revision %s', (revision, mode) => {
  it('finds every Idea with an input schema as a tool', async () => {
    const client = await connect(await serve(), mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['greeter', 'guarded', 'lists', 'slow'])
    expect(tools[0]).toMatchObject({
      title: 'Greeter',
      description: 'Greets a person by name.',
      inputSchema: { type: 'object', required: ['name'] },
      outputSchema: { type: 'object', required: ['greeting'] },
    })
  })

  it('runs an Idea and gets its output as structured content, with progress for its Calls', async () => {
    const server = await serve()
    const { client, told } = await connectWatched(server, mode)
    const result = await client.callTool(
      { name: 'greeter', arguments: { name: 'Ada' } },
      { onprogress: () => undefined },
    )
    expect(result.structuredContent).toEqual({ greeting: 'Hello, Ada' })
    expect(result.content[0]).toEqual({ type: 'text', text: '{"greeting":"Hello, Ada"}' })
    const [run] = await runsOf(server)
    expect(result._meta).toMatchObject({ 'ensemble/run': run?.id, 'ensemble/simulated': true })
    const notice = 'Simulated run. No real model was called; code of the workspace did the rest.'
    expect(result.content.at(-1)).toEqual({ type: 'text', text: notice })
    expect(told.map(({ message }) => message)).toEqual(
      expect.arrayContaining(['idea://greeter asks simulated', 'greetUser runs', 'greetUser is done']),
    )
    const steps = told.map(({ progress }) => progress)
    expect(steps).toEqual(steps.toSorted((left, right) => left - right))
    expect(new Set(steps).size).toBe(steps.length)
  })

  it('has its trace joined by the run', async () => {
    const server = await serve()
    const client = await connect(server, mode)
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    await client.callTool({ name: 'greeter', arguments: { name: 'Ada' }, _meta: { traceparent } })
    const [run] = await runsOf(server)
    const [created] = await server.deps.journal.readType(run!.id, 'run.created')
    expect(created?.data).toMatchObject({ traceparent })
    await client.callTool({ name: 'greeter', arguments: { name: 'Bo' }, _meta: { traceparent: 'nonsense' } })
    expect((await runsOf(server)).map(({ status }) => status)).toEqual(['completed', 'completed'])
  })

  it('gives and gets values that aren’t objects as its revision carries them', async () => {
    const client = await connect(await serve(), mode)
    await client.listTools()
    const result = await client.callTool({ name: 'lists', arguments: { input: ['a'] } })
    const list = mode === 'legacy' ? { result: expect.any(Array) } : expect.any(Array)
    expect(result.structuredContent).toEqual(list)
  })

  it('reads as a result what a run refuses, and as an error what there is not', async () => {
    const client = await connect(await serve(), mode)
    const refused = await client.callTool({ name: 'greeter', arguments: { name: 1 } })
    expect(refused).toMatchObject({ isError: true })
    await expect(client.callTool({ name: 'unknown', arguments: {} })).rejects.toThrow('There is no Idea unknown')
  })

  it('stops the run by cancelling its request', async () => {
    const server = await serve()
    const client = await connect(server, mode)
    const stop = new AbortController()
    const asked = client.callTool(
      { name: 'slow', arguments: {} },
      { signal: stop.signal, onprogress: ({ message }) => message === 'wait runs' && stop.abort() },
    )
    await expect(asked).rejects.toThrow()
    await expect.poll(async () => (await runsOf(server)).map(({ status }) => status)).toEqual(['cancelled'])
  })

  it('asks its person for approvals where it can, and takes the answer as the decision', async () => {
    const server = await serve()
    const asked: string[] = []
    const { client, told } = await connectWatched(server, mode, { capabilities: { elicitation: { form: {} } } })
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message)
      const decision = asked.length === 1 ? 'approve' : 'refuse'
      return { action: 'accept', content: { decision, reason: 'not today' } }
    })
    const approved = await client.callTool(
      { name: 'guarded', arguments: { service: 'nginx' } },
      { onprogress: () => undefined },
    )
    // By its name, also after the question.
    expect(told.map(({ message }) => message)).toEqual(expect.arrayContaining(['restart runs', 'restart is done']))
    expect(asked[0]).toMatch(/restart will be called with\n\{\n {2}"service": "nginx"/)
    expect(approved.structuredContent).toMatchObject({ restarted: 'nginx' })
    await client.callTool({ name: 'guarded', arguments: { service: 'nginx' } })
    const runs = await runsOf(server)
    const decided = await Promise.all(
      runs.map(async ({ id }) => (await server.deps.journal.readType(id, 'approval.decided'))[0]?.data),
    )
    expect(decided).toMatchObject([{ decision: 'refuse', reason: 'not today' }, { decision: 'approve' }])
  })

  it('takes a question that its person dismissed as a refusal', async () => {
    const server = await serve()
    const client = await connect(server, mode, { capabilities: { elicitation: { form: {} } } })
    client.setRequestHandler('elicitation/create', () => ({ action: 'decline' }))
    await client.callTool({ name: 'guarded', arguments: { service: 'nginx' } })
    const [run] = await runsOf(server)
    const [decided] = await server.deps.journal.readType(run!.id, 'approval.decided')
    expect(decided?.data).toMatchObject({ decision: 'refuse' })
  })

  it('that cannot ask waits while a person decides elsewhere', async () => {
    const server = await serve()
    const { client, told } = await connectWatched(server, mode)
    const call = { name: 'guarded', arguments: { service: 'nginx' } }
    const asked = client.callTool(call, { onprogress: () => undefined })
    const executor = await server.deps.executor()
    await expect.poll(() => executor.approvals().length).toBe(1)
    const [approval] = executor.approvals()
    await executor.decide(approval!.run, approval!.callId, { decision: 'approve', by: 'test' })
    expect((await asked).structuredContent).toMatchObject({ restarted: 'nginx' })
    expect(told.some(({ message }) => message?.includes('waits for a person'))).toBe(true)
  })

  it('that can only send its person to an address is not asked for approvals', async () => {
    const server = await serve()
    const client = await connect(server, mode, { capabilities: { elicitation: { url: {} } } })
    const asked = client.callTool({ name: 'guarded', arguments: { service: 'nginx' } })
    const executor = await server.deps.executor()
    await expect.poll(() => executor.approvals().length).toBe(1)
    const [approval] = executor.approvals()
    await executor.decide(approval!.run, approval!.callId, { decision: 'approve', by: 'test' })
    expect((await asked).structuredContent).toMatchObject({ restarted: 'nginx' })
  })

  it('learns when an Idea is written', async () => {
    const server = await serve()
    let changes = 0
    await connect(server, mode, {
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => void changes++ } },
    })
    await server.ask('PUT', '/api/ideas/lists', { ...LISTS, title: 'Other lists' }, { 'if-match': '*' })
    await writeFile(join(server.root, 'unrelated.txt'), '')
    await server.ask('PUT', '/api/ideas/another', LISTS, { 'if-none-match': '*' })
    await expect.poll(() => changes).toBeGreaterThan(0)
  })
})

describe('/mcp', () => {
  const INITIALIZE = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  }
  const ACCEPT = { accept: 'application/json, text/event-stream' }

  it.each([
    ['another host', { host: 'evil.example' }, 421],
    ['a page of another origin', { origin: 'http://evil.example' }, 403],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a page without its cookie', { 'sec-fetch-site': 'same-origin' }, 401],
    ['a form', { 'content-type': 'text/plain' }, 415],
  ])('is closed to %s, as the API is', async (_who, headers, status) => {
    const server = await serve()
    expect((await server.ask('POST', '/mcp', INITIALIZE, { ...ACCEPT, ...headers })).status).toBe(status)
  })

  it('needs the token where the server has one', async () => {
    const token = 'correct horse battery staple'
    const server = await serve(FILES, { ENSEMBLE_TOKEN: token })
    expect((await server.ask('POST', '/mcp', INITIALIZE, ACCEPT)).status).toBe(401)
    const client = await connect(server, 'auto', {}, { authorization: `Bearer ${token}` })
    const { structuredContent } = await client.callTool({ name: 'greeter', arguments: { name: 'Bo' } })
    expect(structuredContent).toEqual({ greeting: 'Hello, Bo' })
  })

  it('refuses a session it does not know and a body that is too large', async () => {
    const server = await serve()
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    expect((await server.ask('POST', '/mcp', list, { ...ACCEPT, 'mcp-session-id': 'gone' })).status).toBe(404)
    const large = JSON.stringify({ ...INITIALIZE, more: 'x'.repeat(9 << 20) })
    expect((await server.ask('POST', '/mcp', large, ACCEPT)).status).toBe(413)
  })

  it('does not let a client choose the run that its answer goes to', async () => {
    const server = await serve()
    const client = await connect(server, 'auto')
    const forged = { name: 'greeter', arguments: { name: 'Ada' }, requestState: 'v1.e30.AAAA', inputResponses: {} }
    await expect(client.callTool(forged as never)).rejects.toThrow() // the types know no forged state
    expect(await runsOf(server)).toEqual([])
  })
})
