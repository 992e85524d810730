import { createDraft } from './draft.ts'
import type { ImportedFiles, OperationChoice, SourceFile, TakenNames } from './imported.ts'
import type { Importer, Reading } from './importer.ts'
import { agentsSdk } from './agents-sdk.ts'
import { crewAi } from './crewai.ts'
import { dify } from './dify.ts'
import { langGraph } from './langgraph.ts'
import { markdownAgents } from './markdown-agents.ts'
import { mcpConfigs } from './mcp-configs.ts'
import { flowise } from './flowise.ts'
import { n8n } from './n8n.ts'
import { openApi } from './openapi.ts'
import { openCode } from './open-code.ts'
import { type Source, readSource } from './read-source.ts'
import { rivet } from './rivet.ts'

/** In order: the first that takes a file reads it. */
const IMPORTERS: readonly Importer[] = [
  openApi,
  openCode,
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
 * theirs. A file that is broken is a row of the report. `only` chooses operations of OpenAPI documents: by tag, path, name or words.
 */
export const importFiles = (
  files: readonly SourceFile[],
  taken: TakenNames = NOTHING_TAKEN,
  only?: readonly string[],
): ImportedFiles => {
  const sources = files.map(readSource)
  const findSource = finder(sources)
  const operations: OperationChoice[] = []
  const found = new Set<Source>()
  const reading: Reading = {
    only,
    offer: (offered) => void operations.push(...offered),
    find: (path, from) => {
      const source = findSource(path, from)
      if (source !== undefined) found.add(source)
      return source
    },
  }
  const { draft, result } = createDraft(taken)
  const taker = new Map(sources.map((source) => [source, IMPORTERS.find(({ takes }) => takes(source))]))
  const programs = IMPORTERS.filter((importer) => [...taker.values()].includes(importer))
  for (const importer of programs)
    importer.read(
      // A file that another names is a part of that one.
      sources.filter((source) => taker.get(source) === importer && !found.has(source)),
      draft,
      reading,
    )
  for (const { path, reason, brokenAt } of sources) {
    if (reason !== undefined) draft.report(path, 'broken', { reason })
    if (brokenAt !== undefined)
      draft.report(path, 'brokenJson', { line: String(brokenAt.line), column: String(brokenAt.column) })
  }
  const unknown = sources.filter(
    (source) =>
      taker.get(source) === undefined &&
      !found.has(source) &&
      source.reason === undefined &&
      source.brokenAt === undefined,
  )
  return {
    programs: programs.map(({ program }) => program),
    ...result(),
    operations,
    unknown: unknown.map(({ path }) => path),
  }
}

/** Finds a file by its path from another file's folder; files without folders, as a page gets them, by their names. */
const finder = (sources: readonly Source[]): ((path: string, from: Source) => Source | undefined) => {
  const byPath = new Map(sources.map((source) => [source.path.replace(/^\.\//, ''), source]))
  return (path, from) => {
    const parts = `${from.path.slice(0, from.path.lastIndexOf('/') + 1)}${path}`.split('/')
    const whole = parts.reduce<readonly string[]>(
      (now, part) =>
        part === '.' || part === '' ? now : part === '..' && now.length > 0 ? now.slice(0, -1) : [...now, part],
      [],
    )
    return (
      byPath.get(`${from.path.startsWith('/') ? '/' : ''}${whole.join('/')}`) ??
      byPath.get(path.slice(path.lastIndexOf('/') + 1))
    )
  }
}
