import type { JsonObject } from '../schema/json.ts'
import type { ToolSchema } from '../tool/tool.ts'
import type { ReportRow } from './report.ts'

/** A file of another program: its path as given, with forward slashes, and its text. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** The result of reading files of other programs. None of it has run, and nothing is written yet. */
export interface ImportedFiles {
  /** The programs, as `CrewAI`; empty where no importer knows any of the files. */
  readonly programs: readonly string[]
  readonly ideas: readonly { readonly name: string; readonly idea: JsonObject }[]
  /** Tools that no Idea of the import holds, for `tools/`. */
  readonly tools: readonly { readonly name: string; readonly schema: ToolSchema }[]
  /** HTTP Activities for `activities.http` of ensemble.json. */
  readonly http: readonly { readonly name: string; readonly http: JsonObject }[]
  /** Entries of `mcpServers` in mcp.json. */
  readonly servers: readonly { readonly name: string; readonly entry: JsonObject }[]
  /** Every part that did not map. */
  readonly report: readonly ReportRow[]
  /** The operations of OpenAPI documents, of which some may be chosen. */
  readonly operations: readonly OperationChoice[]
  /** Paths of the files that no importer knows. */
  readonly unknown: readonly string[]
}

/** An operation of an OpenAPI document that may be imported. */
export interface OperationChoice {
  /** `GET /orders/{id}`: the term that chooses this one alone. */
  readonly key: string
  readonly name: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly isChosen: boolean
}

/** Names that the workspace uses already; an import takes others. */
export interface TakenNames {
  readonly ideas: readonly string[]
  readonly tools: readonly string[]
  readonly activities: readonly string[]
  readonly servers: readonly string[]
}
