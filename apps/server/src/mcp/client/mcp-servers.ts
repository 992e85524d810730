import { EnsembleError, type JsonObject, type RegisteredActivity } from '@ensemble/core'
import { mcpServerOf, sha256Text } from '@ensemble/core/host'
import { openApprovals } from './approvals.ts'
import { createConnection } from './connection.ts'
import { type McpConfig, NO_SERVERS, fingerprintOf, parseMcpConfig } from './mcp-config.ts'
import { type RemoteServer, createRemoteServer } from './remote-server.ts'
import { createServerLog } from './server-log.ts'
import type { ToolRule, ToolRules } from './tool-rules.ts'
import { writeRule } from './write-rule.ts'
import { createSerialiser } from '../../workspace/serialise.ts'
import { MCP_FILE } from '../../workspace/names.ts'
import { readSingle } from '../../workspace/read-single.ts'
import { asStorageTrouble } from '../../workspace/storage-trouble.ts'
import { oneLine } from './one-line.ts'

/** The MCP servers of the workspace the server was started on, and no others. */
export interface McpServers {
  readonly names: () => readonly string[]
  /** Throws EnsembleError `mcp.unknown`. */
  readonly get: (name: string) => RemoteServer
  /** Addresses of servers that are asked over HTTP: a person configured them. */
  readonly urls: () => readonly string[]
  readonly activities: RemoteActivities
  /** A person's settings for a tool, by the server's name for it, in mcp.json. Throws EnsembleError `mcp.unknown`. */
  readonly setRule: (server: string, tool: string, rule: ToolRule) => Promise<void>
  /** Reads mcp.json again; a server whose entry changed is stopped. */
  readonly reload: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Activities behind the names `SERVER__TOOL`. */
export interface RemoteActivities {
  /** One for every name that begins with a server's: whether there is such a tool is found where it is called. */
  readonly get: (name: string) => RegisteredActivity | undefined
  /** Those of approved Tools, and those that these texts of Ideas and Tools name. */
  readonly names: (texts: Iterable<string>) => readonly string[]
  readonly servers: () => readonly string[]
  /** The errors of mcp.json, in sentences. */
  readonly problems: () => readonly string[]
}

export const NO_REMOTE_ACTIVITIES: RemoteActivities = {
  get: () => undefined,
  names: () => [],
  servers: () => [],
  problems: () => [],
}

export interface McpServersOptions {
  readonly root: string
  readonly version: string
  readonly secret: (reference: string) => string | undefined
  readonly redact: (text: string) => string
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** State, tools or approval of a server are others than before; null where mcp.json changed. */
  readonly onChange: (server: string | null) => void
}

const readConfig = async (root: string): Promise<McpConfig> => {
  try {
    const text = await readSingle(root, MCP_FILE)
    return text === undefined ? NO_SERVERS : parseMcpConfig(text)
  } catch (error) {
    const trouble = asStorageTrouble(error, MCP_FILE)
    return {
      ...NO_SERVERS,
      problems: [trouble instanceof EnsembleError ? trouble.message : `mcp.json cannot be read: ${oneLine(trouble)}`],
    }
  }
}

const NO_RULES: ToolRules = new Map()
const NAMED = /"([A-Za-z][A-Za-z0-9_-]{0,63})"/g

/** Reads mcp.json; nothing is started and nothing fetched. Never throws. */
export const openMcpServers = async (options: McpServersOptions): Promise<McpServers> => {
  const { root, onChange } = options
  const approvals = await openApprovals(root)
  let config = await readConfig(root)
  let servers: ReadonlyMap<string, RemoteServer> = new Map()

  const open = (name: string): RemoteServer | undefined => {
    const entry = config.servers.get(name)
    if (entry === undefined) return undefined
    const log = createServerLog(options.redact, options.now)
    const connection = createConnection({ ...options, name, config: entry, log, onChange: () => onChange(name) })
    const rules = () => config.servers.get(name)?.rules ?? NO_RULES
    return createRemoteServer({ name, config: entry, rules, connection, log, approvals })
  }
  const openAll = (): ReadonlyMap<string, RemoteServer> =>
    new Map(
      [...config.servers].flatMap(([name, entry]): [string, RemoteServer][] => {
        const before = servers.get(name)
        const isSame =
          before !== undefined &&
          before.config.disabled === entry.disabled &&
          before.config.startTimeoutMs === entry.startTimeoutMs &&
          fingerprintOf(before.config) === fingerprintOf(entry)
        const server = isSame ? before : open(name)
        return server === undefined ? [] : [[name, server]]
      }),
    )
  servers = openAll()

  const activityOf = (name: string): RegisteredActivity | undefined => {
    const server = servers.get(mcpServerOf(name) ?? '')
    if (server === undefined) return undefined
    const tool = server.tools().find((one) => one.name === name)
    return {
      name,
      run: (call: JsonObject, context) => server.call(name, call, context),
      options: server.optionsOf(name),
      hash: sha256Text(`${fingerprintOf(server.config)}\0${tool?.hash ?? ''}`),
    }
  }

  const reload = async (): Promise<void> => {
    const before = servers
    config = await readConfig(root)
    servers = openAll()
    onChange(null)
    const dropped = [...before].filter(([name, server]) => servers.get(name) !== server)
    await Promise.all(dropped.map(([, server]) => server.stop()))
  }
  const inTurn = createSerialiser()

  return {
    names: () => [...servers.keys()],
    get: (name) => {
      const server = servers.get(name)
      if (server === undefined) throw new EnsembleError('mcp.unknown', `mcp.json names no MCP server "${name}".`)
      return server
    },
    urls: () => [...config.servers.values()].flatMap((entry) => (entry.type === 'http' ? [entry.url] : [])),
    activities: {
      get: activityOf,
      servers: () => [...servers.keys()],
      problems: () => config.problems,
      names: (texts) => {
        const approved = [...servers.values()].flatMap((server) =>
          server.tools().flatMap(({ name, standing }) => (standing === 'new' ? [] : [name])),
        )
        if (servers.size === 0) return []
        const named = [...texts].flatMap((text) =>
          text.includes('__') ? [...text.matchAll(NAMED)].map(([, name = '']) => name) : [],
        )
        return [...new Set([...approved, ...named.filter((name) => servers.has(mcpServerOf(name) ?? ''))])]
      },
    },
    setRule: (server, tool, rule) =>
      inTurn(async () => {
        await writeRule(root, { server, tool, rule })
        await reload()
      }),
    reload,
    close: async () => {
      await Promise.all([...servers.values()].map((server) => server.stop()))
    },
  }
}
