import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  EnsembleError,
  type Graph,
  type IdeaSource,
  type JsonObject,
  NO_PROFILE,
  type Problem,
  type Profile,
  type RegisteredActivity,
  type WorkspaceFiles as CoreFiles,
  createIdeaSource,
  createGraphDeriver,
  isLarge,
  parseWorkspace,
} from '@ensemble/core'
import { type RemoteActivities, NO_REMOTE_ACTIVITIES } from '../mcp/client/mcp-servers.ts'
import { type Activities, NO_ACTIVITIES, loadActivities, withOthers } from './activities.ts'
import { once } from '../once.ts'
import { type Drafts, createDrafts } from './drafts.ts'
import { type Emitter, type WorkspaceEvent, createEmitter } from './events.ts'
import { type Manifest, parseManifest } from './manifest.ts'
import { FOLDERS, MANIFEST_FILE, MCP_FILE, PINS_FILE, type FileName, isSandboxFile } from './names.ts'
import { type Pin, parsePins } from './pins.ts'
import type { Sandboxed } from '../sandbox/load-sandboxed.ts'
import { rest } from '../rest.ts'
import { createSerialiser } from './serialise.ts'
import { type StoredFile, type WorkspaceFiles, createWorkspaceFiles } from './workspace-files.ts'

/** A file of the workspace with what is wrong in it. */
export interface Listed {
  readonly name: string
  readonly title: string | undefined
  /** Null where only a draft exists. */
  readonly etag: string | null
  readonly draft: string | undefined
  /** Of the file in force; undefined where only a draft exists. */
  readonly text: string | undefined
  readonly problems: readonly Problem[]
}

function problemsByFile(problems: readonly Problem[]): ReadonlyMap<string, readonly Problem[]> {
  const files = new Map<string, Problem[]>()
  for (const problem of problems) {
    if (problem.file === undefined) continue
    const known = files.get(problem.file)
    if (known === undefined) files.set(problem.file, [problem])
    else known.push(problem)
  }
  return files
}

/** All Ideas and shared Tools at one moment, as the core reads them. */
export interface Snapshot {
  readonly files: CoreFiles
  readonly etags: ReadonlyMap<string, string>
}

/** The folder a server was started on: its files in force, and what they mean. */
export interface Workspace {
  readonly root: string
  readonly files: WorkspaceFiles
  readonly drafts: Drafts
  readonly events: Emitter<WorkspaceEvent>
  readonly ideas: IdeaSource
  /** One writer at a time. */
  readonly serialise: <T>(task: () => Promise<T>) => Promise<T>
  manifest(): Manifest
  /** Results that design-time runs reuse. */
  pins(): readonly Pin[]
  activities(): Activities
  /** The profile of that name; throws EnsembleError `profile.unknown`. */
  profile(name: string): Profile
  /** Read once, then kept until a file changes; the first reader waits for the workspace's code. */
  snapshot(): Promise<Snapshot>
  graph(): Promise<Graph>
  /** Schemas of the shared Tools that can be read, by name. */
  sharedTools(): Promise<{ readonly [name: string]: JsonObject }>
  list(folder: 'ideas' | 'tools'): Promise<readonly Listed[]>
  /** What would be wrong in these files with these texts in them; null is a deletion. */
  problemsWith(edits: readonly { readonly name: FileName; readonly text: string | null }[]): Promise<readonly Problem[]>
  /** Loads the code in activities/, unless that was done. */
  loadActivities(): Promise<void>
  /** Loads it again; what it exports serves the Calls that start from now on. */
  reloadActivities(): Promise<void>
  /** The next reader reads the files again. */
  forget(): void
  /** A file was written by this server: forget what was read, tell the pages. A manifest is in force when it resolves. */
  touched(file: string, etag: string | null): Promise<void>
  /** A file may have been changed by someone else; false where it is what this server wrote. */
  changedOnDisk(file: string, etag: string | null): boolean
}

export interface WorkspaceOptions {
  readonly activeProfile: (manifest: Manifest) => string
  /** The Activities that `activities.http` declares. */
  readonly httpActivities: (manifest: Manifest) => readonly RegisteredActivity[]
  /** The Activities of `activities/*.sandbox.js`. */
  readonly loadSandboxed: () => Promise<Sandboxed>
  /** Tools of the MCP servers. */
  readonly remote?: RemoteActivities
}

/** Profiles every workspace has, declared or not (PROTOCOL.md §4). */
const BUILT_IN_PROFILES = ['offline', 'production']

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
const texts = (stored: readonly StoredFile[]): ReadonlyMap<string, string> =>
  new Map(stored.map(({ name, bytes }) => [name, decode(bytes)]))

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

const readManifest = async (root: string): Promise<Manifest> =>
  parseManifest(await readFile(join(root, MANIFEST_FILE), 'utf8'))
const readPins = async (root: string): Promise<readonly Pin[]> =>
  parsePins(await readFile(join(root, PINS_FILE), 'utf8').catch(() => ''))

/** Opens a workspace; no code of it runs. Throws EnsembleError `workspace.invalid` where ensemble.json cannot be read. */
export const openWorkspace = async (
  root: string,
  { activeProfile, httpActivities, loadSandboxed, remote = NO_REMOTE_ACTIVITIES }: WorkspaceOptions,
): Promise<Workspace> => {
  const files = createWorkspaceFiles(root)
  const drafts = createDrafts(root)
  const events = createEmitter<WorkspaceEvent>()
  const written = new Map<string, string | null>()
  let manifest = await readManifest(root)
  let pins = await readPins(root)
  let code: Activities = NO_ACTIVITIES
  let sandboxed: Sandboxed = { activities: [], problems: [] }
  let activities: Activities = NO_ACTIVITIES
  let current: Promise<Snapshot> | undefined
  let graph: { readonly of: CoreFiles; readonly value: Graph } | undefined
  let whole: { readonly of: Graph; readonly value: Graph } | undefined

  /** The workspace's own code, and the tools of its MCP servers; its own stands before theirs. */
  const all = (): Activities => ({ ...activities, get: (name) => activities.get(name) ?? remote.get(name) })

  const profile = (name: string): Profile => {
    const found = manifest.profiles.get(name)
    if (found === undefined && !BUILT_IN_PROFILES.includes(name)) {
      const names = [...new Set([...BUILT_IN_PROFILES, ...manifest.profiles.keys()])]
      throw new EnsembleError('profile.unknown', `There is no profile "${name}"; there are ${names.join(', ')}.`)
    }
    return { missing: manifest.missingActivities, ...(found ?? NO_PROFILE) }
  }

  /** The workspace's code and what ensemble.json declares, from the next Call on. */
  const offer = (): void => {
    const before = activities
    const declared = httpActivities(manifest).map((activity) => ({ file: MANIFEST_FILE, activity }))
    activities = withOthers(code, [...sandboxed.activities, ...declared], sandboxed.problems)
    current = undefined
    if (before !== NO_ACTIVITIES || activities !== NO_ACTIVITIES)
      events.emit({ type: 'activities.changed', names: activities.names, problems: activities.problems })
  }
  const load = async (): Promise<void> => {
    ;[code, sandboxed] = await Promise.all([loadActivities(root), loadSandboxed()])
    offer()
  }
  const reloadSandboxed = async (): Promise<void> => {
    sandboxed = await loadSandboxed()
    offer()
  }
  const loadFirst = once(load)

  const readAll = async (): Promise<Snapshot> => {
    await loadFirst()
    const [ideas, tools] = await Promise.all([files.list('ideas'), files.list('tools')])
    const read = { ideas: texts(ideas), tools: texts(tools) }
    const remoteNames = remote.names([...read.ideas.values(), ...read.tools.values()])
    return {
      files: {
        ...read,
        activities: [...new Set([...activities.names, ...remoteNames])],
        mcpServers: remote.servers(),
        profile: profile(activeProfile(manifest)),
      },
      etags: new Map([...ideas, ...tools].map(({ file, etag }) => [file, etag])),
    }
  }
  const snapshot = (): Promise<Snapshot> => {
    current ??= readAll().catch((error: unknown) => {
      current = undefined
      throw error
    })
    return current
  }
  const forget = (): void => {
    current = undefined
  }
  /** Reads again what is kept of a file that there is one of; of the manifest, the last readable one stays in force. */
  const reread = async (file: string): Promise<void> => {
    if (file === PINS_FILE) pins = await readPins(root)
    if (file !== MANIFEST_FILE) return
    const before = manifest
    manifest = await readManifest(root).catch(() => manifest)
    if (before.httpActivities.size > 0 || manifest.httpActivities.size > 0) offer()
    forget()
  }
  // Remembers what did not change, so that a save in a workspace of thousands costs what it touches.
  const derive = createGraphDeriver()
  const validator = once(async () => (await import('@ensemble/core/validate')).createValidator({ mostGenerated: 0 }))
  /** What compiling the schemas shows, which drawing the graph does not: listing files does not wait for it. */
  const schemaProblemsIn = async (read: CoreFiles): Promise<readonly Problem[]> => {
    const { schemaProblems } = await import('@ensemble/core/editor')
    // Drawing came before it in the same turn.
    await rest()
    return schemaProblems(read, { validator: await validator(), lint: Object.fromEntries(manifest.lint) })
  }
  const wholeGraph = async (): Promise<Graph> => {
    const { files: now } = await snapshot()
    const drawn = await graphOf()
    if (whole?.of !== drawn)
      whole = { of: drawn, value: { ...drawn, problems: [...drawn.problems, ...(await schemaProblemsIn(now))] } }
    return whole.value
  }
  const graphOf = async (): Promise<Graph> => {
    const { files: now } = await snapshot()
    if (graph?.of === now) return graph.value
    const derived = derive(now, { lint: Object.fromEntries(manifest.lint) })
    const broken = activities.problems.map(({ file, message }): Problem => ({
      code: 'activity.broken',
      severity: 'error',
      message,
      path: '',
      file,
    }))
    const unusable = remote
      .problems()
      .map((message): Problem => ({ code: 'mcp.invalid', severity: 'error', message, path: '', file: MCP_FILE }))
    graph = { of: now, value: { ...derived, problems: [...derived.problems, ...broken, ...unusable] } }
    return graph.value
  }

  return {
    root,
    files,
    drafts,
    events,
    serialise: createSerialiser(),
    ideas: { resolve: async (address, from) => createIdeaSource((await snapshot()).files).resolve(address, from) },
    manifest: () => manifest,
    pins: () => pins,
    activities: all,
    profile,
    snapshot,
    graph: wholeGraph,
    sharedTools: async () => parseWorkspace((await snapshot()).files).shared,

    list: async (folder) => {
      const { files: now, etags } = await snapshot()
      const { problems } = await graphOf()
      const parsed = parseWorkspace(now)
      const drafted = await drafts.list(folder)
      const names = new Set([...now[folder].keys(), ...drafted.keys()])
      const byFile = problemsByFile(problems)
      return [...names].sort().map((name) => {
        const file = `${folder}/${name}.json`
        const title =
          folder === 'ideas' ? parsed.ideas.get(name)?.idea?.title : parsed.tools.get(name)?.schema?.['title']
        return {
          name,
          title: typeof title === 'string' ? title : undefined,
          etag: etags.get(file) ?? null,
          draft: drafted.get(name),
          text: now[folder].get(name),
          problems: byFile.get(file) ?? [],
        }
      })
    },

    problemsWith: async (edits) => {
      const { files: now } = await snapshot()
      const options = { lint: Object.fromEntries(manifest.lint) }
      let edited: CoreFiles = now
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

    forget,
    loadActivities: loadFirst,
    reloadActivities: load,

    touched: async (file, etag) => {
      forget()
      written.set(file, etag)
      await reread(file)
      if (isSandboxFile(file)) await reloadSandboxed()
      events.emit({ type: 'file.changed', file, etag })
    },

    changedOnDisk: (file, etag) => {
      if (written.has(file) && written.get(file) === etag) return false
      written.delete(file)
      forget()
      const tell = (): void => events.emit({ type: 'file.changed', file, etag })
      if (file === MANIFEST_FILE || file === PINS_FILE) void reread(file).then(tell)
      else if (FOLDERS.some((folder) => file.startsWith(`${folder}/`)) || file.startsWith('.ensemble/')) tell()
      return true
    },
  }
}
