import {
  EnsembleError,
  NO_PROFILE,
  type Problem,
  type Profile,
  createIdeaSource,
  mergeConfig,
  parseWorkspace,
} from '@ensemble/core'
import { NO_REMOTE_ACTIVITIES } from '../mcp/client/mcp-servers.ts'
import { type Activities, NO_ACTIVITIES, withOthers } from './activities.ts'
import { once } from '../once.ts'
import { decodeStrictly } from './decode-strictly.ts'
import { createDerivedGraph } from './derived-graph.ts'
import { createDrafts } from './drafts.ts'
import { type WorkspaceEvent, createEmitter } from './events.ts'
import { type Manifest, parseManifest } from './manifest.ts'
import { FOLDERS, MANIFEST_FILE, PINS_FILE, isSandboxFile } from './names.ts'
import { type Pin, parsePins } from './pins.ts'
import { readSingle } from './read-single.ts'
import type { Sandboxed } from '../sandbox/load-sandboxed.ts'
import { createSerialiser } from './serialise.ts'
import { asStorageTrouble } from './storage-trouble.ts'
import { asStrayFile, namingStray } from './stray-files.ts'
import { unknownProfile } from './unknown-profile.ts'
import { type KnownFiles, type StoredFile, createWorkspaceFiles } from './workspace-files.ts'
import { NO_CODE, type WorkspaceCode, readCode } from './workspace-code.ts'
import type { Snapshot, Workspace, WorkspaceOptions } from './workspace-types.ts'

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

/** A file of an Idea or a Tool as text. */
interface TextFile {
  readonly file: string
  readonly name: string
  readonly etag: string
  readonly text: string
  readonly isUtf8: boolean
}
const toText = ({ file, name, etag, bytes }: StoredFile): TextFile => {
  const text = decodeStrictly(bytes)
  const shown = text ?? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  return { file, name, etag, text: shown, isUtf8: text !== undefined }
}

interface Texts {
  readonly texts: ReadonlyMap<string, string>
  readonly problems: readonly Problem[]
}

const NOT_UTF8 =
  'This file is not UTF-8, and some of its characters are lost: save it as UTF-8 before it is edited here.'

const readTexts = (kind: 'idea' | 'tool', stored: readonly TextFile[]): Texts => ({
  texts: new Map(stored.map(({ name, text }) => [name, text])),
  problems: stored
    .filter(({ isUtf8 }) => !isUtf8)
    .map(({ file, name }) => ({
      code: `${kind}.json`,
      severity: 'error',
      message: NOT_UTF8,
      path: '',
      file,
      ...(kind === 'idea' && { idea: name }),
    })),
})

/** Files that change between two readings before all are looked at: systems drop what they would tell of very many. */
const MOST_TOLD = 1000

const readManifest = async (root: string): Promise<Manifest> => {
  const text = await readSingle(root, MANIFEST_FILE)
  if (text === undefined)
    throw new EnsembleError('workspace.missing', `${root} is not a workspace: it has no ensemble.json.`)
  return parseManifest(text)
}
const unreadManifest = (thrown: unknown): Problem => {
  const error = asStorageTrouble(thrown, MANIFEST_FILE)
  const why = error instanceof Error ? error.message : String(error)
  const message = `${why} What stood there before holds until it can be read.`
  return { code: 'workspace.invalid', severity: 'error', message, path: '', file: MANIFEST_FILE }
}
const readPins = async (root: string): Promise<readonly Pin[]> =>
  parsePins((await readSingle(root, PINS_FILE).catch(() => undefined)) ?? '')

/** Opens a workspace; no code of it runs. Throws EnsembleError `workspace.invalid` where ensemble.json cannot be read. */
export const openWorkspace = async (
  root: string,
  { activeProfile, examples, httpActivities, loadSandboxed, remote = NO_REMOTE_ACTIVITIES }: WorkspaceOptions,
): Promise<Workspace> => {
  const files = createWorkspaceFiles(root)
  const drafts = createDrafts(root)
  const events = createEmitter<WorkspaceEvent>()
  const written = new Map<string, string | null>()
  const known: Record<'ideas' | 'tools', KnownFiles<TextFile>> = { ideas: new Map(), tools: new Map() }
  let manifest = await readManifest(root)
  let pins = await readPins(root)
  let unread: readonly Problem[] = []
  let code: WorkspaceCode = NO_CODE
  let sandboxed: Sandboxed = { activities: [], problems: [] }
  let activities: Activities = NO_ACTIVITIES
  let current: Promise<Snapshot> | undefined
  let last: Promise<unknown> = Promise.resolve()

  /** The workspace's own code, and the tools of its MCP servers; its own stands before theirs. */
  const all = (): Activities => ({ ...activities, get: (name) => activities.get(name) ?? remote.get(name) })

  /** One that nobody declared binds nothing. */
  const profileNamed = (name: string): Profile => ({
    missing: manifest.missingActivities,
    ...(manifest.profiles.get(name) ?? NO_PROFILE),
  })
  /** Lint asks what a Request is composed with, whichever of the two says so. */
  const withOwnConfig = (of: Profile): Profile => ({ ...of, config: mergeConfig(manifest.config, of.config) })
  const profile = (name: string): Profile => {
    const unknown = unknownProfile(manifest, name)
    if (unknown !== undefined) throw new EnsembleError('profile.unknown', unknown)
    return profileNamed(name)
  }

  /** The workspace's code and what ensemble.json declares, from the next Call on. */
  const offer = (): void => {
    const before = activities
    const declared = httpActivities(manifest).map((activity) => ({ file: MANIFEST_FILE, activity }))
    activities = withOthers(code.activities(), [...sandboxed.activities, ...declared], sandboxed.problems)
    current = undefined
    if (before !== NO_ACTIVITIES || activities !== NO_ACTIVITIES)
      events.emit({ type: 'activities.changed', names: activities.names, problems: activities.problems })
  }
  const readActivities = async (): Promise<void> => {
    const onLearnt = (): void => {
      // Code of before the last change may still tell something.
      if (code === read) offer()
    }
    const [read, loaded] = await Promise.all([readCode(root, { examples, onLearnt }), loadSandboxed()])
    ;[code, sandboxed] = [read, loaded]
    offer()
  }
  const reloadSandboxed = async (): Promise<void> => {
    sandboxed = await loadSandboxed()
    offer()
  }
  const readFirst = once(readActivities)

  /** Whether every change of a file is told of; then only those are looked at that changed since they were listed. */
  let isFollowed = false
  let changed: Set<string> | undefined
  const noteChange = (file: string): void => {
    changed?.add(file)
    // So many at a time may be more than the system told of.
    if ((changed?.size ?? 0) > MOST_TOLD) changed = undefined
  }

  const readAll = async (): Promise<Snapshot> => {
    await readFirst()
    const since = changed
    // What changes while the files are read belongs to the next reading.
    changed = isFollowed ? new Set() : undefined
    const [ideas, tools, strays] = await Promise.all([
      files.listAs('ideas', known.ideas, toText, since),
      files.listAs('tools', known.tools, toText, since),
      Promise.all(FOLDERS.map((folder) => files.strays(folder))),
    ])
    const [readIdeas, readTools] = [readTexts('idea', ideas.files), readTexts('tool', tools.files)]
    const unreadFiles = [...ideas.unread, ...tools.unread].map(asStrayFile)
    const read = { ideas: readIdeas.texts, tools: readTools.texts }
    const remoteNames = remote.names([...read.ideas.values(), ...read.tools.values()])
    return {
      files: {
        ...read,
        activities: [...new Set([...activities.names, ...remoteNames])],
        mcpServers: remote.servers(),
        // Where there is none of its name, a Problem says so: the files can be looked at all the same.
        profile: withOwnConfig(profileNamed(activeProfile(manifest))),
      },
      problems: [...unread, ...strays.flat(), ...unreadFiles, ...readIdeas.problems, ...readTools.problems],
      etags: new Map([...ideas.files, ...tools.files].map(({ file, etag }) => [file, etag])),
      isWhole: unreadFiles.length === 0,
    }
  }
  const snapshot = (): Promise<Snapshot> => {
    // One after the other: a reading that began before a change must not be what is known after it.
    const reading = (current ??= last.then(readAll, readAll))
    last = reading
    const readAgain = (): void => {
      changed = undefined
      if (current === reading) current = undefined
    }
    // Who may read a file again is told by nobody.
    void reading.then(({ isWhole }) => isWhole || readAgain(), readAgain)
    return reading
  }
  const forget = (): void => {
    current = undefined
  }
  /** Reads again what is kept of a file that there is one of; of the manifest, the last readable one stays in force, and a Problem says so. */
  const reread = async (file: string): Promise<void> => {
    if (file === PINS_FILE) pins = await readPins(root)
    if (file !== MANIFEST_FILE) return
    const before = manifest
    unread = await readManifest(root).then(
      (read) => {
        manifest = read
        return []
      },
      (error: unknown) => [unreadManifest(error)],
    )
    if (before.httpActivities.size > 0 || manifest.httpActivities.size > 0) offer()
    forget()
  }
  const graph = createDerivedGraph({
    snapshot,
    manifest: () => manifest,
    activities: () => activities,
    remote,
  })

  return {
    root,
    files,
    drafts,
    events,
    serialise: createSerialiser(),
    ideas: {
      resolve: async (address, from) => {
        const { files: now, problems } = await snapshot()
        await graph.parsed()
        return createIdeaSource(now)
          .resolve(address, from)
          .catch((error: unknown) => {
            throw namingStray(error, problems, address, from)
          })
      },
      sharedTools: async () => {
        const { files: now } = await snapshot()
        await graph.parsed()
        return createIdeaSource(now).sharedTools()
      },
    },
    manifest: () => manifest,
    pins: () => pins,
    activities: all,
    profile,
    snapshot,
    graph: graph.whole,
    sharedTools: async () => (await graph.parsed()).workspace.shared,

    list: async (folder, { withProblems = true } = {}) => {
      const drawn = withProblems ? await graph.drawn() : undefined
      const { files: now, etags } = drawn?.read ?? (await graph.parsed()).read
      const parsed = parseWorkspace(now)
      const drafted = await drafts.list(folder)
      const names = new Set([...now[folder].keys(), ...drafted.keys()])
      const byFile = drawn && problemsByFile(drawn.graph.problems)
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
          problems: byFile && (byFile.get(file) ?? []),
        }
      })
    },

    problemsWith: graph.problemsWith,

    forget,
    followed: (isWhole) => {
      isFollowed = isWhole
      changed = undefined
    },
    readAnew: async () => {
      changed = undefined
      forget()
      await Promise.all([reread(MANIFEST_FILE), reread(PINS_FILE)])
    },
    nameActivities: async () => {
      await readFirst()
      await code.nameAll()
    },
    rereadActivities: readActivities,

    touched: async (file, etag) => {
      noteChange(file)
      forget()
      written.set(file, etag)
      await reread(file)
      if (isSandboxFile(file)) await reloadSandboxed()
      events.emit({ type: 'file.changed', file, etag })
    },

    changedOnDisk: (file, etag) => {
      if (written.has(file) && written.get(file) === etag) return false
      written.delete(file)
      noteChange(file)
      forget()
      const tell = (): void => events.emit({ type: 'file.changed', file, etag })
      if (file === MANIFEST_FILE || file === PINS_FILE) void reread(file).then(tell)
      else if (FOLDERS.some((folder) => file.startsWith(`${folder}/`)) || file.startsWith('.ensemble/')) tell()
      return true
    },
  }
}
