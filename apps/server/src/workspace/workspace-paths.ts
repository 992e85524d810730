import { lstat, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { EnsembleError } from '@ensemble/core'
import { isMissing } from './missing-file.ts'
import type { FileName, Folder } from './names.ts'

/** Where the files of a workspace are, behind links. */
export interface WorkspacePaths {
  /** Undefined where a link leads out of the workspace, or to what is hidden in it: such a file is not part of it. */
  pathOf(name: FileName): Promise<string | undefined>
  /** Whether the folder is the workspace's own and not a link: its plain files cannot lead out of the workspace. */
  isOwnFolder(folder: Folder): Promise<boolean>
  /** Throws EnsembleError `name.invalid` where no file can be. */
  writable(name: FileName): Promise<string>
}

/** Keys, the database and the repository lie under names that begin with a dot; no link leads to them. */
const isHidden = (path: string): boolean => path.split(sep).some((part) => part.startsWith('.'))

const isLink = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false

export const createWorkspacePaths = (root: string): WorkspacePaths => {
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

  const isOwnFolder = async (folder: Folder): Promise<boolean> => {
    const [real, base] = await Promise.all([realpath(join(root, folder)), realpath(root)]).catch(() => ['', '/'])
    return real === join(base, folder)
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
  return { pathOf, isOwnFolder, writable }
}
