import { Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import manifest from '../../package.json' with { type: 'json' }
import { createMcpServer } from '../mcp/server/create-mcp-server.ts'
import { followIdeas } from '../mcp/server/follow-ideas.ts'
import type { Flags } from '../settings/settings.ts'
import { writeOwn } from './own-output.ts'
import { printableLine } from './printable.ts'
import { withClient } from './with-client.ts'

/** The output belongs to the protocol: what Activities print goes where errors do. */
const ownOutput = (): Writable => new Writable({ write: (chunk: Uint8Array, _, done) => void writeOwn(chunk, done) })

const LONGEST_SAID = 300

/** The other side's text, or a long complaint about it, as one line for a terminal. */
const shortened = (text: string): string => {
  const line = printableLine(text)
  return line.length > LONGEST_SAID ? `${line.slice(0, LONGEST_SAID)}…` : line
}

/** Serves the Ideas of a workspace as MCP tools on standard input and output until the input ends. Resolves to 0. */
export const mcpCommand = async (flags: Flags): Promise<number> =>
  withClient({ ...flags, resume: true }, async (api) => {
    const { model, profile } = flags
    const asking = { ...(model !== undefined && { model }), ...(profile !== undefined && { profile }) }
    const stop = new AbortController()
    const servers = new Set<ReturnType<typeof createMcpServer>>()
    const ended = new Promise<void>((resolve) => {
      process.stdin.once('end', resolve)
      process.stdin.once('close', resolve)
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve())
    })
    const handle = serveStdio(
      () => {
        const server = createMcpServer({ api, version: manifest.version, asking })
        servers.add(server)
        return server
      },
      {
        transport: new StdioServerTransport(process.stdin, ownOutput()),
        onerror: (error) => console.error(`ensemble: ignored a message: ${shortened(error.message)}`),
      },
    )
    const following = followIdeas(api, stop.signal, () => {
      for (const server of servers) server.sendToolListChanged().catch(() => undefined)
    })
    await ended
    stop.abort()
    await handle.close()
    await following
    return 0
  })
