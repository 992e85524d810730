import type { Graph, IdeaSource, JsonObject, Problem, Profile, RegisteredActivity } from '@ensemble/core'
import type { WorkspaceFiles as CoreFiles } from '@ensemble/core/idea'
import type { RemoteActivities } from '../mcp/client/mcp-servers.ts'
import type { Sandboxed } from '../sandbox/load-sandboxed.ts'
import type { Activities } from './activities.ts'
import type { Drafts } from './drafts.ts'
import type { Emitter, WorkspaceEvent } from './events.ts'
import type { Manifest } from './manifest.ts'
import type { FileName } from './names.ts'
import type { Pin } from './pins.ts'
import type { WorkspaceFiles } from './workspace-files.ts'

/** A file of the workspace. */
export interface Listed {
  readonly name: string
  readonly title: string | undefined
  /** Null where only a draft exists. */
  readonly etag: string | null
  readonly draft: string | undefined
  /** The saved text; undefined if only a draft exists. */
  readonly text: string | undefined
  /** Its problems; undefined if unchecked. */
  readonly problems: readonly Problem[] | undefined
}

/** All Ideas and shared Tools at one moment, as the core reads them. */
export interface Snapshot {
  readonly files: CoreFiles
  /** Files that could not be read as what they are, or at all. */
  readonly problems: readonly Problem[]
  readonly etags: ReadonlyMap<string, string>
  /** False where a file is there that could not be read: the next who asks looks again. */
  readonly isWhole: boolean
}

/** The folder a server was started on: its files and their meaning. */
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
  /** Read once, then kept until a file changes. No code of the workspace runs for it. */
  snapshot(): Promise<Snapshot>
  graph(): Promise<Graph>
  /** Schemas of the shared Tools that can be read, by name. */
  sharedTools(): Promise<{ readonly [name: string]: JsonObject }>
  /** Problems are looked for unless `withProblems` is false: of thousands of Ideas that takes seconds. */
  list(folder: 'ideas' | 'tools', options?: { readonly withProblems?: boolean }): Promise<readonly Listed[]>
  /** The problems of these files with these texts in them; null is a deletion. */
  problemsWith(edits: readonly { readonly name: FileName; readonly text: string | null }[]): Promise<readonly Problem[]>
  /** For a Run: runs the files in activities/ whose names only running them tells, unless that was done. */
  nameActivities(): Promise<void>
  /** Reads the code in activities/ again, and runs none; what it exports serves the Calls that start from now on. */
  rereadActivities(): Promise<void>
  /** The next reader reads the files again. */
  forget(): void
  /** Whether `changedOnDisk` gets every change from now on: then only changed files are read again. */
  followed(isWhole: boolean): void
  /** As `forget`, with every file checked; the current ensemble.json and pins apply when it resolves. */
  readAnew(): Promise<void>
  /** This server wrote a file: forget the old content and notify the pages. A manifest applies when it resolves. */
  touched(file: string, etag: string | null): Promise<void>
  /** A file may have been changed by someone else; false if it is what this server wrote. */
  changedOnDisk(file: string, etag: string | null): boolean
}

export interface WorkspaceOptions {
  readonly activeProfile: (manifest: Manifest) => string
  /** The folder of the bundled workspaces, whose packages every workspace may import. */
  readonly examples: string
  /** The Activities that `activities.http` declares. */
  readonly httpActivities: (manifest: Manifest) => readonly RegisteredActivity[]
  /** The Activities of `activities/*.sandbox.js`. */
  readonly loadSandboxed: () => Promise<Sandboxed>
  /** Tools of the MCP servers. */
  readonly remote?: RemoteActivities
  /** Activities of the program around; they come before all others. */
  readonly given?: readonly RegisteredActivity[] | undefined
}
