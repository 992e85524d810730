import type { JsonSchema } from '../schema/json.ts'
import type { Problem } from '../tool/problem.ts'
import type { Mode } from '../tool/tool.ts'
import type { LintSeverities } from '../tool/lint-finding.ts'
import type { DrawnArms, Profile } from './bindings.ts'

/** One row of a node (docs/contract/api.md#shapes). */
export interface GraphTool {
  readonly name: string
  readonly mode: Mode
  readonly activity?: string
  readonly modules: readonly string[]
  readonly approval: boolean
  /** Where weights choose what does its work: `mode` and `activity` are those of the heaviest arm. */
  readonly drawn?: DrawnArms
}
/**
 * An MCP server's `tools` are the allowed ones. Ids: `idea:NAME`, `activity:NAME`, `mcp:SERVER`, `url:URL`,
 * `missing:TEXT`.
 */
export interface GraphNode {
  readonly id: string
  readonly kind: 'idea' | 'activity' | 'mcp' | 'url' | 'missing'
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly file?: string
  readonly model?: string
  readonly input: JsonSchema | null
  readonly output: JsonSchema | null
  readonly tools: readonly GraphTool[]
  readonly problems: number
}
/** A Tool's target: an Idea that it delegates to, or its Activity. `from` and `to` are ids of nodes. */
export interface GraphEdge {
  /** `<from>/<tool>/<to>` */
  readonly id: string
  readonly from: string
  readonly tool: string
  readonly to: string
  readonly imports: readonly string[]
  readonly importsMode: 'provisioned' | 'requested'
  readonly resolve: 'runtime' | 'upfront' | 'upfront+output'
}
/** The module graph, derived from the Ideas; no file holds it. */
export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly problems: readonly Problem[]
}

/** Under which circumstances a graph is derived. */
export interface GraphOptions {
  /** Instead of the workspace's own. */
  readonly profile?: Profile
  readonly activities?: readonly string[]
  /** The workspace's severities of lint rules. */
  readonly lint?: LintSeverities
}
