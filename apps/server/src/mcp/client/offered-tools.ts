import { type ActivityContext, type ActivityOptions, type JsonObject, needsApproval } from '@ensemble/core'
import { hashJson } from '@ensemble/core/schema'
import type { Approvals } from './approvals.ts'
import type { Connection } from './connection.ts'
import { type RemoteTool, toRemoteTools, withRule } from './remote-tool.ts'
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

/** The Tools of one server: as it lists them, as a person approved them, and by the rules of mcp.json. */
interface OfferedTools {
  readonly tools: () => readonly OfferedTool[]
  readonly approved: () => readonly RemoteTool[]
  /** As the server lists them, otherwise as approved; undefined until they are known. */
  readonly definitions: () => readonly JsonObject[] | undefined
  /** Identifies the current entry and Tools; null until they are known. */
  readonly hash: () => string | null
  readonly optionsOf: (activity: string) => ActivityOptions
  /** Throws if a person has to see the Tool as it is now before this Call. */
  readonly confirm: (tool: OfferedTool, context: ActivityContext) => void
}

interface OfferedToolsOptions {
  readonly name: string
  /** The server's entry in mcp.json. */
  readonly fingerprint: string
  readonly rules: () => ToolRules
  readonly connection: Connection
  readonly approvals: Approvals
}

/** Whether it runs without asking, or twice, only because it was approved before tools asked by default. */
export const runsAsBefore = ({ isEarlier, rule, destructive, idempotent }: OfferedTool): boolean =>
  isEarlier && ((destructive && rule.approval === undefined) || (!idempotent && rule.idempotent === undefined))

export const createOfferedTools = ({
  name,
  fingerprint,
  rules,
  connection,
  approvals,
}: OfferedToolsOptions): OfferedTools => {
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
  const definitions = () => connection.definitions() ?? entry()?.definitions
  const hash = (): string | null => {
    const known = definitions()
    return known === undefined ? null : hashJson([fingerprint, known])
  }

  /** The reason that any Call of this Tool needs a person first. */
  const unseen = (activity: string, tool: OfferedTool | undefined): string | undefined => {
    const short = activity.slice(`${name}__`.length)
    if (tool?.standing === 'changed')
      return `The MCP server "${name}" describes its tool ${short} otherwise than it was approved.`
    // A Tool outside the approved list is refused when called, or found to be new.
    const isUnknown = tool === undefined && definitions() === undefined
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
  return { tools, approved, definitions, hash, optionsOf, confirm }
}
