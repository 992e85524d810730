import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { makeFolder } from './make-folder.ts'

/** Makes a rename or a removal in a folder durable. Windows has no such call and does not need it. */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const TEMPORARY = /^\..+\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/
/** Whether a file of this name is new bytes of another: what a crash leaves of a write that it cuts short. */
export const isTemporary = (name: string): boolean => TEMPORARY.test(name)

/** A file's new bytes next to it, whole and on the disk. */
export interface PreparedWrite {
  /** The folder of the file: a commit is durable once that is synced (`syncFolder`). */
  readonly folder: string
  /** Puts them in its place. */
  readonly commit: () => Promise<void>
  readonly discard: () => Promise<void>
}

/** Does all of a write that can fail for want of space or of rights, without touching the file. */
export const prepareWrite = async (path: string, bytes: Uint8Array | string, mode = 0o644): Promise<PreparedWrite> => {
  const folder = dirname(path)
  await makeFolder(folder)
  const temporary = join(folder, `.${basename(path)}.${randomUUID()}.tmp`)
  const discard = (): Promise<void> => rm(temporary, { force: true })
  try {
    const handle = await open(temporary, 'wx', mode)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    await discard()
    throw error
  }
  return { folder, discard, commit: () => rename(temporary, path) }
}

/**
 * Replaces a whole file: a reader sees the old bytes or the new ones, also after a power cut. `look` runs before the
 * last step and prevents it by throwing.
 */
export const atomicWrite = async (
  path: string,
  bytes: Uint8Array | string,
  { mode, look }: { readonly mode?: number; readonly look?: (() => Promise<void>) | undefined } = {},
): Promise<void> => {
  const prepared = await prepareWrite(path, bytes, mode)
  try {
    await look?.()
    await prepared.commit()
    await syncFolder(prepared.folder)
  } catch (error) {
    await prepared.discard()
    throw error
  }
}
