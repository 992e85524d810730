import { EnsembleError, type IdeaSource, type Profile, createIdeaSource } from '@ensemble/core'
import { mergeConfig } from '@ensemble/core/model'
import { NO_REMOTE_ACTIVITIES } from '../mcp/client/mcp-servers.ts'
import type { Activities } from './activities.ts'
import { type DerivedGraph, createDerivedGraph } from './derived-graph.ts'
import { createDrafts } from './drafts.ts'
import { type WorkspaceEvent, createEmitter } from './events.ts'
import { listFiles } from './list-files.ts'
import { readManifestInForce } from './manifest-in-force.ts'
import { FOLDERS, MANIFEST_FILE, PINS_FILE, isSandboxFile } from './names.ts'
import { createOfferedActivities } from './offered-activities.ts'
import { createSerialiser } from './serialise.ts'
import { type Snapshots, createSnapshots } from './snapshots.ts'
import { namingStray } from './stray-files.ts'
import { unknownProfile } from './unknown-profile.ts'
import { createWorkspaceFiles } from './workspace-files.ts'
import type { Workspace, WorkspaceOptions } from './workspace-types.ts'

const ideasOf = (snapshots: Snapshots, graph: DerivedGraph): IdeaSource => ({
  resolve: async (address, from) => {
    const { files, problems } = await snapshots.read()
    await graph.parsed()
    return createIdeaSource(files)
      .resolve(address, from)
      .catch((error: unknown) => {
        throw namingStray(error, problems, address, from)
      })
  },
  sharedTools: async () => {
    const { files } = await snapshots.read()
    await graph.parsed()
    return createIdeaSource(files).sharedTools()
  },
})

/** Opens a workspace; no code of it runs. Throws EnsembleError `workspace.invalid` where ensemble.json cannot be read. */
export const openWorkspace = async (root: string, options: WorkspaceOptions): Promise<Workspace> => {
  const { activeProfile, examples, httpActivities, loadSandboxed, remote = NO_REMOTE_ACTIVITIES, given } = options
  const files = createWorkspaceFiles(root)
  const drafts = createDrafts(root)
  const events = createEmitter<WorkspaceEvent>()
  const inForce = await readManifestInForce(root)
  const { manifest } = inForce
  const offered = createOfferedActivities({
    root,
    examples,
    declared: () => httpActivities(manifest()),
    loadSandboxed,
    given,
    onOffer: ({ names, problems }, isNews) => {
      snapshots.forget()
      if (isNews) events.emit({ type: 'activities.changed', names, problems })
    },
  })
  /** Lint asks what a Request is composed with, whichever of the two says so. */
  const withOwnConfig = (of: Profile): Profile => ({ ...of, config: mergeConfig(manifest().config, of.config) })
  const snapshots = createSnapshots({
    files,
    activities: offered,
    remote,
    // A Problem names a profile that is missing: the files can be looked at anyway.
    profile: () => withOwnConfig(inForce.profileNamed(activeProfile(manifest()))),
    problems: inForce.problems,
    parseAhead: (name, text) => graph.parseAhead(name, text),
  })
  const graph = createDerivedGraph({ snapshot: snapshots.read, manifest, activities: offered.now, remote })

  /** This server's last write, by file: the watcher reports it too. */
  const written = new Map<string, string | null>()
  const reread = async (file: string): Promise<void> => {
    const before = manifest()
    await inForce.reread(file)
    if (file !== MANIFEST_FILE) return
    if (before.httpActivities.size > 0 || manifest().httpActivities.size > 0) offered.offer()
    snapshots.forget()
  }

  return {
    root,
    files,
    drafts,
    events,
    serialise: createSerialiser(),
    ideas: ideasOf(snapshots, graph),
    manifest,
    pins: inForce.pins,
    /** The workspace's Activities override the tools of its MCP servers. */
    activities: (): Activities => {
      const own = offered.now()
      return { ...own, get: (name) => offered.now().get(name) ?? remote.get(name) }
    },
    profile: (name) => {
      const unknown = unknownProfile(manifest(), name)
      if (unknown !== undefined) throw new EnsembleError('profile.unknown', unknown)
      return inForce.profileNamed(name)
    },
    snapshot: snapshots.read,
    graph: graph.whole,
    sharedTools: async () => (await graph.parsed()).workspace.shared,
    list: (folder, asked) => listFiles(folder, { graph, drafts, ...asked }),
    problemsWith: graph.problemsWith,
    forget: snapshots.forget,
    followed: snapshots.follow,
    readAnew: async () => {
      snapshots.forgetAll()
      await Promise.all([reread(MANIFEST_FILE), reread(PINS_FILE)])
    },
    nameActivities: offered.nameAll,
    rereadActivities: offered.reread,

    touched: async (file, etag) => {
      snapshots.note(file)
      written.set(file, etag)
      await reread(file)
      if (isSandboxFile(file)) await offered.rereadSandboxed()
      events.emit({ type: 'file.changed', file, etag })
    },

    changedOnDisk: (file, etag) => {
      if (written.has(file) && written.get(file) === etag) return false
      written.delete(file)
      snapshots.note(file)
      const tell = (): void => events.emit({ type: 'file.changed', file, etag })
      if (file === MANIFEST_FILE || file === PINS_FILE) void reread(file).then(tell)
      else if (FOLDERS.some((folder) => file.startsWith(`${folder}/`)) || file.startsWith('.ensemble/')) tell()
      return true
    },
  }
}
