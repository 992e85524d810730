import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EnsembleError, type Problem } from '@ensemble/core'
import { parseAddress } from '@ensemble/core/host'
import { type FileName, type Folder, fileName, isName, isWindowsDevice } from './names.ts'

/** Explains a missing Idea by the entry in its place. Returns any other error unchanged. */
export const namingStray = (
  error: unknown,
  problems: readonly Problem[],
  address: string,
  from: string | undefined,
): unknown => {
  const parsed = parseAddress(address, from)
  if (!(error instanceof EnsembleError) || parsed.type !== 'idea') return error
  const file = `ideas/${parsed.name}.json`
  const stray = problems.find((problem) => problem.code === 'file.stray' && problem.file === file)
  return stray === undefined ? error : new EnsembleError(error.code, `${file}: ${stray.message}`)
}

/** A file that the system refuses to read, as a Problem. */
export const asStrayFile = ({ name, error }: { readonly name: FileName; readonly error: EnsembleError }): Problem => ({
  code: 'file.stray',
  severity: 'error',
  message: error.message,
  path: '',
  file: name.file,
})

/** A valid name similar to an invalid one; undefined if no part of it is valid. */
const nearName = (name: string): string | undefined => {
  const near = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, 64)
    .replace(/-+$/, '')
  return isName(near) ? near : undefined
}

const renameSentence = (name: string): string => {
  if (isWindowsDevice(name))
    return "This file isn't part of the workspace: Windows reserves its name for a device. Rename it."
  const near = nearName(name)
  const such = near === undefined ? '' : `, such as ${near}.json`
  return `This file isn't part of the workspace, because of its name. Rename it to a letter, then at most 63 letters, digits, "_" or "-"${such}.`
}

/**
 * Entries of a workspace's folder that look like its files but aren't, each as a Problem with a remedy. Skips names
 * with a leading dot. `isPart` checks links.
 */
export const strayFiles = async (
  root: string,
  folder: Folder,
  isPart: (name: FileName) => Promise<boolean>,
): Promise<readonly Problem[]> => {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
  const found = await Promise.all(
    entries
      .filter(({ name }) => name.endsWith('.json') && !name.startsWith('.'))
      // Nearly all are plain files of such names.
      .filter((entry) => !entry.isFile() || !isName(entry.name.slice(0, -'.json'.length)))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(async (entry): Promise<readonly Problem[]> => {
        const name = fileName(folder, entry.name.slice(0, -'.json'.length))
        const message = !isName(name.name)
          ? renameSentence(name.name)
          : entry.isSymbolicLink() && !(await isPart(name))
            ? 'This link leads out of the workspace, or to no file, and is not followed. Put the file itself in its place.'
            : !entry.isFile() && !entry.isSymbolicLink()
              ? "This isn't a file, so it is not read. Give it another name, or put it elsewhere."
              : undefined
        return message === undefined
          ? []
          : [{ code: 'file.stray', severity: 'warning', message, path: '', file: name.file }]
      }),
  )
  return found.flat()
}
