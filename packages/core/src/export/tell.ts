import type { Config } from '../idea/idea.ts'
import { type ExportCode, type ExportRow, exportRow, listed } from './lost.ts'
import { type ExportGraph, type GraphIdea, type GraphTool, toolsIn, within } from './read-graph.ts'
import { outputForm } from './script.ts'

/** The settings of an Idea that a program of agents keeps. */
export interface Kept {
  readonly program: string
  readonly settings: readonly (keyof Config)[]
  /** Whether a module can wait for a person. */
  readonly asksInside: boolean
  /** The name of a Tool there; its own where this is left out. */
  readonly nameOf?: (tool: GraphTool) => string
}

/** Every part of a graph that a program of agents cannot say. */
export const lostInCode = (
  graph: ExportGraph,
  { program, settings, asksInside, nameOf }: Kept,
): readonly ExportRow[] => {
  const rows: ExportRow[] = [...graph.lost]
  const report = (path: string, code: ExportCode, values: ExportRow['values']): void =>
    void rows.push(exportRow(path, code, values))
  for (const idea of graph.ideas) {
    const { name, path, config } = idea
    if (outputForm(idea).type === 'wrapped') report(within(idea, 'schema'), 'outputWrapped', { idea: name })
    const { limits = {}, ...others } = config
    const unkept = Object.keys(others).filter((key) => !settings.some((kept) => kept === key))
    if (unkept.length > 0) report(within(idea, 'config'), 'settings', { idea: name, settings: listed(unkept) })
    const beyond = Object.keys(limits).filter((key) => key !== 'turns')
    if (beyond.length > 0) report(within(idea, 'config', 'limits'), 'limits', { idea: name, limits: listed(beyond) })
    if (config.model?.includes('/') === true && settings.includes('model'))
      report(within(idea, 'config', 'model'), 'endpoint', { idea: name, model: config.model })
    if (idea.input !== undefined) report(path, 'inputUnchecked', { idea: name })
  }
  for (const tool of graph.ideas.flatMap((idea) => idea.tools)) {
    const name = nameOf?.(tool) ?? tool.name
    if (name !== tool.name) report(tool.path, 'renamedTool', { tool: tool.name, name })
  }
  const tools = toolsIn(graph)
  const { root } = graph
  if (!asksInside)
    for (const tool of tools)
      if (tool.asks && tool.idea !== root)
        report(tool.path, 'approvalInside', { tool: tool.name, idea: tool.idea.name })
  const once = tools.filter(({ isIdempotent }) => !isIdempotent)
  if (once.length > 0) report(root.path, 'idempotent', { tools: listed(once.map(({ name }) => name)) })
  const judged = tools.filter(({ work, output }) => work.type === 'activity' && output !== undefined)
  if (judged.length > 0) report(root.path, 'resultUnchecked', { tools: listed(judged.map(({ name }) => name)) })
  report(root.path, 'noJournal', { program })
  return rows
}

/** Names of Tools that need approval. */
export const asking = (graph: ExportGraph): readonly string[] =>
  toolsIn(graph).flatMap(({ asks, name }) => (asks ? [name] : []))

export const turnsOf = ({ config }: GraphIdea): number => config.limits?.turns ?? DEFAULT_TURNS
/** docs/contract/protocol.md#config */
const DEFAULT_TURNS = 20
