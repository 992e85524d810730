import type { Problem } from '@ensemble/core'
import { parseWorkspace } from '@ensemble/core/idea'
import { isLarge } from '@ensemble/core/host'
import { createPace, rest } from '../rest.ts'
import type { DerivedGraph } from './derived-graph.ts'
import type { Drafts } from './drafts.ts'
import type { Listed } from './workspace-types.ts'

const problemsByFile = (problems: readonly Problem[]): ReadonlyMap<string, readonly Problem[]> => {
  const files = new Map<string, Problem[]>()
  for (const problem of problems) {
    if (problem.file === undefined) continue
    const known = files.get(problem.file)
    if (known === undefined) files.set(problem.file, [problem])
    else known.push(problem)
  }
  return files
}

interface ListOptions {
  readonly graph: DerivedGraph
  readonly drafts: Drafts
  /** False leaves the problems out, which only the drawn graph knows; true by default. */
  readonly withProblems?: boolean
}

/** The files of a folder by name, those that exist only as a draft included. */
export const listFiles = async (
  folder: 'ideas' | 'tools',
  { graph, drafts, withProblems = true }: ListOptions,
): Promise<readonly Listed[]> => {
  const drawn = withProblems ? await graph.drawn() : undefined
  const { files, etags } = drawn?.read ?? (await graph.parsed()).read
  const parsed = parseWorkspace(files)
  const titleOf = (name: string): unknown =>
    folder === 'ideas' ? parsed.ideas.get(name)?.idea?.title : parsed.tools.get(name)?.schema?.['title']
  const drafted = await drafts.list(folder)
  const byFile = drawn && problemsByFile(drawn.graph.problems)
  // Reading, drawing and sorting the problems were one piece of work where there are thousands.
  if (isLarge(LISTING * files[folder].size)) await rest()
  const pace = createPace()
  const listed: Listed[] = []
  for (const name of [...new Set([...files[folder].keys(), ...drafted.keys()])].sort()) {
    const file = `${folder}/${name}.json`
    const title = titleOf(name)
    listed.push({
      name,
      title: typeof title === 'string' ? title : undefined,
      etag: etags.get(file) ?? null,
      draft: drafted.get(name),
      text: files[folder].get(name),
      problems: byFile && (byFile.get(file) ?? []),
    })
    await pace(LISTING)
  }
  return listed
}

/** Listing a file takes as much as reading so many characters. */
const LISTING = 64
