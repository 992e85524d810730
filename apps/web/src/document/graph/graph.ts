import type { Graph, Problem } from '@ensemble/core'
import { parseIdea, type WorkspaceFiles } from '@ensemble/core/idea'
import { createGraphDeriver, parseSharedTool, type GraphJudge } from '@ensemble/core/host'
import { createStore } from 'zustand/vanilla'
import type { Surroundings } from '../../platform/api/facts.ts'
import type { FileRecord } from '../texts/document.ts'
import { ideaNameOf, toolNameOf } from '../texts/files.ts'

/** Problems of the texts as they are being typed, in place of those of the last valid text. */
function currentProblems(files: ReadonlyMap<string, FileRecord>, problems: readonly Problem[]): readonly Problem[] {
  const broken = [...files.values()].filter(({ text, valid }) => text !== null && text !== valid)
  if (broken.length === 0) return problems
  const names = new Set(broken.map(({ file }) => file))
  const syntax = broken.flatMap(({ file, text }): readonly Problem[] => {
    const idea = ideaNameOf(file)
    const tool = toolNameOf(file)
    if (text === null) return []
    if (idea !== null) return parseIdea(text, idea).problems.filter(({ code }) => code === 'idea.json')
    return tool === null ? [] : parseSharedTool(tool, text).problems.filter(({ code }) => code === 'tool.json')
  })
  return [...problems.filter(({ file }) => file === undefined || !names.has(file)), ...syntax]
}

/** The texts of Ideas and shared Tools by name: as they are typed, or each as it last was JSON. */
export function textsOf(
  files: ReadonlyMap<string, FileRecord>,
  which: 'typed' | 'valid',
): Pick<WorkspaceFiles, 'ideas' | 'tools'> {
  const ideas = new Map<string, string>()
  const tools = new Map<string, string>()
  // Sorted as on the disk, so that a new file keeps its place after a reload.
  for (const { file, text, valid } of [...files.values()].sort((a, b) => (a.file < b.file ? -1 : 1))) {
    if (text === null) continue
    const shown = which === 'typed' ? text : (valid ?? text)
    const idea = ideaNameOf(file)
    const tool = toolNameOf(file)
    if (idea !== null) ideas.set(idea, shown)
    else if (tool !== null) tools.set(tool, shown)
  }
  return { ideas, tools }
}

/** Remembers the last graph's parts, so that an edit costs what it touches and not what there is. */
const derive = createGraphDeriver()

/** Finds the graph's problems: loads once the graph shows. Null until then. */
export const judgeStore = createStore<{ readonly judge: GraphJudge | null }>(() => ({ judge: null }))

/** The module graph of the document: drawn from every file's last valid text, with the problems of the current ones. */
export function graphOf(files: ReadonlyMap<string, FileRecord>, surroundings: Surroundings): Graph {
  const { lint, activityProblems, ...known } = surroundings
  const graph = derive({ ...textsOf(files, 'valid'), ...known }, { lint, ...judgeStore.getState() })
  return { ...graph, problems: [...currentProblems(files, graph.problems), ...activityProblems] }
}
