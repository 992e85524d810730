import type { JsonObject } from '@ensemble/core'
import { requestJson } from '../api/client.ts'

/** A server of mcp.json (`GET /api/mcp/servers`). */
export interface McpServer {
  readonly name: string
  readonly type: 'stdio' | 'http'
  readonly target: string
  readonly state: 'idle' | 'starting' | 'ready' | 'failed' | 'disabled'
  readonly error?: string
  readonly protocol?: string
  readonly tools: number
  readonly approval: 'none' | 'current' | 'changed'
  readonly hash: string | null
}

/** One of its tools as a Tool (`GET /api/mcp/servers/NAME/tools`). */
export interface McpTool {
  readonly name: string
  readonly remote: string
  readonly title?: string
  readonly description?: string
  readonly standing: 'approved' | 'new' | 'changed' | 'gone'
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly schema: JsonObject
  /** As it was approved, where it is `changed`. */
  readonly was?: JsonObject
  readonly lost: readonly { readonly path: string; readonly what: string }[]
  readonly problem?: string
}

export interface McpLogLine {
  readonly at: string
  readonly from: 'state' | 'server' | 'stderr'
  readonly text: string
}

const pathOf = (name: string): string => `/api/mcp/servers/${encodeURIComponent(name)}`

export const listServers = (): Promise<{
  readonly servers: readonly McpServer[]
  readonly problems: readonly string[]
}> => requestJson('/api/mcp/servers')
export const listTools = (name: string): Promise<{ readonly tools: readonly McpTool[] }> =>
  requestJson(`${pathOf(name)}/tools`)
export const readLog = (name: string): Promise<{ readonly lines: readonly McpLogLine[] }> =>
  requestJson(`${pathOf(name)}/log`)
export const startServer = (name: string): Promise<McpServer> =>
  requestJson(`${pathOf(name)}/start`, { method: 'POST', json: {} })
export const stopServer = (name: string): Promise<McpServer> =>
  requestJson(`${pathOf(name)}/stop`, { method: 'POST', json: {} })
export const approveServer = (name: string, hash: string): Promise<McpServer> =>
  requestJson(`${pathOf(name)}/approve`, { method: 'POST', json: { hash } })
