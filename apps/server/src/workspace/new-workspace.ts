import { cp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { EnsembleError, isObject } from '@ensemble/core'
import { isShared } from './choose-workspace.ts'
import { makeFolder } from './make-folder.ts'
import { MANIFEST_FILE } from './names.ts'
import { namesIn } from './names-in.ts'
import { asStorageTrouble } from './storage-trouble.ts'

/** A workspace is called as its folder is. */
const giveName = async (root: string, name: string): Promise<void> => {
  const file = join(root, MANIFEST_FILE)
  const manifest: unknown = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, `${JSON.stringify({ ...(isObject(manifest) && manifest), name }, null, 2)}\n`)
}

/** Into a folder that is there and may be the one a shell stands in; what makes it a workspace comes last. */
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
 * Makes a folder a workspace that begins as a template: complete or not at all, and never over files. Resolves to the
 * absolute folder. Throws EnsembleError `name.taken` where the folder is not empty.
 */
export const newWorkspace = async (template: string, to: string): Promise<string> => {
  const folder = resolve(to)
  const before = await namesIn(folder)
  if (before !== undefined && before.length > 0)
    throw new EnsembleError(
      'name.taken',
      `${folder} is ${before.includes(MANIFEST_FILE) ? 'a workspace already' : 'not empty'}. Nothing was made.`,
    )
  const partial = `${folder}.${process.pid}.partial`
  try {
    await makeFolder(partial)
    await cp(template, partial, { recursive: true, filter: isShared })
    await giveName(partial, basename(folder))
    await (before === undefined ? rename(partial, folder) : moveInto(partial, folder))
  } catch (error) {
    throw asStorageTrouble(error, folder)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
  return folder
}
