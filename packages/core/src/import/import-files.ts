import { createDraft } from './draft.ts'
import type { ImportedFiles, SourceFile, TakenNames } from './imported.ts'
import type { Importer } from './importer.ts'
import { agentsSdk } from './agents-sdk.ts'
import { crewAi } from './crewai.ts'
import { dify } from './dify.ts'
import { langGraph } from './langgraph.ts'
import { markdownAgents } from './markdown-agents.ts'
import { mcpConfigs } from './mcp-configs.ts'
import { flowise } from './flowise.ts'
import { n8n } from './n8n.ts'
import { readSource } from './read-source.ts'
import { rivet } from './rivet.ts'

/** In order: the first that takes a file reads it. */
const IMPORTERS: readonly Importer[] = [
  mcpConfigs,
  n8n,
  dify,
  flowise,
  rivet,
  crewAi,
  markdownAgents,
  agentsSdk,
  langGraph,
]

const NOTHING_TAKEN: TakenNames = { ideas: [], tools: [], activities: [], servers: [] }

/**
 * The Ideas, servers and report of other programs' files, with names other than those that are taken. Pure, never throws, runs nothing of
 * theirs. A file that is broken is a row of the report.
 */
export const importFiles = (files: readonly SourceFile[], taken: TakenNames = NOTHING_TAKEN): ImportedFiles => {
  const sources = files.map(readSource)
  const { draft, result } = createDraft(taken)
  const taker = new Map(sources.map((source) => [source, IMPORTERS.find(({ takes }) => takes(source))]))
  const programs = IMPORTERS.filter((importer) => [...taker.values()].includes(importer))
  for (const importer of programs)
    importer.read(
      sources.filter((source) => taker.get(source) === importer),
      draft,
    )
  for (const { path, reason, brokenAt } of sources) {
    if (reason !== undefined) draft.report(path, 'broken', { reason })
    if (brokenAt !== undefined)
      draft.report(path, 'brokenJson', { line: String(brokenAt.line), column: String(brokenAt.column) })
  }
  const unknown = sources.filter(
    (source) => taker.get(source) === undefined && source.reason === undefined && source.brokenAt === undefined,
  )
  return { programs: programs.map(({ program }) => program), ...result(), unknown: unknown.map(({ path }) => path) }
}
