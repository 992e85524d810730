import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Problem } from '@ensemble/core'
import { type Drafts, createDrafts } from './drafts.ts'
import { type Emitter, type WorkspaceEvent, createEmitter } from './events.ts'
import { type Manifest, parseManifest } from './manifest.ts'
import { type FileName, fileName } from './names.ts'
import { type IdeaDocument, type ToolDocument, decode, readDocument } from './read-document.ts'
import { createSerialiser } from './serialise.ts'
import { type WorkspaceFiles, createWorkspaceFiles } from './workspace-files.ts'

/** All Ideas and shared Tools at one moment. */
export interface Snapshot {
  readonly ideas: ReadonlyMap<string, IdeaDocument>
  readonly tools: ReadonlyMap<string, ToolDocument>
}

/** The folder a server was started on: its files in force, and what they mean. */
export interface Workspace {
  readonly root: string
  readonly files: WorkspaceFiles
  readonly drafts: Drafts
  readonly events: Emitter<WorkspaceEvent>
  /** One writer at a time. */
  readonly serialise: <T>(task: () => Promise<T>) => Promise<T>
  manifest(): Manifest
  /** Read once, then kept until a file changes. */
  snapshot(): Promise<Snapshot>
  /** What is wrong in bytes that would stand in this file. */
  problemsOf(name: FileName, bytes: Uint8Array): Promise<readonly Problem[]>
  /** A file was written by this server: forget what was read, tell the pages. */
  touched(file: string, etag: string | null): void
}

/** Opens a workspace. Throws EnsembleError `workspace.invalid` where ensemble.json cannot be read. */
export const openWorkspace = async (root: string): Promise<Workspace> => {
  const files = createWorkspaceFiles(root)
  const drafts = createDrafts(root)
  const events = createEmitter<WorkspaceEvent>()
  const manifest = parseManifest(await readFile(join(root, 'ensemble.json'), 'utf8'))
  let current: Promise<Snapshot> | undefined

  const readAll = async (): Promise<Snapshot> => {
    const [ideaFiles, toolFiles] = await Promise.all([files.list('ideas'), files.list('tools')])
    const tools = new Map<string, ToolDocument>(
      toolFiles.map(({ name, bytes, etag }) => [name, readDocument(fileName('tools', name), decode(bytes), etag)]),
    )
    const ideas = new Map<string, IdeaDocument>(
      ideaFiles.map(({ name, bytes, etag }) => [name, readDocument(fileName('ideas', name), decode(bytes), etag)]),
    )
    return { ideas, tools }
  }

  return {
    root,
    files,
    drafts,
    events,
    serialise: createSerialiser(),
    manifest: () => manifest,
    snapshot: () => (current ??= readAll()),
    problemsOf: async (name, bytes) => readDocument(name, decode(bytes), null).problems,
    touched: (file, etag) => {
      current = undefined
      events.emit({ type: 'file.changed', file, etag })
    },
  }
}
