import { lstatSync, truncateSync } from 'node:fs'
import { access, chmod, constants, lstat, readFile, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isObject } from '@ensemble/core'
import Database from 'libsql'
import { atomicWrite } from './atomic-write.ts'
import { makeFolder } from './make-folder.ts'
import { keepOutOfGit } from './out-of-git.ts'
import { refuseStrangeFiles, strangeFile } from './own-files.ts'

/** `.ensemble/server.json`: where the process that owns the workspace answers. */
export interface ServerFile {
  readonly url: string
  readonly pid: number
  readonly version: string
  /** For commands on this machine where the server needs a token; the file's mode is 0600. */
  readonly token?: string
}

export interface Owner {
  readonly owned: true
  /** A read-only folder: it has no lock, and this process's address is not published. */
  readonly readOnly: boolean
  announce(server: ServerFile): Promise<void>
  release(): Promise<void>
}
export type Ownership = Owner | { readonly owned: false; readonly server: ServerFile | undefined }

/** The time for an owner that is starting or ending to publish its address, or to release the lock. */
const SILENT_MS = 3000
const ASK_AGAIN_MS = 50

const readServer = async (path: string): Promise<ServerFile | undefined> => {
  let value: unknown
  try {
    value = JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
  if (!isObject(value)) return undefined
  const { url, pid, version, token } = value
  if (typeof url !== 'string' || typeof pid !== 'number' || typeof version !== 'string') return undefined
  return { url, pid, version, ...(typeof token === 'string' && { token }) }
}

const isOf = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith(code)

/** Takes away what an owner said; one that ended at once left it there. */
const forget = (serverFile: string): Promise<void> =>
  unlink(serverFile).catch((error: unknown) => {
    if (!isOf(error, 'ENOENT')) throw error
  })

/**
 * The lock, or undefined if another process has it. The file is emptied in place: another process's lock on it stays
 * valid.
 */
const takeOrMendLock = (lockFile: string): Database.Database | undefined => {
  try {
    return takeLock(lockFile)
  } catch (error) {
    if (!isOf(error, 'SQLITE_NOTADB') && !isOf(error, 'SQLITE_CORRUPT')) throw error
    // Behind a link it may be anybody's.
    if (lstatSync(dirname(lockFile)).isSymbolicLink()) throw strangeFile(lockFile, 'of another program')
    truncateSync(lockFile)
    return takeLock(lockFile)
  }
}

/** The lock, or undefined where another process has it. */
const takeLock = (lockFile: string): Database.Database | undefined => {
  const lock = new Database(lockFile)
  try {
    lock.pragma('journal_mode = MEMORY')
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (!isOf(error, 'SQLITE_BUSY')) throw error
    return undefined
  }
}

/**
 * One process owns a workspace by a lock on `.ensemble/lock`, held by SQLite, which ends with its process in any case.
 * A read-only workspace can only be read, by any process.
 */
export const takeOwnership = async (root: string): Promise<Ownership> => {
  const folder = join(root, '.ensemble')
  const lockFile = join(folder, 'lock')
  const serverFile = join(folder, 'server.json')
  refuseStrangeFiles(folder)
  if (!(await isWritable(root, folder))) return READER
  await makeFolder(folder)
  await keepOutOfGit(root)
  for (let waited = 0; ; waited += ASK_AGAIN_MS) {
    const lock = takeOrMendLock(lockFile)
    if (lock !== undefined) {
      await chmod(lockFile, 0o600)
      await forget(serverFile)
      return ownerOf(lock, serverFile)
    }
    // An owner that says nothing is just starting, or ending.
    const server = await readServer(serverFile)
    if (server !== undefined || waited >= SILENT_MS) return { owned: false, server }
    await sleep(ASK_AGAIN_MS)
  }
}

/** Whether this user may put files into a folder, or make it where it is missing. */
const isWritable = async (root: string, folder: string): Promise<boolean> => {
  const isThere = (await lstat(folder).catch(() => undefined)) !== undefined
  return access(isThere ? folder : root, constants.W_OK).then(
    () => true,
    (error: unknown) => !['EROFS', 'EACCES', 'EPERM'].some((code) => isOf(error, code)),
  )
}

const READER: Owner = {
  owned: true,
  readOnly: true,
  announce: async () => undefined,
  release: async () => undefined,
}

const ownerOf = (lock: Database.Database, serverFile: string): Owner => ({
  owned: true,
  readOnly: false,
  announce: (server) => atomicWrite(serverFile, JSON.stringify(server), { mode: 0o600 }),
  release: async () => {
    await forget(serverFile)
    // The lock ends here: closing alone waits for the garbage collector's statements.
    lock.exec('rollback')
    lock.close()
  },
})
