import type { ExportRow } from './lost.ts'
import type { ExportGraph } from './read-graph.ts'

/** How the product itself is reached: by a program that starts it, and over HTTP. */
export interface ServedAt {
  /** The workspace's name. */
  readonly workspace: string
  /** The command that serves its Ideas over MCP. */
  readonly command: string
  readonly args: readonly string[]
  /** Names of the Ideas that it serves over MCP. */
  readonly served: readonly string[]
  /** The address of its server, without a slash at the end. */
  readonly url: string
}

/** The writer of one program's form: each exporter is one file that exports one of these. */
export interface Exporter {
  /** The end of its files' names. */
  readonly ending: string
  /** Pure. The same graph gives the same text. */
  readonly write: (graph: ExportGraph, served: ServedAt) => Exported
}

export interface Exported {
  readonly text: string
  /** Every part that the other program cannot say. */
  readonly lost: readonly ExportRow[]
}
