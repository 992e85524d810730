import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
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

let root = ''
const printed: string[] = []

beforeAll(async () => {
  root = await makeWorkspace({
    'mcp.json': block('mcp.json'),
    'ideas/reader.json': block('ideas/reader.json'),
    'files-server.mjs': block('files-server.mjs'),
    'notes.txt': 'the text of the notes',
  })
})
beforeEach(() => {
  vi.stubEnv('FILES_KEY', 'twelve-chars')
  vi.spyOn(console, 'log').mockImplementation((text: unknown) => void printed.push(String(text)))
})
afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 3 }))

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
    expect(done?.data).toMatchObject({ result: 'the text of the notes' })
    await client.close()
  } finally {
    await server.stop()
  }
})

test('the run of docs/mcp.md prints the file', async () => {
  printed.length = 0
  const [, input = ''] = /--input '(.*)'/.exec(block('run')) ?? []
  expect(await runCommandLine(['run', 'reader', '--input', input, '--workspace', root])).toBe(0)
  expect(printed.join('\n')).toContain('mcpServers')
})

test('what docs/mcp.md gives to a client starts a program that is there', () => {
  const { mcpServers } = JSON.parse(block('client.json'))
  const { command, args } = mcpServers.ensemble
  expect(command).toBe('node')
  expect(existsSync(args[0].replace('REPOSITORY', join(import.meta.dirname, '../../../..')))).toBe(true)
  expect(args.slice(1)).toEqual(['mcp', '--workspace', 'FOLDER'])
  expect([...BLOCKS.keys()]).toEqual([
    'mcp.json',
    'files-server.mjs',
    'sh',
    'output',
    'ideas/reader.json',
    'run',
    'client.json',
  ])
})
