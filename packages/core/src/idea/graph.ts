import { createGraphDeriver } from './graph-deriver.ts'
import { graphJudge } from './graph-problems.ts'
import type { Graph, GraphOptions } from './graph-types.ts'
import type { WorkspaceFiles } from './workspace.ts'

/** The module graph of a workspace (docs/contract/api.md#shapes). Pure; a broken file still gives a node. */
export const deriveGraph = (files: WorkspaceFiles, options: GraphOptions = {}): Graph =>
  createGraphDeriver()(files, { ...options, judge: graphJudge })
