import type { Graph, Problem } from '@ensemble/core'
import type { LintSeverities } from '@ensemble/core/tool'
import type { ParsedWorkspace, WorkspaceFiles as CoreFiles } from '@ensemble/core/idea'
import { createGraphDeriver, graphJudge } from '@ensemble/core/host'
import type { RemoteActivities } from '../mcp/client/mcp-servers.ts'
import { once } from '../once.ts'
import { rest } from '../rest.ts'
import { type Activities, codeProblems } from './activities.ts'
import type { Manifest } from './manifest.ts'
import { MCP_FILE } from './names.ts'
import type { Snapshot, Workspace } from './workspace-types.ts'

/** The sources of the graph when it is requested. */
export interface GraphSource {
  /** The same object until a file changes. */
  readonly snapshot: () => Promise<Snapshot>
  readonly manifest: () => Manifest
  readonly activities: () => Activities
  readonly remote: RemoteActivities
}

/** The graph of a workspace and its problems, derived again only where files changed. */
export interface DerivedGraph {
  /** Parses one Idea while others are still read from the disk. */
  parseAhead(name: string, text: string): void
  /** The files, parsed; what derives anything from them waits for this, so that thousands are parsed once and in turns. */
  parsed(): Promise<{ readonly read: Snapshot; readonly workspace: ParsedWorkspace }>
  /** Without what only compiling the schemas shows: listing files does not wait for it. With what it was made from. */
  drawn(): Promise<{ readonly read: Snapshot; readonly graph: Graph }>
  whole(): Promise<Graph>
  readonly problemsWith: Workspace['problemsWith']
}

const withText = (
  folder: ReadonlyMap<string, string>,
  name: string,
  text: string | null,
): ReadonlyMap<string, string> => {
  const changed = new Map(folder)
  if (text === null) changed.delete(name)
  else changed.set(name, text)
  return changed
}

/** Made once of each snapshot, however many ask for it at the same time. */
const perSnapshot = <T>(make: (read: Snapshot) => Promise<T>): ((read: Snapshot) => Promise<T>) => {
  let last: { readonly of: Snapshot; readonly made: Promise<T> } | undefined
  return (read) => {
    if (last?.of === read) return last.made
    const made = make(read)
    last = { of: read, made }
    made.catch(() => {
      if (last?.made === made) last = undefined
    })
    return made
  }
}

const unusableServers = (remote: RemoteActivities): readonly Problem[] =>
  remote.problems().map((message) => ({ code: 'mcp.invalid', severity: 'error', message, path: '', file: MCP_FILE }))

export const createDerivedGraph = ({ snapshot, manifest, activities, remote }: GraphSource): DerivedGraph => {
  const lint = (): LintSeverities => Object.fromEntries(manifest().lint)
  // Remembers what did not change, so that a save in a workspace of thousands costs what it touches.
  const derive = createGraphDeriver()
  const validator = once(async () => (await import('@ensemble/core/validate')).createValidator({ mostGenerated: 0 }))

  const draw = async (read: Snapshot): Promise<Graph> => {
    await parsed(read)
    const graph = await derive.inTurns(read.files, { lint: lint(), judge: graphJudge }, rest)
    const problems = [
      ...graph.problems,
      ...read.problems,
      ...codeProblems(activities().problems),
      ...unusableServers(remote),
    ]
    return { ...graph, problems }
  }
  const schemaProblemsIn = async (read: CoreFiles): Promise<readonly Problem[]> => {
    const { schemaProblemsInTurns } = await import('@ensemble/core/editor')
    // Drawing came before it in the same turn.
    await rest()
    return schemaProblemsInTurns(read, { validator: await validator(), lint: lint() }, rest)
  }
  const settingProblems = async (read: Snapshot): Promise<readonly Problem[]> => {
    const { manifestProblems } = await import('./manifest-problems.ts')
    return manifestProblems(manifest(), await parsed(read), read.files.activities, await validator())
  }
  const parsed = perSnapshot(({ files }) => derive.readInTurns(files, rest))
  const drawn = perSnapshot(draw)
  const whole = perSnapshot(async (read): Promise<Graph> => {
    const graph = await drawn(read)
    const problems = [...graph.problems, ...(await schemaProblemsIn(read.files)), ...(await settingProblems(read))]
    return { ...graph, problems }
  })

  return {
    parseAhead: derive.readAhead,
    parsed: async () => {
      const read = await snapshot()
      return { read, workspace: await parsed(read) }
    },
    drawn: async () => {
      const read = await snapshot()
      return { read, graph: await drawn(read) }
    },
    whole: async () => whole(await snapshot()),
    problemsWith: async (edits) => {
      let { files: edited } = await snapshot()
      for (const { name, text } of edits)
        if (name.folder !== null && name.folder !== 'cases')
          edited = { ...edited, [name.folder]: withText(edited[name.folder], name.name, text) }
      const touched = new Set(edits.map(({ name }) => name.file))
      const { problems } = await derive.inTurns(edited, { lint: lint(), judge: graphJudge }, rest)
      const all = [...problems, ...(await schemaProblemsIn(edited))]
      return all.filter(({ file }) => file !== undefined && touched.has(file))
    },
  }
}
