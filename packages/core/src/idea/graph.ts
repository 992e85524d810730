import type { Profile } from './bindings.ts'
import type { LintSeverities } from '../tool/lint.ts'
import { createGraphDeriver } from './graph-deriver.ts'
import type { Graph } from './graph-types.ts'
import type { WorkspaceFiles } from './workspace.ts'

/** Under which circumstances a graph is derived. */
export interface GraphOptions {
  /** Instead of the workspace's own. */
  readonly profile?: Profile
  readonly activities?: readonly string[]
  /** The workspace's severities of lint rules. */
  readonly lint?: LintSeverities
}

/**
 * The module graph of a workspace (API.md, Graph): Ideas with their Tools, and edges to the Ideas, Activities and URLs
 * that those call. Pure, never fetches, never throws; a broken file still gives a node, with its problems. Who derives
 * again after every edit keeps a `createGraphDeriver`, which gives the same.
 */
export const deriveGraph = (files: WorkspaceFiles, options: GraphOptions = {}): Graph =>
  createGraphDeriver()(files, options)
