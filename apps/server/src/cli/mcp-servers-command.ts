import { EnsembleError } from '@ensemble/core'
import type { ServerView } from '../mcp/client/remote-server.ts'
import type { Flags } from '../settings/settings.ts'
import type { Client } from './client.ts'
import { withClient } from './with-client.ts'
import { type Terminal, openTerminal } from './terminal.ts'
import { printable, printableLine } from './printable.ts'
import { print } from './own-output.ts'

export interface McpArguments extends Flags {
  /** A question about the servers of mcp.json; undefined serves the Ideas instead. */
  readonly action?: string
  readonly server?: string
  /** The words after the action. */
  readonly words?: readonly string[]
  readonly json?: boolean
  readonly yes?: boolean
}

const APPROVAL = { none: 'its tools are not approved', changed: 'its tools changed', current: 'approved' } as const

const toLine = ({ name, state, tools, approval, target }: ServerView): string =>
  `${name.padEnd(16)} ${state.padEnd(9)} ${String(tools).padStart(3)} ${tools === 1 ? 'tool ' : 'tools'}  ${APPROVAL[approval].padEnd(25)}  ${target}`

const earlierSentence = ({ name, earlier }: ServerView): string =>
  `${name}: ${earlier === 1 ? '1 tool was' : `${earlier} tools were`} approved before tools asked by default, and still run as before. "ensemble mcp approve ${name}" makes them ask.`

const printServers = async (client: Client, json: boolean): Promise<number> => {
  const { servers, problems } = await client.call('GET', '/api/mcp/servers')
  if (json) print(JSON.stringify({ servers, problems }, null, 2))
  else if (servers.length === 0 && problems.length === 0) console.error('No MCP server is declared in mcp.json.')
  else
    for (const server of servers) {
      print(printable(toLine(server)))
      if (server.earlier > 0) console.error(earlierSentence(server))
    }
  for (const problem of problems) console.error(`ensemble: ${printable(problem)}`)
  return problems.length === 0 ? 0 : 1
}

const printTools = async (client: Client, name: string, { style }: Terminal): Promise<void> => {
  const { tools } = await client.call('GET', '/api/mcp/servers/{name}/tools', { path: { name } })
  for (const { remote, standing, destructive, idempotent, earlier, readOnly, description = '' } of tools) {
    const hints = [
      standing,
      ...(destructive && !earlier ? ['asks before each Call'] : []),
      ...(idempotent || earlier ? [] : ['waits for a person after a crash']),
      ...(readOnly ? ['changes nothing'] : []),
    ]
    print(`${style.bold(printableLine(remote))}  ${style.dim(hints.join(', '))}`)
    for (const line of description.split('\n')) if (line.trim() !== '') print(`  ${printable(line)}`)
  }
}

const SECOND_MS = 1000
/** How often a slow start is reported. */
const TELL_MS = 5 * SECOND_MS

/** Starts a server, telling on the error stream how long that has taken: a package runner may download first. */
const start = async (client: Client, name: string): Promise<ServerView> => {
  const { servers } = await client.call('GET', '/api/mcp/servers')
  const server = servers.find((each) => each.name === name)
  const most = (server?.startTimeoutMs ?? 0) / SECOND_MS
  if (server?.state === 'idle' || server?.state === 'failed')
    console.error(`Starting ${printableLine(server.target)}, for up to ${most} s …`)
  let waited = 0
  const telling = setInterval(() => {
    waited += TELL_MS
    console.error(`${waited / SECOND_MS} s of ${most} s: the MCP server "${name}" has not answered yet.`)
  }, TELL_MS)
  try {
    return await client.call('POST', '/api/mcp/servers/{name}/start', { path: { name }, body: {} })
  } finally {
    clearInterval(telling)
  }
}

/** Shows a server's tools and takes a person's yes. Resolves to 1 without one. */
const approve = async (client: Client, name: string, yes: boolean, terminal: Terminal): Promise<number> => {
  const path = { name }
  const { state, error, hash, approval, tools, earlier } = await start(client, name)
  if (state !== 'ready') throw new EnsembleError('mcp.failed', error ?? `The MCP server "${name}" is ${state}.`)
  await printTools(client, name, terminal)
  if (approval === 'current' && earlier === 0) {
    print('Already approved.')
    return 0
  }
  if (!yes && terminal.ask === undefined)
    throw new EnsembleError(
      'usage',
      'This command has no prompt: look at the tools above, then approve them with --yes.',
    )
  const answer = yes
    ? 'y'
    : await terminal.ask?.(
        `Approve ${tools === 1 ? 'this tool' : `these ${tools} tools`}? [y/N] `,
        new AbortController().signal,
      )
  if (!/^y(es)?$/i.test(answer?.trim() ?? '')) return 1
  await client.call('POST', '/api/mcp/servers/{name}/approve', { path, body: { hash } })
  print(
    'Approved. If the server changes them, they need approval again. To let one run without asking, write "tools": { "NAME": { "approval": "never" } } in its entry in mcp.json.',
  )
  return 0
}

/** `ensemble mcp servers` and `ensemble mcp approve NAME`. Resolves to the exit code. */
export const mcpServersCommand = async (
  { action, server, words = [], json = false, yes = false, ...flags }: McpArguments,
  terminal: Terminal = openTerminal(),
): Promise<number> => {
  if (words.length > 1)
    throw new EnsembleError(
      'usage',
      `ensemble mcp ${action} takes ${action === 'approve' ? 'one server' : 'no server'}.`,
    )
  if (action === 'servers') return withClient(flags, (client) => printServers(client, json))
  if (action !== 'approve' || server === undefined)
    throw new EnsembleError(
      'usage',
      'Use ensemble mcp to serve the Ideas, ensemble mcp servers to list the servers in mcp.json, ensemble mcp add NAME -- COMMAND to add one, or ensemble mcp approve NAME to approve one.',
    )
  return withClient(flags, (client) => approve(client, server, yes, terminal))
}
