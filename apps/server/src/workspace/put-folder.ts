import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from './make-folder.ts'
import { MANIFEST_FILE } from './names.ts'
import { namesIn } from './names-in.ts'
import { keepOutOfGit } from './out-of-git.ts'
import { asStorageTrouble } from './storage-trouble.ts'

/** The names in a folder that keep it from becoming a workspace, which `.git` does not; undefined if there is no folder yet. */
export const metIn = async (folder: string): Promise<readonly string[] | undefined> =>
  (await namesIn(folder))?.filter((name) => name !== '.git')

/** Into a folder that exists and may be the one a shell is in; the file that makes it a workspace comes last. */
const moveInto = async (partial: string, folder: string): Promise<void> => {
  const names = (await readdir(partial)).filter((name) => name !== MANIFEST_FILE)
  const moved: string[] = []
  try {
    for (const name of [...names, MANIFEST_FILE]) {
      await rename(join(partial, name), join(folder, name))
      moved.push(name)
    }
  } catch (error) {
    for (const name of moved) await rm(join(folder, name), { recursive: true, force: true })
    throw error
  }
}

/**
 * A new workspace in `folder`, complete or not at all: `fill` writes it into a temporary folder next to it. The caller
 * has checked `metIn`.
 */
export const putFolder = async (folder: string, fill: (partial: string) => Promise<void>): Promise<void> => {
  const isThere = (await namesIn(folder)) !== undefined
  const partial = `${folder}.${process.pid}.partial`
  try {
    await makeFolder(partial)
    await fill(partial)
    await keepOutOfGit(partial)
    await (isThere ? moveInto(partial, folder) : rename(partial, folder))
  } catch (error) {
    throw asStorageTrouble(error, folder)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}
