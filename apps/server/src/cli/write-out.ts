import { chmod, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import { atomicWrite } from '../workspace/atomic-write.ts'
import { asStorageTrouble } from '../workspace/storage-trouble.ts'

const ifThere = <T>(found: Promise<T>): Promise<T | undefined> => found.catch(() => undefined)

/**
 * Writes a file that the user named, all or nothing; writes to a pipe or device directly. Throws EnsembleError
 * `engine.storage`.
 */
export const writeOut = async (path: string, content: string | Uint8Array): Promise<void> => {
  try {
    // Through a link, which stays one.
    const target = (await ifThere(realpath(path))) ?? path
    const before = await ifThere(stat(target))
    if (before !== undefined && !before.isFile()) return await writeFile(target, content)
    // A folder that was mistyped is not made.
    await stat(dirname(target) + sep)
    await atomicWrite(target, content)
    if (before !== undefined) await chmod(target, before.mode)
  } catch (error) {
    throw asStorageTrouble(error, path)
  }
}
