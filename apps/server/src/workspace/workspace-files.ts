import { rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Problem } from '@ensemble/core'
import { type PreparedWrite, atomicWrite, prepareWrite, syncFolder } from './atomic-write.ts'
import { etagOf } from './etag.ts'
import { type ListFiles, type ListedFiles, type StoredFile, createListFiles, namesIn } from './folder-files.ts'
import { readIfThere } from './missing-file.ts'
import { FOLDERS, type FileName, type Folder } from './names.ts'
import { strayFiles } from './stray-files.ts'
import { createWorkspacePaths } from './workspace-paths.ts'

/** The files of a workspace, by names that were looked up and never by paths from outside. */
export interface WorkspaceFiles {
  readonly root: string
  list(folder: Folder): Promise<ListedFiles>
  readonly listAs: ListFiles
  /** Entries with similar names that aren't such files. */
  strays(folder: Folder): Promise<readonly Problem[]>
  read(name: FileName): Promise<StoredFile | undefined>
  /**
   * Writes a whole file at once. `look` gets the current bytes before the last step, and throws if another program has
   * written meanwhile.
   */
  write(name: FileName, bytes: Uint8Array, look?: (etag: string | null) => void): Promise<StoredFile>
  remove(name: FileName): Promise<boolean>
  /** A write, or with null a removal, of which only the last step is left: that which cannot be done throws here. */
  prepare(name: FileName, bytes: Uint8Array | null): Promise<PreparedWrite>
  /** The existing file whose name differs only in case. */
  lookAlike(name: FileName): Promise<string | undefined>
}

export const createWorkspaceFiles = (root: string): WorkspaceFiles => {
  const { pathOf, isOwnFolder, writable } = createWorkspacePaths(root)

  const read = async (name: FileName): Promise<StoredFile | undefined> => {
    const path = await pathOf(name)
    const bytes = path === undefined ? undefined : await readIfThere(path)
    return bytes === undefined ? undefined : { file: name.file, name: name.name, bytes, etag: etagOf(bytes) }
  }

  const listAs = createListFiles(root, isOwnFolder, read)
  const remove = async (name: FileName): Promise<boolean> => {
    const path = await writable(name)
    if ((await readIfThere(path)) === undefined) return false
    await rm(path)
    await syncFolder(dirname(path))
    return true
  }
  const prepareRemoval = (path: string): PreparedWrite => ({
    folder: dirname(path),
    commit: () => rm(path, { force: true }),
    discard: async () => undefined,
  })

  return {
    root,
    read,
    list: (folder) => listAs(folder, new Map(), (file) => file),
    listAs,
    strays: (folder) =>
      strayFiles(root, folder, async (name) => {
        const path = await pathOf(name)
        return path !== undefined && (await stat(path)).isFile()
      }),
    write: async (name, bytes, look) => {
      const lookAgain = look && (async () => look((await read(name))?.etag ?? null))
      await atomicWrite(await writable(name), bytes, { look: lookAgain })
      return { file: name.file, name: name.name, bytes, etag: etagOf(bytes) }
    },
    remove,
    prepare: async (name, bytes) => {
      const path = await writable(name)
      return bytes === null ? prepareRemoval(path) : await prepareWrite(path, bytes)
    },
    lookAlike: async ({ folder, name }) => {
      if (folder === null) return undefined
      const lower = name.toLowerCase()
      const twin = (await namesIn(join(root, folder))).find((other) => other !== name && other.toLowerCase() === lower)
      return twin
    },
  }
}

/** The folders a watcher follows. */
export const WATCHED_FOLDERS: readonly string[] = [...FOLDERS, 'activities']
