import {
  EnsembleError,
  type ActivityContext,
  type Json,
  type JsonObject,
  hashJson,
  needsApproval,
} from '@ensemble/core'
import type { Approvals } from './approvals.ts'
import type { Connection, ConnectionStatus } from './connection.ts'
import { type McpServerConfig, fingerprintOf, targetOf } from './mcp-config.ts'
import { oneLine } from './one-line.ts'
import { type RemoteTool, toArguments, toRemoteTools } from './remote-tool.ts'
import type { LogLine, ServerLog } from './server-log.ts'
import { toCallResult } from './tool-result.ts'

/** `new`: never approved; `changed`: the server's words are others than a person approved; `gone`: it lists it no more. */
export type ToolStanding = 'approved' | 'new' | 'changed' | 'gone'

export interface OfferedTool extends RemoteTool {
  readonly standing: ToolStanding
  /** As it was approved, where it is `changed`. */
  readonly was?: RemoteTool
}

/** A server with its Tools, as people see it. */
export interface ServerView extends ConnectionStatus {
  readonly name: string
  readonly type: McpServerConfig['type']
  readonly target: string
  /** How long it has to start, until its tools are read. */
  readonly startTimeoutMs: number
  /** How many Tools it offers, as far as is known without starting it. */
  readonly tools: number
  /** Whether the Tools may be called without asking: `none` was approved yet, all `current` ones, or some `changed`. */
  readonly approval: 'none' | 'current' | 'changed'
  /** Stands for what would be approved now: the server's entry and its Tools. Null while it was not started. */
  readonly hash: string | null
}

/** One server of mcp.json. */
export interface RemoteServer {
  readonly config: McpServerConfig
  readonly view: () => ServerView
  readonly tools: () => readonly OfferedTool[]
  readonly log: () => readonly LogLine[]
  /** Starts it and reads its Tools. Throws EnsembleError `mcp.failed`. */
  readonly start: (signal: AbortSignal) => Promise<void>
  readonly stop: () => Promise<void>
  /** Approves the Tools that `hash` stands for. Throws EnsembleError `mcp.changed` where they are others now. */
  readonly approve: (hash: string) => Promise<void>
  /** Makes one Call of a Tool by its Activity's name. */
  readonly call: (name: string, call: JsonObject, context: ActivityContext) => Promise<Json>
}

export interface RemoteServerOptions {
  readonly name: string
  readonly config: McpServerConfig
  readonly connection: Connection
  readonly log: ServerLog
  readonly approvals: Approvals
}

/** The Call's own deadline is the executor's; a server that is slow is not asked twice. */
const NO_DEADLINE_MS = 2 ** 31 - 1

export const createRemoteServer = ({ name, config, connection, log, approvals }: RemoteServerOptions): RemoteServer => {
  const fingerprint = fingerprintOf(config)

  const approved = (): readonly RemoteTool[] => {
    const entry = approvals.get(name)
    return entry?.fingerprint === fingerprint ? toRemoteTools(name, entry.definitions) : []
  }
  const tools = (): readonly OfferedTool[] => {
    const known = new Map(approved().map((tool) => [tool.name, tool]))
    const live = connection.definitions()
    if (live === undefined) return [...known.values()].map((tool) => ({ ...tool, standing: 'approved' }))
    const offered = toRemoteTools(name, live).map((tool): OfferedTool => {
      const before = known.get(tool.name)
      known.delete(tool.name)
      if (before === undefined) return { ...tool, standing: 'new' }
      return before.hash === tool.hash
        ? { ...tool, standing: 'approved' }
        : { ...tool, standing: 'changed', was: before }
    })
    return [...offered, ...[...known.values()].map((tool): OfferedTool => ({ ...tool, standing: 'gone' }))]
  }
  const hashNow = (): string | null => {
    const live = connection.definitions()
    return live === undefined ? null : hashJson([fingerprint, live])
  }

  /** Asks a person once where the Tool is not what was approved. */
  const confirm = (tool: OfferedTool, context: ActivityContext): void => {
    if (tool.standing === 'approved' || context.approved) return
    const what =
      tool.standing === 'new'
        ? `Nobody approved the tool ${tool.remote} of the MCP server "${name}" yet.`
        : `The MCP server "${name}" describes its tool ${tool.remote} otherwise than it was approved.`
    if (!context.tool.idempotent)
      throw new Error(`${what} A person approves the server's tools under "MCP servers" before it can be called.`)
    throw needsApproval(what)
  }

  return {
    config,
    tools,
    log: log.lines,
    view: () => {
      const offered = tools()
      const isCurrent = offered.every(({ standing }) => standing === 'approved')
      const hasApproval = approvals.get(name) !== undefined
      return {
        name,
        type: config.type,
        target: targetOf(config),
        startTimeoutMs: config.startTimeoutMs,
        ...connection.status(),
        tools: offered.filter(({ standing }) => standing !== 'gone').length,
        approval: !hasApproval ? 'none' : isCurrent && approved().length > 0 ? 'current' : 'changed',
        hash: hashNow(),
      }
    },
    start: async (signal) => void (await connection.use(signal)),
    stop: connection.stop,
    approve: async (hash) => {
      const live = connection.definitions()
      if (live === undefined || hash !== hashNow())
        throw new EnsembleError(
          'mcp.changed',
          `The tools of the MCP server "${name}" are others than those that were shown: look at them again.`,
        )
      await approvals.put(name, { fingerprint, definitions: live })
    },
    call: async (activity, call, context) => {
      const client = await connection.use(context.signal)
      const tool = tools().find((one) => one.name === activity)
      if (tool === undefined || tool.standing === 'gone')
        throw new Error(`The MCP server "${name}" has no tool behind ${activity}.`)
      if (tool.problem !== undefined)
        throw new Error(`The tool ${tool.remote} of the MCP server "${name}" cannot be used: ${tool.problem}`)
      confirm(tool, context)
      const result = await client
        .callTool(
          // The trace goes on at the server, as MCP's convention for `_meta` has it.
          { name: tool.remote, arguments: toArguments(tool, call), _meta: { traceparent: context.traceparent } },
          {
            signal: context.signal,
            timeout: NO_DEADLINE_MS,
            onprogress: ({ progress, total, message }) => context.progress(progress, total, message),
          },
        )
        .catch((error: unknown) => {
          throw new Error(`The MCP server "${name}" did not answer the Call: ${oneLine(error)}`, { cause: error })
        })
      connection.succeeded()
      return toCallResult(result, context)
    },
  }
}
