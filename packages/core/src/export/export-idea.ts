import type { WorkspaceFiles } from '../idea/workspace.ts'
import { agentsSdk } from './agents-sdk.ts'
import { aiSdk } from './ai-sdk.ts'
import type { Exported, Exporter, ServedAt } from './exporter.ts'
import { langGraph } from './langgraph.ts'
import { mcpConfig } from './mcp.ts'
import { openApi } from './openapi.ts'
import { readExportGraph } from './read-graph.ts'

/** The forms in which an Idea with its modules leaves for other programs. */
export const EXPORT_TARGETS = ['agents-sdk', 'langgraph', 'ai-sdk', 'mcp', 'openapi'] as const
export type ExportTarget = (typeof EXPORT_TARGETS)[number]

const EXPORTERS: { readonly [target in ExportTarget]: Exporter } = {
  'agents-sdk': agentsSdk,
  langgraph: langGraph,
  'ai-sdk': aiSdk,
  mcp: mcpConfig,
  openapi: openApi,
}

/** An export with the name of its file. */
export interface ExportedIdea extends Exported {
  readonly file: string
}

/** An Idea and the modules below it in another program's form. Pure. Throws EnsembleError `module.unresolved` or `idea.invalid`. */
export const exportIdea = (
  files: WorkspaceFiles,
  idea: string,
  target: ExportTarget,
  served: ServedAt,
): ExportedIdea => {
  const { ending, write } = EXPORTERS[target]
  return { file: `${idea}${ending}`, ...write(readExportGraph(files, idea), served) }
}
