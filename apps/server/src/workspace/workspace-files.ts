import type { Stats } from 'node:fs'
import { lstat, readFile, readdir, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { EnsembleError, type Problem } from '@ensemble/core'
import { fewAtOnce } from '../few-at-once.ts'
import { rest } from '../rest.ts'
import { type PreparedWrite, atomicWrite, prepareWrite, syncFolder } from './atomic-write.ts'
import { asEtag, etagOf } from './etag.ts'
import { FOLDERS, type FileName, type Folder, fileName, isName } from './names.ts'
import { lookAt, readLookedAt } from './plain-file.ts'
import { MANY_FILES, readMany } from './read-many.ts'
import { asStorageTrouble } from './storage-trouble.ts'
import { strayFiles } from './stray-files.ts'

/** One file on the disk. */
export interface StoredFile {
  /** `ideas/composer.json` */
  readonly file: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly etag: string
}

/** The entries of a folder. One unreadable file doesn't prevent reading the others. */
export interface ListedFiles<T = StoredFile> {
  readonly files: readonly T[]
  /** Files that are there and that the system refuses to read, each with the reason. */
  readonly unread: readonly { readonly name: FileName; readonly error: EnsembleError }[]
}

/** The results for the files of one folder by name, with their state on the disk then. */
export type KnownFiles<T> = Map<string, { readonly stamp: string; readonly made: T }>

/** The files of a workspace, by names that were looked up and never by paths from outside. */
export interface WorkspaceFiles {
  readonly root: string
  list(folder: Folder): Promise<ListedFiles>
  /**
   * As above, with a result for each file instead of its bytes; unchanged files are not read again, and only `changed`
   * ones are looked at if given.
   */
  listAs<T>(
    folder: Folder,
    known: KnownFiles<T>,
    make: (file: StoredFile) => T,
    changed?: ReadonlySet<string>,
  ): Promise<ListedFiles<T>>
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

/** No such file, or a link that leads nowhere. */
const MISSING: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'ELOOP']

/** Refusals to read that are about one file, and not about the machine. */
const OF_ONE_FILE: readonly unknown[] = ['EACCES', 'EPERM', 'EIO']

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

export const isMissing = (error: unknown): boolean => MISSING.includes(codeOf(error))

/** Bytes of a file, undefined if missing. A folder or pipe of that name is never opened: a pipe would block. */
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

/** A file that changed just now may change again without that its times tell. */
const UNSETTLED_MS = 2000

type FileState = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'>

/** A plain file's state on the disk, looked at just now or when it was `seen`; undefined while a later change might look the same. */
const stampOf = ({ dev, ino, size, mtimeMs, ctimeMs }: FileState, seen = Date.now()): string | undefined =>
  seen - Math.max(mtimeMs, ctimeMs) < UNSETTLED_MS ? undefined : [dev, ino, size, mtimeMs, ctimeMs].join(' ')

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

  /** A plain file of a folder that is the workspace's own cannot lead out of it. */
  const readPlain = async ({ name, file }: FileName, stats: Stats): Promise<StoredFile | undefined> => {
    const bytes = await readLookedAt(join(root, file), stats).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
    return bytes && { file, name, bytes, etag: etagOf(bytes) }
  }

  const isOwnFolder = async (folder: Folder): Promise<boolean> => {
    const [real, base] = await Promise.all([realpath(join(root, folder)), realpath(root)]).catch(() => ['', '/'])
    return real === join(base, folder)
  }

  const readOrRefusal = async <T>(
    name: FileName,
    work: () => Promise<T>,
  ): Promise<T | { readonly name: FileName; readonly error: EnsembleError }> => {
    try {
      return await work()
    } catch (thrown) {
      const error = OF_ONE_FILE.includes(codeOf(thrown)) ? asStorageTrouble(thrown, name.file) : thrown
      if (error instanceof EnsembleError) return { name, error }
      throw error
    }
  }

  const listAs: WorkspaceFiles['listAs'] = async (folder, known, make, changed) => {
    const names = (await namesIn(join(root, folder))).filter(isName).sort()
    const isOwn = await isOwnFolder(folder)
    const take = (stored: StoredFile, stamp: string | undefined) => {
      const result = { stamp: stamp ?? '', made: make(stored) }
      if (stamp !== undefined) known.set(stored.name, result)
      return result
    }
    const taken = new Map<string, ReturnType<typeof take>>()
    const unread: { readonly name: FileName; readonly error: EnsembleError }[] = []
    if (isOwn && known.size === 0 && names.length >= MANY_FILES)
      for await (const files of readMany(join(root, folder), names)) {
        for (const { name, bytes, sha256, seen, ...state } of files) {
          const { file } = fileName(folder, name)
          taken.set(name, take({ file, name, bytes, etag: asEtag(sha256) }, stampOf(state, seen)))
        }
        // The next is there by now, and would be taken in the same turn of the event loop.
        await rest()
      }
    for (const name of names) {
      const before = changed?.has(fileName(folder, name).file) === false ? known.get(name) : undefined
      if (before !== undefined) taken.set(name, before)
    }
    // Those that need no look cost no promise either: there may be ten thousand.
    const left = names.filter((name) => !taken.has(name)).map((name) => fileName(folder, name))
    await fewAtOnce(left, async (name) => {
      const found = await readOrRefusal(name, async () => {
        // Looked at before it is read: what changes in between is read again.
        const stats = isOwn ? await lookAt(join(root, name.file)) : undefined
        const stamp = stats?.isFile() === true ? stampOf(stats) : undefined
        const before = known.get(name.name)
        if (before !== undefined && before.stamp === stamp) return before
        known.delete(name.name)
        const stored = await (stats?.isFile() === true ? readPlain(name, stats) : read(name))
        return stored && take(stored, stamp)
      })
      if (found !== undefined && 'error' in found) unread.push(found)
      else if (found !== undefined) taken.set(name.name, found)
    })
    const isThere = new Set(names)
    for (const each of known.keys()) if (!isThere.has(each)) known.delete(each)
    return {
      files: names.flatMap((name) => {
        const found = taken.get(name)
        return found === undefined ? [] : [found.made]
      }),
      unread: unread.toSorted((one, other) => (one.name.name < other.name.name ? -1 : 1)),
    }
  }

  const writable = async (name: FileName): Promise<string> => {
    const path = await pathOf(name)
    const folder = await lstat(join(root, dirname(name.file))).catch(() => undefined)
    if (path === undefined || folder?.isSymbolicLink() === true)
      throw new EnsembleError('name.invalid', `${name.file} is a link out of the workspace and is left alone.`)
    if (folder?.isDirectory() === false)
      throw new EnsembleError(
        'name.invalid',
        `${dirname(name.file)} isn't a folder, so ${name.file} cannot be written.`,
      )
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
