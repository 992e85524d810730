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

/** Replaces a file as a whole: a reader sees the old bytes or the new ones, also after a power cut. */
export const atomicWrite = async (
  path: string,
  bytes: Uint8Array | string,
  options: { readonly mode?: number } = {},
): Promise<void> => {
  const folder = dirname(path)
  await makeFolder(folder)
  const temporary = join(folder, `.${basename(path)}.${randomUUID()}.tmp`)
  try {
    const handle = await open(temporary, 'wx', options.mode ?? 0o644)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, path)
    await syncFolder(folder)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
