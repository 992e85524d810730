import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runCommandLine } from '../cli/command-line.ts'
import { makeWorkspace, openTestServer } from '../testing/test-server.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/mcp.md'), 'utf8')

/** Each block by the word behind its language, or by its language alone. */
const BLOCKS = new Map(
  [...PAGE.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(([, language = '', name = language, text = '']) => [
    name,
    text,
  ]),
)
const block = (name: string): string => BLOCKS.get(name) ?? ''

/** A server as the page's example names it: by hand, so that it needs no packages. */
const FILES_SERVER = `
import { createInterface } from 'node:readline'
const path = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
const tools = [{ name: 'read', inputSchema: path }, { name: 'remove', inputSchema: path, annotations: { destructiveHint: true } }]
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'files', version: '1' } }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ arguments: { path } }) => ({ content: [{ type: 'text', text: 'the text of ' + path + ', ' + process.env.FILES_KEY.length }] }),
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const outcome = answers[method] === undefined ? { error: { code: -32601, message: 'unknown' } } : { result: answers[method](params) }
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }))
})
`

let root = ''
const printed: string[] = []

beforeAll(async () => {
  root = await makeWorkspace({
    'mcp.json': block('mcp.json'),
    'ideas/reader.json': block('ideas/reader.json'),
    'files-server.mjs': FILES_SERVER,
  })
  vi.stubEnv('FILES_KEY', 'twelve-chars')
  vi.spyOn(console, 'log').mockImplementation((text: unknown) => void printed.push(String(text)))
})
afterAll(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await rm(root, { recursive: true, force: true, maxRetries: 3 })
})

test('the commands of docs/mcp.md do what the page says', async () => {
  for (const line of block('sh').trim().split('\n')) {
    printed.length = 0
    const [program, ...args] = line.split(' ')
    expect(program).toBe('ensemble')
    expect(await runCommandLine([...args, '--workspace', root]), line).toBe(0)
  }
  expect(printed.join('\n')).toBe(block('output').trimEnd())
})

test('the Idea of docs/mcp.md reads through the server it names', async () => {
  const server = await openTestServer(root, { FILES_KEY: 'twelve-chars' })
  try {
    const client = new Client({ name: 'docs', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${await server.listen()}/mcp`)))
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['reader'])
    const result = await client.callTool({ name: 'reader', arguments: { path: 'notes.txt' } })
    const [run] = (await server.deps.journal.runs.list({})).items
    expect(result._meta).toMatchObject({ 'ensemble/run': run?.id })
    const [done] = await server.deps.journal.readType(run?.id ?? '', 'call.completed')
    expect(done?.data).toMatchObject({ result: 'the text of notes.txt, 12' })
    await client.close()
  } finally {
    await server.stop()
  }
})

test('what docs/mcp.md gives to a client is valid', () => {
  const { mcpServers } = JSON.parse(block('client.json'))
  expect(mcpServers.ensemble.args[0]).toBe('mcp')
  expect([...BLOCKS.keys()]).toEqual(['mcp.json', 'sh', 'output', 'ideas/reader.json', 'client.json'])
})
