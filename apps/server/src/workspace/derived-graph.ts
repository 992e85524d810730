import {
  type Graph,
  type LintSeverities,
  type Problem,
  type WorkspaceFiles as CoreFiles,
  createGraphDeriver,
  isLarge,
} from '@ensemble/core'
import type { RemoteActivities } from '../mcp/client/mcp-servers.ts'
import { once } from '../once.ts'
import { rest } from '../rest.ts'
import type { Activities } from './activities.ts'
import type { Manifest } from './manifest.ts'
import { MCP_FILE } from './names.ts'
import type { Snapshot, Workspace } from './workspace-types.ts'

/** What the graph is derived from, as it stands when it is asked for. */
export interface GraphSource {
  /** The same object until a file changes. */
  readonly snapshot: () => Promise<Snapshot>
  readonly manifest: () => Manifest
  readonly activities: () => Activities
  readonly remote: RemoteActivities
}

/** The graph of a workspace and its problems, derived again only where files changed. */
export interface DerivedGraph {
  /** Without what only compiling the schemas shows: listing files does not wait for it. */
  drawn(): Promise<Graph>
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

interface Drawn {
  readonly of: CoreFiles
  readonly graph: Graph
}

const codeProblems = ({ problems }: Activities): readonly Problem[] =>
  problems.map(({ code, file, message }) => ({
    ...{ code, message, path: '', file },
    severity: code === 'activity.broken' ? 'error' : 'warning',
  }))
const unusableServers = (remote: RemoteActivities): readonly Problem[] =>
  remote.problems().map((message) => ({ code: 'mcp.invalid', severity: 'error', message, path: '', file: MCP_FILE }))

export const createDerivedGraph = ({ snapshot, manifest, activities, remote }: GraphSource): DerivedGraph => {
  let last: Drawn | undefined
  let whole: Drawn | undefined
  const lint = (): LintSeverities => Object.fromEntries(manifest().lint)
  // Remembers what did not change, so that a save in a workspace of thousands costs what it touches.
  const derive = createGraphDeriver()
  const validator = once(async () => (await import('@ensemble/core/validate')).createValidator({ mostGenerated: 0 }))

  const draw = async (): Promise<Drawn> => {
    const { files: of, problems: unread } = await snapshot()
    if (last?.of === of) return last
    const graph = derive(of, { lint: lint() })
    const problems = [...graph.problems, ...unread, ...codeProblems(activities()), ...unusableServers(remote)]
    last = { of, graph: { ...graph, problems } }
    return last
  }
  const schemaProblemsIn = async (read: CoreFiles): Promise<readonly Problem[]> => {
    const { schemaProblems } = await import('@ensemble/core/editor')
    // Drawing came before it in the same turn.
    await rest()
    return schemaProblems(read, { validator: await validator(), lint: lint() })
  }
  const settingProblems = async (): Promise<readonly Problem[]> => {
    const { manifestProblems } = await import('./manifest-problems.ts')
    return manifestProblems(manifest(), await validator())
  }

  return {
    drawn: async () => (await draw()).graph,
    whole: async () => {
      const { of, graph } = await draw()
      if (whole?.of !== of)
        whole = {
          of,
          graph: {
            ...graph,
            problems: [...graph.problems, ...(await schemaProblemsIn(of)), ...(await settingProblems())],
          },
        }
      return whole.graph
    },
    problemsWith: async (edits) => {
      const options = { lint: lint() }
      let { files: edited } = await snapshot()
      let unread = 0
      for (const { name, text } of edits) {
        if (name.folder === null || name.folder === 'cases') continue
        edited = { ...edited, [name.folder]: withText(edited[name.folder], name.name, text) }
        unread += text?.length ?? 0
        if (!isLarge(unread)) continue
        // What is found in a text is kept: several large ones are looked through one after the other.
        unread = 0
        derive(edited, options)
        await schemaProblemsIn(edited)
        await rest()
      }
      const touched = new Set(edits.map(({ name }) => name.file))
      const { problems } = derive(edited, options)
      const all = [...problems, ...(await schemaProblemsIn(edited))]
      return all.filter(({ file }) => file !== undefined && touched.has(file))
    },
  }
}
