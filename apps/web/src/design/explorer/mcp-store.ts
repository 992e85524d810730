import { createStore } from 'zustand/vanilla'
import { serverEvents } from '../../platform/api/server-events.ts'
import {
  listServers,
  listTools,
  readLog,
  type McpLogLine,
  type McpServer,
  type McpTool,
} from '../../platform/api/mcp-client.ts'

/** The known MCP servers; a server's tools and log load on demand. */
export interface McpView {
  readonly servers: ReadonlyMap<string, McpServer>
  /** The unusable entries of mcp.json. */
  readonly problems: readonly string[]
  readonly tools: ReadonlyMap<string, readonly McpTool[]>
  readonly logs: ReadonlyMap<string, readonly McpLogLine[]>
}

export const mcpStore = createStore<McpView>(() => ({
  servers: new Map(),
  problems: [],
  tools: new Map(),
  logs: new Map(),
}))

/** Names whose tools, and whose log, are on the screen. */
const lookedAt = new Map<string, number>()
let watchers = 0
let stopWatching = (): void => undefined

async function readServers(): Promise<void> {
  const { servers, problems } = await listServers()
  mcpStore.setState({ problems, servers: new Map(servers.map((server) => [server.name, server])) })
}

async function readDetails(name: string): Promise<void> {
  const [{ tools }, { lines }] = await Promise.all([listTools(name), readLog(name)])
  mcpStore.setState((view) => ({
    tools: new Map(view.tools).set(name, tools),
    logs: new Map(view.logs).set(name, lines),
  }))
}

/** Reads everything that is shown again; what cannot be read stays as it was. */
export async function refreshMcp(): Promise<void> {
  await Promise.all([readServers(), ...[...lookedAt.keys()].map(readDetails)]).catch(() => undefined)
}

/** Keeps the list current while someone shows it. Returns how to stop. */
export function watchMcp(): () => void {
  watchers += 1
  if (watchers === 1) {
    stopWatching = serverEvents.onEvent(({ type }) => {
      if (type === 'mcp.changed') void refreshMcp()
    })
  }
  void refreshMcp()
  return () => {
    watchers -= 1
    if (watchers === 0) stopWatching()
  }
}

/** Reads a server's tools and log, and keeps them current. Returns how to stop. */
export function lookAt(name: string): () => void {
  lookedAt.set(name, (lookedAt.get(name) ?? 0) + 1)
  void readDetails(name).catch(() => undefined)
  return () => {
    const left = (lookedAt.get(name) ?? 1) - 1
    if (left === 0) lookedAt.delete(name)
    else lookedAt.set(name, left)
  }
}
