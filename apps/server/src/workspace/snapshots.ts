import type { Problem, Profile } from '@ensemble/core'
import { isLarge } from '@ensemble/core/host'
import type { RemoteActivities } from '../mcp/client/mcp-servers.ts'
import { FOLDERS } from './names.ts'
import type { OfferedActivities } from './offered-activities.ts'
import { asStrayFile } from './stray-files.ts'
import type { KnownFiles, StoredFile } from './folder-files.ts'
import type { WorkspaceFiles } from './workspace-files.ts'
import { type TextFile, encodingProblems, textsOf, toText } from './workspace-texts.ts'
import type { Snapshot } from './workspace-types.ts'

/** Files that change between two readings before all are looked at: systems drop what they would tell of very many. */
const MOST_NOTED = 1000

/** All Ideas and Tools, read when somebody asks and kept until a file changes. */
export interface Snapshots {
  read(): Promise<Snapshot>
  /** The next reader reads again the files that changed. */
  forget(): void
  /** The next reader looks at every file. */
  forgetAll(): void
  /** A file changed. */
  note(file: string): void
  /** Whether every change is noted from now on: then only files that changed are read again. */
  follow(isWhole: boolean): void
}

export interface SnapshotSource {
  readonly files: WorkspaceFiles
  readonly activities: OfferedActivities
  readonly remote: RemoteActivities
  /** The default parts of a Request. */
  readonly profile: () => Profile
  /** Gets each Idea's text as soon as it is read. */
  readonly parseAhead: (name: string, text: string) => void
  /** The etag of ensemble.json. */
  readonly problems: () => readonly Problem[]
}

export const createSnapshots = (source: SnapshotSource): Snapshots => {
  const { files, activities, remote, profile, problems, parseAhead } = source
  const toIdea = (stored: StoredFile): TextFile => {
    const idea = toText(stored)
    // A large one is parsed in turns.
    if (!isLarge(idea.text.length)) parseAhead(idea.name, idea.text)
    return idea
  }
  const known: Record<'ideas' | 'tools', KnownFiles<TextFile>> = { ideas: new Map(), tools: new Map() }
  let current: Promise<Snapshot> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let isFollowed = false
  let changed: Set<string> | undefined

  const readAll = async (): Promise<Snapshot> => {
    await activities.readFirst()
    const since = changed
    // Changes while the files are read belong to the next reading.
    changed = isFollowed ? new Set() : undefined
    const [ideas, tools, strays] = await Promise.all([
      files.listAs('ideas', known.ideas, toIdea, since),
      files.listAs('tools', known.tools, toText, since),
      Promise.all(FOLDERS.map((folder) => files.strays(folder))),
    ])
    const unread = [...ideas.unread, ...tools.unread].map(asStrayFile)
    const texts = { ideas: textsOf(ideas.files), tools: textsOf(tools.files) }
    const remoteNames = remote.names([...texts.ideas.values(), ...texts.tools.values()])
    return {
      files: {
        ...texts,
        activities: [...new Set([...activities.now().names, ...remoteNames])],
        mcpServers: remote.servers(),
        profile: profile(),
      },
      problems: [
        ...problems(),
        ...strays.flat(),
        ...unread,
        ...encodingProblems('idea', ideas.files),
        ...encodingProblems('tool', tools.files),
      ],
      etags: new Map([...ideas.files, ...tools.files].map(({ file, etag }) => [file, etag])),
      isWhole: unread.length === 0,
    }
  }

  return {
    read: () => {
      // One after the other: a reading that began before a change must not be what is known after it.
      const reading = (current ??= last.then(readAll, readAll))
      last = reading
      const readAgain = (): void => {
        changed = undefined
        if (current === reading) current = undefined
      }
      // No event tells that a file may be read again.
      void reading.then(({ isWhole }) => isWhole || readAgain(), readAgain)
      return reading
    },
    forget: () => {
      current = undefined
    },
    forgetAll: () => {
      changed = undefined
      current = undefined
    },
    note: (file) => {
      changed?.add(file)
      // So many at once may mean that the system dropped some.
      if ((changed?.size ?? 0) > MOST_NOTED) changed = undefined
      current = undefined
    },
    follow: (isWhole) => {
      isFollowed = isWhole
      changed = undefined
    },
  }
}
