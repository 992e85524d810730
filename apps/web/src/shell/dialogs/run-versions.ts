import type { Graph } from '@ensemble/core'
import { isBroken, type FileRecord } from '../../document/texts/document.ts'
import { ideaFile, ideaId, nameOfIdeaNode } from '../../document/texts/files.ts'
import { toolsOfIdea } from '../../document/edits/intents.ts'

/** A run's files with errors on screen, by their saved version. */
export interface RunVersions {
  /** Kept as drafts: the run uses their last valid versions. */
  readonly drafts: readonly string[]
  /** Drafts without a saved version. */
  readonly draftsOnly: readonly string[]
  /** Saved with errors, so that no run starts. */
  readonly inForce: readonly string[]
}

/** The files of an Idea, of its Tools, and of the Ideas that it delegates to, however far. */
function filesOfRun(files: ReadonlyMap<string, FileRecord>, { edges }: Graph, idea: string): ReadonlySet<string> {
  const reached = new Set([ideaId(idea)])
  for (const id of reached) for (const { from, to } of edges) if (from === id) reached.add(to)
  const names = [...reached].flatMap((id) => nameOfIdeaNode(id) ?? [])
  return new Set(names.flatMap((name) => [ideaFile(name), ...toolsOfIdea(files, name).map(({ file }) => file)]))
}

/** Which versions a run of `idea` would use where the texts on screen have errors. */
export function runVersions(files: ReadonlyMap<string, FileRecord>, graph: Graph, idea: string): RunVersions {
  const wrong = new Set(
    graph.problems.flatMap(({ severity, file }) => (severity === 'error' && file !== undefined ? [file] : [])),
  )
  const records = [...filesOfRun(files, graph, idea)].flatMap((file) => files.get(file) ?? [])
  const faulty = records.filter((record) => isBroken(record) || wrong.has(record.file))
  const named = (some: readonly FileRecord[]): readonly string[] => some.map(({ file }) => file)
  return {
    drafts: named(faulty.filter(({ text, inForce }) => inForce !== null && text !== inForce)),
    draftsOnly: named(faulty.filter(({ inForce }) => inForce === null)),
    inForce: named(faulty.filter(({ text, inForce }) => inForce !== null && text === inForce)),
  }
}
