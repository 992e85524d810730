import { EnsembleError, type ActivityContext, type ActivityOptions, type Json, type JsonObject } from '@ensemble/core'
import type { Approvals } from './approvals.ts'
import type { Connection, ConnectionStatus } from './connection.ts'
import { type McpServerConfig, fingerprintOf, targetOf } from './mcp-config.ts'
import { type OfferedTool, createOfferedTools, runsAsBefore } from './offered-tools.ts'
import { oneLine } from './one-line.ts'
import { toArguments } from './remote-tool.ts'
import type { LogLine, ServerLog } from './server-log.ts'
import { toCallResult } from './tool-result.ts'
import type { ToolRules } from './tool-rules.ts'

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
  /** How many of the Tools run without asking, or twice, only because they were approved before that asked by default. */
  readonly earlier: number
  /** Identifies the current entry and Tools for approval. Null until they are known. */
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
  /** Approves the Tools that `hash` identifies. Throws EnsembleError `mcp.changed` if they have changed. */
  readonly approve: (hash: string) => Promise<void>
  /** How a Tool's Activity runs, by its name: whether a person confirms first, and whether it may run twice. */
  readonly optionsOf: (name: string) => ActivityOptions
  /** Makes one Call of a Tool by its Activity's name. */
  readonly call: (name: string, call: JsonObject, context: ActivityContext) => Promise<Json>
}

export interface RemoteServerOptions {
  readonly name: string
  readonly config: McpServerConfig
  /** The current rules for its tools in mcp.json. */
  readonly rules: () => ToolRules
  readonly connection: Connection
  readonly log: ServerLog
  readonly approvals: Approvals
}

/** The Call's own deadline is the executor's; a server that is slow is not asked twice. */
const NO_DEADLINE_MS = 2 ** 31 - 1

export const createRemoteServer = ({
  name,
  config,
  rules,
  connection,
  log,
  approvals,
}: RemoteServerOptions): RemoteServer => {
  const fingerprint = fingerprintOf(config)
  const offered = createOfferedTools({ name, fingerprint, rules, connection, approvals })
  const { tools, optionsOf } = offered

  return {
    config,
    tools,
    log: log.lines,
    view: () => {
      const listed = tools()
      const isCurrent = listed.every(({ standing }) => standing === 'approved')
      const hasApproval = approvals.get(name) !== undefined
      return {
        name,
        type: config.type,
        target: targetOf(config),
        startTimeoutMs: config.startTimeoutMs,
        ...connection.status(),
        tools: listed.filter(({ standing }) => standing !== 'gone').length,
        approval: !hasApproval ? 'none' : isCurrent && offered.approved().length > 0 ? 'current' : 'changed',
        earlier: listed.filter(runsAsBefore).length,
        hash: offered.hash(),
      }
    },
    start: async (signal) => void (await connection.use(signal)),
    stop: () => connection.stop(),
    approve: async (hash) => {
      const definitions = offered.definitions()
      if (definitions === undefined || hash !== offered.hash())
        throw new EnsembleError(
          'mcp.changed',
          `The tools of the MCP server "${name}" are others than those that were shown: look at them again.`,
        )
      await approvals.put(name, { fingerprint, definitions, asksByDefault: true })
    },
    optionsOf,
    call: async (activity, call, context) => {
      const client = await connection.use(context.signal)
      const tool = tools().find((one) => one.name === activity)
      if (tool === undefined || tool.standing === 'gone')
        throw new Error(`The MCP server "${name}" has no tool behind ${activity}.`)
      if (tool.problem !== undefined)
        throw new Error(`The tool ${tool.remote} of the MCP server "${name}" cannot be used: ${tool.problem}`)
      offered.confirm(tool, context)
      const result = await client
        .callTool(
          // The trace continues at the server, by MCP's convention for `_meta`.
          {
            name: tool.remote,
            arguments: toArguments(tool, call, context.tool.parameterNames),
            _meta: { traceparent: context.traceparent },
          },
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
