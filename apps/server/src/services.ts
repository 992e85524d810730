import type { Executor, OpenApproval, RegisteredActivity } from '@ensemble/core'
import type { Validator } from '@ensemble/core/schema'
import type { HttpDefinition } from './activities/http-definition.ts'
import type { ArtifactFiles } from './engine/artifact-files.ts'
import type { Losses } from './engine/damage/losses.ts'
import type { Retention } from './engine/retention.ts'
import type { WorkspaceJournal } from './engine/workspace-journal.ts'
import type { McpServers } from './mcp/client/mcp-servers.ts'
import type { Experiments } from './experiments/experiments.ts'
import type { Models } from './models/models.ts'
import type { Refusals } from './egress/refusals.ts'
import type { RunTotals } from './metrics/run-totals.ts'
import type { StreamLimit } from './http/stream-limit.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import type { OtelExporter } from './otel/otel-exporter.ts'
import type { SecretStore } from './secrets/secret-store.ts'
import type { Trials } from './engine/trials.ts'
import type { Templates } from './workspace/templates.ts'
import type { CallerCounts } from './use/caller-limits.ts'
import type { Schedules } from './use/schedules.ts'
import type { Workspace } from './workspace/workspace-types.ts'
import type { Workspaces } from './workspaces/workspaces-types.ts'

/** The services of the routes; `main.ts` makes the real ones, tests make theirs. */
export interface Services {
  readonly version: string
  /** The workspace cannot be written: it can be looked at, and nothing else. */
  readonly readOnly: boolean
  readonly workspace: Workspace
  readonly journal: WorkspaceJournal
  readonly artifacts: ArtifactFiles
  readonly models: Models
  readonly mcp: McpServers
  readonly secrets: SecretStore
  readonly sandbox: Sandbox
  /** An Activity that sends what a definition says, by the server's one way out. */
  readonly httpActivity: (name: string, definition: HttpDefinition) => RegisteredActivity
  /** Ideas of no file, made for one Run. */
  readonly trials: Trials
  readonly experiments: Experiments
  readonly streams: StreamLimit
  readonly retention: Retention
  /** Sums of all Runs since the start. */
  readonly totals: () => RunTotals
  /** Losses of recorded runs found at starts, until a person has seen them. */
  readonly losses: Losses
  /** The refused requests. */
  readonly refusals: Refusals
  /** Counts the starts of each caller of Ideas. */
  readonly callers: CallerCounts
  readonly schedules: Schedules
  /** Loaded on first use. */
  readonly validator: () => Promise<Validator>
  /** Made on first use, once the workspace's code is loaded. */
  readonly executor: () => Promise<Executor>
  /** The Calls that wait for a person, in every process that records here. */
  readonly approvals: () => Promise<readonly OpenApproval[]>
  /** Takes known secrets out of a text, by value. */
  readonly redact: (text: string) => string
  readonly templates: Templates
  /** The person's list of workspaces. */
  readonly workspaces: Workspaces
  /** Runs as spans for a collector. */
  readonly otel: OtelExporter
  /** Reaches only model servers on the default ports of this machine; used when a person asks for them. */
  readonly localFetch: typeof globalThis.fetch
  /** Aborts when the server stops: streams end. */
  readonly stopping: AbortSignal
}
