import type { Graph, Json, JsonObject, JournalEvent, OpenApproval, Run } from '@ensemble/core'
import type { ExportRow } from '@ensemble/core/export'
import type { ReportRow } from '@ensemble/core/import'
import type { BlastRadius, LiftedMember, ReplayReport } from '@ensemble/core/run'
import type { PriceTable } from '@ensemble/core/model'
import type { Finding } from '@ensemble/core/host'
import type { Readiness } from '@ensemble/core/editor'
import type { CaseReport, ListedCase } from '../engine/cases.ts'
import type { Loss } from '../engine/damage/losses.ts'
import type { Collected, RunSize } from '../engine/collect-garbage.ts'
import type { RecordedReport } from '../engine/check-recorded.ts'
import type { ImportReport } from '../engine/import-report.ts'
import type { RunFigures } from '../engine/figures-by.ts'
import type { WhatIfReport } from '../engine/what-if.ts'
import type { DriftReport } from '../engine/run-drift.ts'
import type { ShownOrigins, ShownUntrusted } from '../engine/run-origins.ts'
import type { RunDocument } from '../engine/run-document.ts'
import type { Experiment } from '../experiments/experiment-file.ts'
import type { ShownExperiment } from '../experiments/show-experiment.ts'
import type { FileText } from '../experiments/variant-edits.ts'
import type { ShownBothWays } from '../experiments/show-both-ways.ts'
import type { OfferedTool } from '../mcp/client/offered-tools.ts'
import type { ServerView } from '../mcp/client/remote-server.ts'
import type { Examined } from '../models/examinations.ts'
import type { LocalServer } from '../models/find-local.ts'
import type { ListedModel } from '../models/models.ts'
import type { ListedEndpoint } from '../models/known-endpoints.ts'
import type { ScoredRuns, Scorer } from '../scores/score-runs.ts'
import type { TakenArchive } from '../routes/take-archive.ts'

interface Health {
  readonly status: 'ok'
  readonly version: string
  /** Only callers with more rights get these three. */
  readonly model?: string
  readonly profile?: string
  readonly workspace?: string
}

/** A file that a Run's Activities made. */
export interface ListedArtifact {
  readonly name: string
  readonly type: string
  readonly bytes: number
}

/** A tool of an MCP server as a person looks at it before approving it. */
export type ShownTool = Pick<
  OfferedTool,
  'name' | 'remote' | 'standing' | 'destructive' | 'idempotent' | 'readOnly'
> & {
  readonly earlier: boolean
  readonly description?: string
}

/** A model's behaviour when it was tried, and its effect on Runs. */
export type ExplainedExamination = Examined & { readonly findings: readonly Finding[] }

/** An Idea with its modules as another program's file. */
interface ExportedFile {
  readonly file: string
  readonly text: string
  readonly report: readonly ExportRow[]
}

/** A recorded conversation that became a Run. */
interface TakenConversation {
  readonly id: string
  readonly url: string
  readonly program: string
  readonly report: readonly ReportRow[]
}

interface Started {
  readonly id: string
}

/** The result of extracting a Module or Calls. */
export interface MadeIdea {
  readonly idea: string
  readonly run: string
  readonly case: string | null
  readonly caller?: string | null
  readonly tool?: JsonObject
  readonly writes?: readonly string[]
}

/** The preview of an extraction. */
export interface PlannedIdea extends Omit<MadeIdea, 'run'> {
  readonly title: string
  readonly case: string
  readonly files: readonly { readonly file: string; readonly text: string }[]
  readonly tools: readonly string[]
  readonly inputs: readonly Pick<LiftedMember, 'name' | 'schema' | 'example' | 'from'>[]
  readonly imports: readonly string[]
  readonly replaced?: readonly string[]
  readonly copied?: readonly string[]
  readonly namedIn?: readonly string[]
  readonly unseen?: readonly string[]
}

interface Named {
  readonly name: string
}
interface Listed extends Named {
  /** The saved file's text, if texts were requested. */
  readonly text?: string
}

/**
 * JSON answers by route, for routes that this program itself calls. `route` types their handlers; other clients read
 * the OpenAPI page.
 */
export interface Answers {
  readonly GET: {
    readonly '/api/approvals': readonly OpenApproval[]
    readonly '/api/both-ways/{id}': ShownBothWays
    readonly '/api/cases': readonly ListedCase[]
    readonly '/api/diagnosis': Json
    readonly '/api/drift': DriftReport
    readonly '/api/figures': readonly RunFigures[]
    readonly '/api/imports': ImportReport
    readonly '/api/what-if': WhatIfReport
    readonly '/api/endpoints': { readonly endpoints: readonly ListedEndpoint[] }
    readonly '/api/experiments': readonly Pick<Experiment, 'id' | 'title' | 'idea' | 'startedAt'>[]
    readonly '/api/experiments/{id}': ShownExperiment
    readonly '/api/experiments/{id}/edits': readonly FileText[]
    readonly '/api/graph': Graph
    readonly '/api/health': Health
    readonly '/api/ideas': readonly Listed[]
    /** A file as its author wrote it, so that it may hold anything. */
    readonly '/api/ideas/{name}': Json
    readonly '/api/ideas/{name}/export': ExportedFile
    readonly '/api/ideas/{name}/readiness': Readiness
    readonly '/api/losses': readonly Loss[]
    readonly '/api/mcp/servers': { readonly servers: readonly ServerView[]; readonly problems: readonly string[] }
    readonly '/api/mcp/servers/{name}/tools': { readonly tools: readonly ShownTool[] }
    readonly '/api/models': { readonly prices: PriceTable; readonly models: readonly Omit<ListedModel, 'examined'>[] }
    readonly '/api/recorded': RecordedReport
    readonly '/api/run-errors': readonly { readonly code: string; readonly count: number }[]
    readonly '/api/runs': { readonly items: readonly Run[]; readonly next: string | null }
    readonly '/api/runs/{id}': Run & { readonly missingFiles?: readonly string[] }
    readonly '/api/runs/{id}/artifacts': readonly ListedArtifact[]
    readonly '/api/runs/{id}/bodies/{hash}': Json
    /** Where JSON is asked for. */
    readonly '/api/runs/{id}/events': { readonly events: readonly JournalEvent[]; readonly next: number | null }
    readonly '/api/runs/{id}/export': RunDocument
    readonly '/api/runs/{id}/origins': ShownOrigins
    readonly '/api/runs/{id}/untrusted': ShownUntrusted
    readonly '/api/runs/{id}/otlp': object
    readonly '/api/scores': readonly Scorer[]
    readonly '/api/storage': { readonly runs: number; readonly journal: number; readonly artifacts: number }
    readonly '/api/storage/runs': { readonly items: readonly RunSize[] }
    readonly '/api/tools': readonly Listed[]
    /** As an Idea. */
    readonly '/api/tools/{name}': Json
  }
  readonly PUT: {
    readonly '/api/runs/{id}/score': Run
  }
  readonly POST: {
    readonly '/api/cases': Named
    readonly '/api/cases/{name}/check': CaseReport
    readonly '/api/cases/{name}/judgements': { readonly runs: readonly string[] }
    readonly '/api/cases/{name}/runs': Started
    readonly '/api/compose': object
    readonly '/api/experiments': Started
    readonly '/api/experiments/{id}/continue': { readonly id?: string }
    readonly '/api/tools/{name}/both-ways': Started
    readonly '/api/runs/{id}/extract':
      MadeIdea | PlannedIdea | { readonly refusal: { readonly code: string; readonly message: string } }
    readonly '/api/runs/{id}/fork': Started | BlastRadius
    readonly '/api/gc': Collected
    readonly '/api/endpoints/models': { readonly models: readonly string[] }
    readonly '/api/endpoints/find': { readonly found: readonly LocalServer[] }
    readonly '/api/mcp/servers/{name}/approve': ServerView
    readonly '/api/mcp/servers/{name}/start': ServerView
    readonly '/api/models/examine': ExplainedExamination | { readonly pending: number }
    readonly '/api/runs': Started
    readonly '/api/runs/import': Started
    '/api/runs/import-conversation': TakenConversation
    readonly '/api/runs/{id}/approvals/{callId}': object
    readonly '/api/runs/{id}/cancel': Started
    readonly '/api/runs/{id}/otlp': { readonly spans: number; readonly url: string }
    readonly '/api/runs/{id}/replay': ReplayReport & ReplayFacts
    readonly '/api/scores': ScoredRuns
    readonly '/api/workspace/edits': object
    readonly '/api/workspace/import': TakenArchive
  }
}

/** A route's JSON answer; unknown if this program never calls it. */
export type AnswerOf<M extends string, P extends string> = M extends keyof Answers
  ? P extends keyof Answers[M]
    ? Answers[M][P]
    : unknown
  : unknown

/** Counts of a replay: recorded events, answers of models taken from the record, and milliseconds. */
export interface ReplayFacts {
  readonly events: number
  readonly answers: number
  readonly ms: number
}
