import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type BuiltCommandLine, buildCommandLine } from '../testing/built-command-line.ts'
import { GREETER, GREETER_FILES } from '../testing/ideas.ts'
import { progressOf } from '../testing/progress-of.ts'
import { makeWorkspace, openTestServer } from '../testing/test-server.ts'
import { takeOwnership } from '../workspace/owner.ts'

let cli: BuiltCommandLine
beforeAll(async () => {
  cli = await buildCommandLine()
})
afterAll(() => cli.remove())

const connect = async (root: string, mode: 'legacy' | 'auto', home: string) => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const env = { ENSEMBLE_SIMULATED_PACE: '0', HOME: home }
  const args = [cli.file, 'mcp', '--workspace', root]
  const transport = new StdioClientTransport({ command: process.execPath, args, env })
  const told = progressOf(transport)
  await client.connect(transport)
  onTestFinished(() => client.close())
  return { client, told }
}

/** A running server that has said in its workspace where it answers, as `ensemble serve` does. */
async function serveWorkspace() {
  const root = await makeWorkspace(GREETER_FILES)
  const server = await openTestServer(root)
  onTestFinished(() => server[Symbol.asyncDispose]())
  const owner = await takeOwnership(root)
  if (!owner.owned) throw new Error('No other process owns a new workspace.')
  onTestFinished(() => owner.release())
  await owner.announce({ url: await server.listen(), pid: process.pid, version: '0' })
  return { root, server }
}

describe('ensemble mcp', () => {
  it.each([['2025-11-25', 'legacy'] as const, ['2026-07-28', 'auto'] as const])(
    'serves the Ideas of a workspace over standard input and output in revision %s',
    async (revision, mode) => {
      const root = await makeWorkspace(GREETER_FILES)
      onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 3 }))
      const { client, told } = await connect(root, mode, root)
      expect(client.getNegotiatedProtocolVersion()).toBe(revision)
      const call = { name: 'greeter', arguments: { name: 'Ada' } }
      const result = await client.callTool(call, { onprogress: () => undefined })
      expect(result.structuredContent).toEqual({ greeting: 'Hello, Ada' })
      expect(told.map(({ message }) => message)).toContain('greetUser is done')
    },
  )

  it('keeps its output to the protocol, whatever Activities print, and outlives those that end the process', async () => {
    const noisy = "console.log('noise'); process.stdout.write('more'); export const endAll = () => process.exit(3)"
    const greeter = JSON.parse(JSON.stringify(GREETER).replaceAll('greetUser', 'endAll'))
    const root = await makeWorkspace({ 'ideas/greeter.json': greeter, 'activities/noisy.ts': noisy })
    onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 3 }))
    const { client } = await connect(root, 'legacy', root)
    const errors: Error[] = []
    client.onerror = (error) => void errors.push(error)
    await client.callTool({ name: 'greeter', arguments: { name: 'Ada' } }).catch(() => undefined)
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['greeter'])
    expect(errors).toEqual([])
  })

  it("skips a line that isn't a message, and says so in its own line", async () => {
    const root = await makeWorkspace(GREETER_FILES)
    onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 3 }))
    const env = { ...process.env, HOME: root }
    const child = spawn(process.execPath, [cli.file, 'mcp', '--workspace', root], { env })
    const told: string[] = []
    child.stderr.setEncoding('utf8').on('data', (text: string) => void told.push(text))
    child.stdin.end('[1, "\\u001b[2J"]\n')
    const [code] = (await once(child, 'close')) as [number]
    expect(code).toBe(0)
    expect(told.join('')).toMatch(/^ensemble: ignored a message: [^\n\u001b]+\n$/)
  })

  it('ends a call with a sentence when the server it works with is gone', async () => {
    const { root, server } = await serveWorkspace()
    const { client } = await connect(root, 'legacy', root)
    await client.listTools()
    await server.stop()
    await expect(client.callTool({ name: 'greeter', arguments: { name: 'Bo' } })).rejects.toThrow(
      'does not answer: is it still running?',
    )
  })

  it('works with the server that owns the workspace', async () => {
    const { root, server } = await serveWorkspace()
    const { client } = await connect(root, 'auto', root)
    await client.callTool({ name: 'greeter', arguments: { name: 'Bo' } })
    const { items } = await server.deps.journal.runs.list({})
    expect(items.map(({ output }) => output)).toEqual([{ greeting: 'Hello, Bo' }])
  })
})
