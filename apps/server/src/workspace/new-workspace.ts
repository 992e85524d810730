import { cp, readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { EnsembleError, isObject } from '@ensemble/core'
import { isShared } from './choose-workspace.ts'
import { MANIFEST_FILE } from './names.ts'
import { metIn, putFolder } from './put-folder.ts'

/** A workspace is called as its folder is. */
const giveName = async (root: string, name: string): Promise<void> => {
  const file = join(root, MANIFEST_FILE)
  const manifest: unknown = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, `${JSON.stringify({ ...(isObject(manifest) && manifest), name }, null, 2)}\n`)
}

/**
 * Makes a folder a workspace from a template: complete or not at all, and never over files; an empty git repository
 * counts as empty. Returns the absolute folder. Throws EnsembleError `name.taken`.
 */
export const newWorkspace = async (template: string, to: string): Promise<string> => {
  const folder = resolve(to)
  const met = await metIn(folder)
  if (met !== undefined && met.length > 0)
    throw new EnsembleError(
      'name.taken',
      `${folder} is ${met.includes(MANIFEST_FILE) ? 'already a workspace' : 'not empty'}. Nothing was made.`,
    )
  await putFolder(folder, async (partial) => {
    await cp(template, partial, { recursive: true, filter: isShared })
    await giveName(partial, basename(folder))
    await (await import('./editor-settings.ts')).writeEditorSettings(partial)
  })
  return folder
}
