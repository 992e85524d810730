import { lstat, readFile, readdir, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { EnsembleError, type Problem } from '@ensemble/core'
import { fewAtOnce } from '../few-at-once.ts'
import { type PreparedWrite, atomicWrite, prepareWrite, syncFolder } from './atomic-write.ts'
import { etagOf } from './etag.ts'
import { FOLDERS, type FileName, type Folder, fileName, isName } from './names.ts'
import { asStorageTrouble } from './storage-trouble.ts'
import { strayFiles } from './stray-files.ts'

/** One file as it lies on the disk. */
export interface StoredFile {
  /** `ideas/composer.json` */
  readonly file: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly etag: string
}

/** What lies in a folder. One file that cannot be read keeps nobody from the others. */
export interface ListedFiles {
  readonly files: readonly StoredFile[]
  /** Files that are there and that the system refuses to read, each with the reason. */
  readonly unread: readonly { readonly name: FileName; readonly error: EnsembleError }[]
}

/** The files of a workspace, by names that were looked up and never by paths from outside. */
export interface WorkspaceFiles {
  readonly root: string
  list(folder: Folder): Promise<ListedFiles>
  /** What lies there under a name like theirs and is none of them. */
  strays(folder: Folder): Promise<readonly Problem[]>
  read(name: FileName): Promise<StoredFile | undefined>
  /**
   * Writes a whole file at once. `look` is told what lies there when only the last step is left, and throws where that is
   * not what the writer saw: another program may have written in the meantime.
   */
  write(name: FileName, bytes: Uint8Array, look?: (etag: string | null) => void): Promise<StoredFile>
  remove(name: FileName): Promise<boolean>
  /** A write, or with null a removal, of which only the last step is left: that which cannot be done throws here. */
  prepare(name: FileName, bytes: Uint8Array | null): Promise<PreparedWrite>
  /** The existing file whose name differs only in case. */
  lookAlike(name: FileName): Promise<string | undefined>
}

/** No such file, or a link that leads nowhere. */
const MISSING: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'ELOOP']

/** Refusals to read that are about one file, and not about the machine. */
const OF_ONE_FILE: readonly unknown[] = ['EACCES', 'EPERM', 'EIO']

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

export const isMissing = (error: unknown): boolean => MISSING.includes(codeOf(error))

/** Bytes of a file, undefined where there is none. What only bears its name (a folder, a pipe) is never opened: a pipe would not let go. */
export const readIfThere = async (path: string): Promise<Uint8Array | undefined> => {
  try {
    return (await stat(path)).isFile() ? await readFile(path) : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Keys, the database and the repository lie under names that begin with a dot; no link leads to them. */
const isHidden = (path: string): boolean => path.split(sep).some((part) => part.startsWith('.'))

const isLink = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false

const namesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

export const createWorkspaceFiles = (root: string): WorkspaceFiles => {
  /** Undefined where a link leads out of the workspace, or to what is hidden in it: such a file is not part of it. */
  const pathOf = async ({ file }: FileName): Promise<string | undefined> => {
    const path = join(root, file)
    try {
      const [real, folder] = await Promise.all([realpath(path), realpath(root)])
      const isOwn = real === join(folder, file)
      return isOwn || (real.startsWith(folder + sep) && !isHidden(relative(folder, real))) ? real : undefined
    } catch (error) {
      if (isMissing(error)) return (await isLink(path)) ? undefined : path
      throw error
    }
  }

  const read = async (name: FileName): Promise<StoredFile | undefined> => {
    const path = await pathOf(name)
    const bytes = path === undefined ? undefined : await readIfThere(path)
    return bytes === undefined ? undefined : { file: name.file, name: name.name, bytes, etag: etagOf(bytes) }
  }

  const readOrRefusal = async (name: FileName): Promise<StoredFile | ListedFiles['unread'][number] | undefined> => {
    try {
      return await read(name)
    } catch (thrown) {
      const error = OF_ONE_FILE.includes(codeOf(thrown)) ? asStorageTrouble(thrown, name.file) : thrown
      if (error instanceof EnsembleError) return { name, error }
      throw error
    }
  }

  const writable = async (name: FileName): Promise<string> => {
    const path = await pathOf(name)
    const folder = await lstat(join(root, dirname(name.file))).catch(() => undefined)
    if (path === undefined || folder?.isSymbolicLink() === true)
      throw new EnsembleError('name.invalid', `${name.file} is a link out of the workspace and is left alone.`)
    if (folder?.isDirectory() === false)
      throw new EnsembleError('name.invalid', `${dirname(name.file)} is no folder, so ${name.file} cannot be written.`)
    const there = await stat(path).catch(() => undefined)
    if (there !== undefined && !there.isFile())
      throw new EnsembleError(
        'name.invalid',
        `${name.file} is a folder, a pipe or a device, no file, and is left alone.`,
      )
    return path
  }
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
    list: async (folder) => {
      const names = (await namesIn(join(root, folder))).filter(isName).sort()
      const found = await fewAtOnce(names, (name) => readOrRefusal(fileName(folder, name)))
      return {
        files: found.filter((file) => file !== undefined && 'bytes' in file),
        unread: found.filter((file) => file !== undefined && 'error' in file),
      }
    },
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
