import { createGraphDeriver } from './graph-deriver.ts'
import type { Graph, GraphOptions } from './graph-types.ts'
import type { WorkspaceFiles } from './workspace.ts'

/**
 * The module graph of a workspace (docs/contract/api.md#shapes): Ideas with their Tools, and edges to the Ideas, Activities and URLs
 * that those call. Pure, never fetches, never throws; a broken file still gives a node, with its problems. Who derives
 * again after every edit keeps a `createGraphDeriver`, which gives the same.
 */
export const deriveGraph = (files: WorkspaceFiles, options: GraphOptions = {}): Graph =>
  createGraphDeriver()(files, options)
