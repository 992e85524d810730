import { readFile, writeFile } from 'node:fs/promises'
import { type RequestListener } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GREETER_FILES } from '../../testing/ideas.ts'
import { bodyOf, testServer } from '../../testing/test-server.ts'
import {
  HONEST,
  approve,
  callOf,
  isAlive,
  listen,
  pidOf,
  start,
  toolsOf,
  viewOf,
  withServers,
} from '../../testing/mcp-workspace.ts'

describe('MCP servers of mcp.json', () => {
  it('are listed and read without starting anything', async () => {
    await using server = await withServers({ honest: HONEST, away: { url: 'http://127.0.0.1:1/mcp?key=sesame' } })
    const { servers, problems } = await bodyOf(await server.ask('GET', '/api/mcp/servers'))
    expect(problems).toEqual([])
    expect(servers).toMatchObject([
      { name: 'honest', type: 'stdio', state: 'idle', starts: 0, tools: 0, approval: 'none', hash: null },
      { name: 'away', type: 'http', target: 'http://127.0.0.1:1/mcp', state: 'idle' },
    ])
    await server.ask('GET', '/api/graph')
    await toolsOf(server, 'honest')
    expect((await viewOf(server, 'honest')).starts).toBe(0)
  })

  it('offer their tools under namespaced names, with what annotations suggest', async () => {
    await using server = await withServers({ honest: HONEST })
    expect(await bodyOf(await start(server, 'honest'))).toMatchObject({ state: 'ready', tools: 7, approval: 'none' })
    const tools = await toolsOf(server, 'honest')
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      'honest__add',
      'honest__echo_text',
      'honest__wipe',
      'honest__draw',
      'honest__refuse',
      'honest__meta',
      'honest__environment',
    ])
    expect(tools[0]).toMatchObject({
      remote: 'add',
      readOnly: true,
      standing: 'new',
      schema: {
        properties: { _activity: { const: 'honest__add' }, a: { type: 'number' }, _result: { required: ['sum'] } },
      },
    })
    expect(tools[2]).toMatchObject({
      destructive: true,
      schema: { properties: { _approval: { const: 'required' }, _idempotent: { const: false } } },
    })
  })

  it('start on first use and answer Calls: structure, text, pictures as Artifacts, refusals as errors', async () => {
    await using server = await withServers({ honest: HONEST })
    await approve(server, 'honest')
    await server.ask('POST', '/api/mcp/servers/honest/stop')
    expect((await viewOf(server, 'honest')).state).toBe('idle')
    expect((await callOf(server, 'honest__add', { a: 2, b: 3 })).result).toEqual({ sum: 5 })
    expect((await viewOf(server, 'honest')).state).toBe('ready')
    expect((await callOf(server, 'honest__echo_text', { text: 'hello' })).result).toBe('hello')
    expect((await callOf(server, 'honest__draw')).result).toEqual([
      'a pixel',
      expect.objectContaining({ $artifact: expect.stringMatching(/image\.png$/), type: 'image/png' }),
    ])
    expect((await callOf(server, 'honest__refuse')).error).toMatchObject({
      code: 'activity.failed',
      message: 'the disk is full',
    })
    expect((await callOf(server, 'honest__gone')).error?.message).toContain('has no tool behind honest__gone')
  })

  it('know the trace that a Call belongs to', async () => {
    await using server = await withServers({ honest: HONEST })
    await approve(server, 'honest')
    const { events, result } = await callOf(server, 'honest__meta')
    const { traceparent } = JSON.parse(String(result)) as { readonly traceparent: string }
    const { id } = { id: events[0]?.run ?? '' }
    const { resourceSpans } = await bodyOf(await server.ask('GET', `/api/runs/${id}/otlp`))
    const spans: readonly { traceId: string; spanId: string; name: string }[] = resourceSpans[0].scopeSpans[0].spans
    const own = spans.find(({ spanId }) => traceparent.includes(spanId))
    expect(own?.name).toContain('execute_tool')
    expect(traceparent).toBe(`00-${own?.traceId}-${own?.spanId}-01`)
  })

  it('get the secrets they name and none of the environment that they do not', async () => {
    const env = { TOKEN: 'Bearer secret://MCP_TEST_KEY' }
    await using server = await withServers({ honest: { ...HONEST, env } })
    expect(await bodyOf(await start(server, 'honest'))).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('needs the secret MCP_TEST_KEY, which has no value. Save it in the panel'),
    })
    await server.ask('PUT', '/api/secrets/MCP_TEST_KEY', { value: 'sesame-open-0001' })
    process.env['ENSEMBLE_NOT_FOR_OTHERS'] = 'private'
    await approve(server, 'honest')
    const { result } = await callOf(server, 'honest__environment')
    const seen = JSON.parse(String(result))
    expect(seen.TOKEN).toBe('Bearer [secret]')
    expect(seen.ENSEMBLE_NOT_FOR_OTHERS).toBeUndefined()
    expect(seen.cwd).toBe(server.root)
  })

  it('give a tool to an Idea, written into its file unchanged', async () => {
    await using server = await withServers({ honest: HONEST })
    await start(server, 'honest')
    const path = '/api/mcp/servers/honest/tools/add/add'
    expect(await bodyOf(await server.ask('POST', path, { idea: 'talker', as: 'sum' }))).toMatchObject({ tool: 'sum' })
    const idea = JSON.parse(await readFile(join(server.root, 'ideas/talker.json'), 'utf8'))
    expect(idea.context.at(-1).tool.sum.properties._activity).toEqual({ const: 'honest__add' })
    expect((await server.ask('POST', path, { idea: 'talker', as: 'sum' })).status).toBe(409)
    expect((await server.ask('POST', path, { idea: 'nobody' })).status).toBe(404)
    expect((await server.ask('POST', path, { idea: 'talker', ifMatch: '"other"' })).status).toBe(412)
    const graph = await bodyOf(await server.ask('GET', '/api/graph'))
    expect(graph.nodes.find(({ id }: { id: string }) => id === 'idea:talker').tools).toMatchObject([
      { name: 'sum', mode: 'explicit', activity: 'honest__add' },
    ])
  })
})

describe('a server over streamable HTTP', () => {
  it('is asked with its secret headers, and answers Calls as one over stdio does', async () => {
    const token = 'correct horse battery staple'
    await using other = await testServer(GREETER_FILES, { ENSEMBLE_TOKEN: token })
    const headers = { authorization: 'Bearer secret://OTHER' }
    await using server = await withServers({ other: { url: `${await other.listen()}/mcp`, headers } })
    await server.ask('PUT', '/api/secrets/OTHER', { value: token })
    expect(await bodyOf(await start(server, 'other'))).toMatchObject({ state: 'ready', protocol: '2026-07-28' })
    await approve(server, 'other')
    expect((await callOf(server, 'other__greeter', { name: 'Ada' })).result).toEqual({ greeting: 'Hello, Ada' })
  })

  it.each<[string, RequestListener, string]>([
    ['speaks HTML', (_, response) => response.end('<html>hello</html>'), 'could not start'],
    ['has no such page', (_, response) => response.writeHead(404).end('no'), 'could not start'],
    ['fails', (_, response) => response.writeHead(500).end('broken'), 'could not start'],
    [
      'sends on to another host',
      (_, response) => response.writeHead(307, { location: 'http://127.0.0.2:1/' }).end(),
      'could not start',
    ],
    [
      'never ends its answer',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const more = (): void => {
          while (!response.destroyed && response.write('x'.repeat(1 << 16)));
          if (!response.destroyed) response.once('drain', more)
        }
        more()
      },
      'too long',
    ],
  ])('that %s does not start, and why is one sentence', async (_what, answer, sentence) => {
    await using server = await withServers({ web: { url: await listen(answer) } })
    const refused = await bodyOf(await start(server, 'web'))
    expect(refused).toMatchObject({ state: 'failed', error: expect.stringContaining(sentence) })
    expect(refused.error).not.toContain('\n')
  })

  it('that is missing says that no server answers at its address, and fails its Call, not the run', async () => {
    await using server = await withServers({ web: { url: 'http://127.0.0.1:1/mcp' } })
    const { error } = await bodyOf(await start(server, 'web'))
    expect(error).toBe('The MCP server "web" could not start: nothing answers at http://127.0.0.1:1/mcp.')
    expect((await callOf(server, 'web__act')).error).toMatchObject({ code: 'activity.failed' })
  })
})

describe('mcp.json', () => {
  it('that is broken costs its own entries only, each with a sentence', async () => {
    await using server = await withServers({
      honest: HONEST,
      'bad name': HONEST,
      empty: {},
      old: { type: 'sse', url: 'http://127.0.0.1/sse' },
    })
    const { servers, problems } = await bodyOf(await server.ask('GET', '/api/mcp/servers'))
    expect(servers.map(({ name }: { name: string }) => name)).toEqual(['honest'])
    expect(problems).toHaveLength(3)
  })

  it('cannot be written through the API: it says which processes are started', async () => {
    await using server = await withServers({ honest: HONEST })
    const edits = [{ file: 'mcp.json', ifMatch: null, text: '{}' }]
    expect((await server.ask('POST', '/api/workspace/edits', { edits })).status).toBe(400)
  })

  it('that changes stops the server it described, and its approval with it', async () => {
    await using server = await withServers({ honest: HONEST })
    await approve(server, 'honest')
    const pid = await pidOf(server, 'honest')
    const changed = { mcpServers: { honest: { ...HONEST, args: [...HONEST.args, '--other'] } } }
    await writeFile(join(server.root, 'mcp.json'), JSON.stringify(changed))
    await server.deps.mcp.reload()
    expect(isAlive(pid)).toBe(false)
    await start(server, 'honest')
    expect((await viewOf(server, 'honest')).approval).toBe('changed')
  })
})
