import { access, constants } from 'node:fs/promises'
import { basename, dirname, sep } from 'node:path'
import { copyWorkspace } from '../workspace/choose-workspace.ts'

/** The repository and files of settings, which often hold keys, stay with the original. */
const isPersonal = (path: string): boolean => /[\\/](\.git|\.env[^\\/]*)$/.test(path)

/**
 * Copies a workspace next to the original, or to `home` where that may not be written: without its runs, keys,
 * repository and installed packages. Resolves to the new folder.
 */
export const copyFolder = async (root: string, home: string): Promise<string> => {
  const above = dirname(root)
  const isWritable = await access(above, constants.W_OK).then(
    () => !above.endsWith(sep),
    () => false,
  )
  return copyWorkspace(root, isWritable ? above : home, basename(root), (path) => !isPersonal(path))
}
