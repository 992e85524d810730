import { type Problem, parseWorkspace } from '@ensemble/core'
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
  /** False leaves the problems out, which only the drawn graph knows; true where it is left out. */
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
  return [...new Set([...files[folder].keys(), ...drafted.keys()])].sort().map((name): Listed => {
    const file = `${folder}/${name}.json`
    const title = titleOf(name)
    return {
      name,
      title: typeof title === 'string' ? title : undefined,
      etag: etags.get(file) ?? null,
      draft: drafted.get(name),
      text: files[folder].get(name),
      problems: byFile && (byFile.get(file) ?? []),
    }
  })
}
