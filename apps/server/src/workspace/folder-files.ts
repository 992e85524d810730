import type { Stats } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EnsembleError } from '@ensemble/core'
import { fewAtOnce } from '../few-at-once.ts'
import { rest } from '../rest.ts'
import { asEtag, etagOf } from './etag.ts'
import { codeOf, isMissing } from './missing-file.ts'
import { type FileName, type Folder, fileName, isName } from './names.ts'
import { lookAt, readLookedAt } from './plain-file.ts'
import { MANY_FILES, readMany } from './read-many.ts'
import { asStorageTrouble } from './storage-trouble.ts'
import type { WorkspacePaths } from './workspace-paths.ts'

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

/** A folder's files with a result for each; unchanged ones are not read again, and only `changed` ones are looked at if given. */
export type ListFiles = <T>(
  folder: Folder,
  known: KnownFiles<T>,
  make: (file: StoredFile) => T,
  changed?: ReadonlySet<string>,
) => Promise<ListedFiles<T>>

/** Refusals to read that are about one file, and not about the machine. */
const OF_ONE_FILE: readonly unknown[] = ['EACCES', 'EPERM', 'EIO']

/** A file that changed just now may change again without that its times tell. */
const UNSETTLED_MS = 2000

type FileState = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'>

/** A plain file's state on the disk, looked at just now or when it was `seen`; undefined while a later change might look the same. */
const stampOf = ({ dev, ino, size, mtimeMs, ctimeMs }: FileState, seen = Date.now()): string | undefined =>
  seen - Math.max(mtimeMs, ctimeMs) < UNSETTLED_MS ? undefined : [dev, ino, size, mtimeMs, ctimeMs].join(' ')

export const namesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
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

export const createListFiles = (
  root: string,
  isOwnFolder: WorkspacePaths['isOwnFolder'],
  read: (name: FileName) => Promise<StoredFile | undefined>,
): ListFiles => {
  /** A plain file of a folder that is the workspace's own cannot lead out of it. */
  const readPlain = async ({ name, file }: FileName, stats: Stats): Promise<StoredFile | undefined> => {
    const bytes = await readLookedAt(join(root, file), stats).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
    return bytes && { file, name, bytes, etag: etagOf(bytes) }
  }

  return async (folder, known, make, changed) => {
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
}
