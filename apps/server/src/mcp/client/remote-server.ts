import {
  EnsembleError,
  type ActivityContext,
  type ActivityOptions,
  type Json,
  type JsonObject,
  needsApproval,
} from '@ensemble/core'
import { hashJson } from '@ensemble/core/schema'
import type { Approvals } from './approvals.ts'
import type { Connection, ConnectionStatus } from './connection.ts'
import { type McpServerConfig, fingerprintOf, targetOf } from './mcp-config.ts'
import { oneLine } from './one-line.ts'
import { type RemoteTool, toArguments, toRemoteTools, withRule } from './remote-tool.ts'
import type { LogLine, ServerLog } from './server-log.ts'
import { toCallResult } from './tool-result.ts'
import type { ToolRule, ToolRules } from './tool-rules.ts'

/** `new`: never approved; `changed`: the server's words are others than a person approved; `gone`: it lists it no more. */
export type ToolStanding = 'approved' | 'new' | 'changed' | 'gone'

export interface OfferedTool extends RemoteTool {
  readonly standing: ToolStanding
  /** As it was approved, where it is `changed`. */
  readonly was?: RemoteTool
  /** The server's entry in mcp.json. */
  readonly rule: ToolRule
  /** Approved before tools asked by default: its Tool alone decides whether its Calls ask, as it did then. */
  readonly isEarlier: boolean
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

  const entry = () => {
    const kept = approvals.get(name)
    return kept?.fingerprint === fingerprint ? kept : undefined
  }
  const approved = (): readonly RemoteTool[] => toRemoteTools(name, entry()?.definitions ?? [])
  const toOffered = (tool: RemoteTool, standing: ToolStanding, was?: RemoteTool): OfferedTool => {
    const rule = rules().get(tool.remote) ?? {}
    return {
      ...withRule(tool, rule),
      standing,
      rule,
      isEarlier: standing === 'approved' && entry()?.asksByDefault !== true,
      ...(was !== undefined && { was }),
    }
  }
  const tools = (): readonly OfferedTool[] => {
    const known = new Map(approved().map((tool) => [tool.name, tool]))
    const live = connection.definitions()
    if (live === undefined) return [...known.values()].map((tool) => toOffered(tool, 'approved'))
    const offered = toRemoteTools(name, live).map((tool): OfferedTool => {
      const before = known.get(tool.name)
      known.delete(tool.name)
      if (before === undefined) return toOffered(tool, 'new')
      return before.hash === tool.hash ? toOffered(tool, 'approved') : toOffered(tool, 'changed', before)
    })
    return [...offered, ...[...known.values()].map((tool) => toOffered(tool, 'gone'))]
  }
  const definitionsNow = () => connection.definitions() ?? entry()?.definitions
  const hashNow = (): string | null => {
    const definitions = definitionsNow()
    return definitions === undefined ? null : hashJson([fingerprint, definitions])
  }

  /** The reason that any Call of this Tool needs a person first. */
  const unseen = (activity: string, tool: OfferedTool | undefined): string | undefined => {
    const short = activity.slice(`${name}__`.length)
    if (tool?.standing === 'changed')
      return `The MCP server "${name}" describes its tool ${short} otherwise than it was approved.`
    // A Tool outside the approved list is refused when called, or found to be new.
    const isUnknown = tool === undefined && definitionsNow() === undefined
    return isUnknown || tool?.standing === 'new'
      ? `The tool ${short} of the MCP server "${name}" is not approved yet.`
      : undefined
  }
  const optionsOf = (activity: string): ActivityOptions => {
    const tool = tools().find((one) => one.name === activity)
    const reason = unseen(activity, tool)
    if (reason !== undefined) return { approval: reason, idempotent: false }
    if (tool === undefined) return {}
    const { remote, rule, isEarlier, destructive, idempotent, readOnly } = tool
    const asks = isEarlier ? rule.approval === 'required' : destructive
    const once = isEarlier ? rule.idempotent === false : !idempotent
    return {
      ...(asks && {
        approval: `The MCP server "${name}" does not say that its tool ${remote} destroys nothing, so each Call of it asks. Change that under "MCP servers".`,
      }),
      ...(once && { idempotent: false }),
      ...(!readOnly && { changes: true }),
    }
  }
  /** A person approved exactly what they were shown: what came to light since then is asked about, or refused. */
  const confirm = (tool: OfferedTool, context: ActivityContext): void => {
    const reason = unseen(tool.name, tool)
    if (reason === undefined || context.approvedFor === reason) return
    if (!context.tool.idempotent || !tool.idempotent)
      throw new Error(`${reason} A person approves the server's tools under "MCP servers" before it can be called.`)
    throw needsApproval(reason)
  }
  const runsAsBefore = ({ isEarlier, rule, destructive, idempotent }: OfferedTool): boolean =>
    isEarlier && ((destructive && rule.approval === undefined) || (!idempotent && rule.idempotent === undefined))

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
        earlier: offered.filter(runsAsBefore).length,
        hash: hashNow(),
      }
    },
    start: async (signal) => void (await connection.use(signal)),
    stop: connection.stop,
    approve: async (hash) => {
      const definitions = definitionsNow()
      if (definitions === undefined || hash !== hashNow())
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
      confirm(tool, context)
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
