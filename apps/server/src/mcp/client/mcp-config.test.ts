import { describe, expect, it } from 'vitest'
import { fingerprintOf, type McpServerConfig, parseMcpConfig, targetOf, withSecrets } from './mcp-config.ts'

const parse = (mcpServers: unknown) => parseMcpConfig(JSON.stringify({ mcpServers }))
const read = (entry: unknown): McpServerConfig | undefined => parse({ one: entry }).servers.get('one')
const problemOf = (entry: unknown): string | undefined => {
  const { servers, problems } = parse({ one: entry })
  expect(servers.size + problems.length).toBe(1)
  return problems[0]?.replace('mcp.json: the server "one" ', '')
}

const TOOLS =
  'needs "tools" to hold, by the name of a tool, { "approval": "required" or "never", "idempotent": true or false }.'

describe('mcp.json', () => {
  it('names processes by their command, and addresses by their url', () => {
    expect(read({ command: 'node' })).toEqual({
      type: 'stdio',
      command: 'node',
      args: [],
      env: {},
      disabled: false,
      startTimeoutMs: 30_000,
    })
    const full = { command: 'node', args: ['a'], env: { A: 'x', B: 1, C: true }, cwd: 'sub', disabled: true }
    expect(read({ ...full, startTimeoutMs: 500 })).toEqual({
      type: 'stdio',
      command: 'node',
      args: ['a'],
      env: { A: 'x', B: '1', C: 'true' },
      cwd: 'sub',
      disabled: true,
      startTimeoutMs: 500,
    })
    expect(read({ url: 'https://a.example/mcp', headers: { A: 'x' } })).toEqual({
      type: 'http',
      url: 'https://a.example/mcp',
      headers: { A: 'x' },
      disabled: false,
      startTimeoutMs: 30_000,
    })
    // A command with an address as argument is still a command.
    expect(read({ command: 'node', url: 'https://a.example' })?.type).toBe('stdio')
    // Only what says so plainly is disabled.
    expect(read({ command: 'node', disabled: 'true' })?.disabled).toBe(false)
  })

  it.each([
    ['text', 'must be an object.'],
    [[], 'must be an object.'],
    [{}, 'needs a "command" to start, or a "url".'],
    [{ command: '' }, 'needs a "command" to start, or a "url".'],
    [{ command: 1 }, 'needs a "command" to start, or a "url".'],
    [{ command: 'a', args: 'b' }, 'needs "args" to be a list of texts.'],
    [{ command: 'a', args: [1] }, 'needs "args" to be a list of texts.'],
    [{ command: 'a', env: { A: null } }, 'needs "env" to hold texts.'],
    [{ command: 'a', env: 'A=1' }, 'needs "env" to hold texts.'],
    [{ command: 'a', cwd: 1 }, 'needs "cwd" to be a folder.'],
    [{ command: 'a', startTimeoutMs: 0 }, 'needs "startTimeoutMs" to be milliseconds, at most 600000.'],
    [{ command: 'a', startTimeoutMs: '5' }, 'needs "startTimeoutMs" to be milliseconds, at most 600000.'],
    [{ command: 'a', tools: [] }, TOOLS],
    [{ command: 'a', tools: { b: true } }, TOOLS],
    [{ command: 'a', tools: { b: { approval: 'no' } } }, TOOLS],
    [{ command: 'a', tools: { b: { idempotent: 'yes' } } }, TOOLS],
    [{ url: 'https://a.example', tools: { b: { ask: false } } }, TOOLS],
    [{ url: 'nowhere' }, 'needs "url" to be an http or https address.'],
    [{ url: 'file:///etc/passwd' }, 'needs "url" to be an http or https address.'],
    [{ url: 'https://a.example', headers: { A: {} } }, 'needs "headers" to hold texts.'],
  ])('says what is missing of %j', (entry, sentence) => {
    expect(problemOf(entry)).toBe(sentence)
  })

  it('says whether a tool needs approval and may run again, which isn’t part of the approval', () => {
    const tools = { 'send mail': { approval: 'never' }, wipe: { approval: 'required', idempotent: false }, read: {} }
    const [config, plain] = [read({ command: 'a', tools }), read({ command: 'a' })]
    expect(config?.rules).toEqual(new Map(Object.entries(tools)))
    expect(config && fingerprintOf(config)).toBe(plain && fingerprintOf(plain))
  })

  it.each(['a', 'A1', 'a-b', 'a_b', 'a'.repeat(32)])('may call a server %s', (name) => {
    expect([...parse({ [name]: { command: 'x' } }).servers.keys()]).toEqual([name])
  })
  it.each(['', '1a', 'a__b', 'a_', 'a b', 'a/b', 'ä', 'a'.repeat(33)])('may not call a server "%s"', (name) => {
    const { servers, problems } = parse({ [name]: { command: 'x' } })
    expect([servers.size, problems.length]).toEqual([0, 1])
  })

  it('that names a server twice starts neither', () => {
    expect(parseMcpConfig('{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"}}}')).toEqual({
      servers: new Map(),
      problems: ['mcp.json is ambiguous: the property "a" is written twice (line 1, column 36).'],
    })
  })

  it('that is invalid is a problem and not a server', () => {
    for (const text of ['{', '[]', '{}', '{ "mcpServers": [] }', 'null']) {
      const { servers, problems } = parseMcpConfig(text)
      expect([servers.size, problems.length]).toEqual([0, 1])
    }
  })
})

describe('a server of mcp.json', () => {
  const both = { disabled: false, startTimeoutMs: 30_000 } as const
  const process: McpServerConfig = { type: 'stdio', command: 'node', args: ['a'], env: { KEY: 'k' }, ...both }
  const address: McpServerConfig = { type: 'http', url: 'https://a.example/mcp?key=k', headers: {}, ...both }

  it('is shown without what may hold keys', () => {
    expect([targetOf(process), targetOf(address)]).toEqual(['node a', 'https://a.example/mcp'])
  })

  it('is different for its approval if anything but its switch and its time changes', () => {
    const same = fingerprintOf({ ...process, disabled: true, startTimeoutMs: 1 })
    expect(same).toBe(fingerprintOf(process))
    const others: readonly McpServerConfig[] = [
      { ...process, command: 'deno' },
      { ...process, args: [] },
      { ...process, env: {} },
      { ...process, cwd: 'sub' },
      address,
      { ...address, headers: { A: 'x' } },
      { ...address, url: 'https://b.example' },
    ]
    expect(new Set([same, ...others.map(fingerprintOf)]).size).toBe(others.length + 1)
  })

  it('gets its secrets in the place of their names', () => {
    const texts = { A: 'secret://ONE', B: 'Bearer secret://ONE and secret://two-2', C: 'secret://', D: 'plain' }
    expect(withSecrets(texts, (reference) => `<${reference.slice(9)}>`)).toEqual({
      A: '<ONE>',
      B: 'Bearer <ONE> and <two-2>',
      C: 'secret://',
      D: 'plain',
    })
  })
})
