import type { FileDiff } from './file-diff.ts'
import { codeNameOf, ideaId, ideaNameOf, toolNameOf } from './files.ts'
import type { HistoryEntry } from './history.ts'

/** The target of a step, as far as its entry says. */
export interface StepPlace {
  /** Ids of nodes; empty if it was done to files that have none. */
  readonly nodes: readonly string[]
  /** The Tool, if it was done to a single one of the only node. */
  readonly tool?: string
  readonly files: readonly string[]
}

/** The Tool of a mark such as `ideas/a.json#context/2/tool/search/description`. */
const toolOfMark = (mark: string | undefined): string | undefined =>
  mark === undefined ? undefined : /#context\/\d+\/tool\/([^/]+)/.exec(mark)?.[1]

const ideaOf = ({ file }: FileDiff): readonly string[] => {
  const name = ideaNameOf(file)
  return name === null ? [] : [ideaId(name)]
}

/** Added and deleted Ideas come before those that only follow them; a rename is the Idea with its new name. */
function changedIdeas(diffs: readonly FileDiff[]): readonly string[] {
  const made = diffs.filter(({ type }) => type === 'create').flatMap(ideaOf)
  if (made.length > 0) return made
  const gone = diffs.filter(({ type }) => type === 'remove').flatMap(ideaOf)
  return gone.length > 0 ? gone : diffs.flatMap(ideaOf)
}

/** Where a step was made, from what its command said or else from its files. */
export function stepPlace({ diffs, about, mark }: HistoryEntry): StepPlace {
  const files = [...new Set(diffs.map(({ file }) => file))]
  const nodes = [...new Set(about?.nodes ?? changedIdeas(diffs))]
  const tool = nodes.length === 1 ? (about?.tool ?? toolOfMark(mark)) : undefined
  return { nodes, files, ...(tool !== undefined && { tool }) }
}

/** The name of the only file that a step changed, without folder and ending. */
export const fileTitle = (file: string): string => toolNameOf(file) ?? codeNameOf(file) ?? ideaNameOf(file) ?? file
