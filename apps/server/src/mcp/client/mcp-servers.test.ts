import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openMcpServers } from './mcp-servers.ts'

/** Servers of an mcp.json, none of them started, and the events for the page. */
const open = async (mcpServers: object) => {
  const root = await mkdtemp(join(tmpdir(), 'ensemble-mcp-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const write = (next: object): Promise<void> => writeFile(join(root, 'mcp.json'), JSON.stringify({ mcpServers: next }))
  await write(mcpServers)
  const told: (string | null)[] = []
  const servers = await openMcpServers({
    root,
    version: '0',
    secret: () => undefined,
    redact: (text) => text,
    fetch,
    now: () => 0,
    sleep: async () => {},
    onChange: (server) => void told.push(server),
  })
  return { servers, told, write }
}
const ONE = { command: 'one' }
const TWO = { url: 'https://two.example/mcp', headers: { key: 'k' } }

it('A server of mcp.json stays the same as long as its entry does, and its views learn of a change', async () => {
  const { servers, told, write } = await open({ one: ONE, two: TWO })
  expect([servers.names(), servers.urls()]).toEqual([['one', 'two'], ['https://two.example/mcp']])
  const [one, two] = [servers.get('one'), servers.get('two')]
  await write({ two: TWO, one: { ...ONE, args: ['--other'] }, three: ONE })
  await servers.reload()
  expect(told).toEqual([null])
  expect(servers.names()).toEqual(['two', 'one', 'three'])
  expect(servers.get('two')).toBe(two)
  expect(servers.get('one')).not.toBe(one)
  await write({ two: { ...TWO, disabled: true } })
  await servers.reload()
  expect(servers.get('two')).not.toBe(two)
  expect(servers.get('two').view().state).toBe('disabled')
  expect(() => servers.get('one')).toThrow('mcp.json names no MCP server "one".')
})

it('A tool that an Idea names is an Activity of its server before that was ever started, and of no other', async () => {
  const { servers } = await open({ one: ONE })
  const { activities } = servers
  expect(activities.get('one__add')?.name).toBe('one__add')
  expect([activities.get('two__add'), activities.get('add')]).toEqual([undefined, undefined])
  const named = activities.names(['{ "_activity": { "const": "one__add" } }', '"two__add"', '"one__add" "plain"'])
  expect(named).toEqual(['one__add'])
})
