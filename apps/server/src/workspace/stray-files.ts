import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EnsembleError, type Problem } from '@ensemble/core'
import { parseAddress } from '@ensemble/core/host'
import { type FileName, type Folder, fileName, isName, isWindowsDevice } from './names.ts'

/** Says of an Idea that is not there what lies in its place, where something does. Any other error comes back as it is. */
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

/** A file that the system refuses to read, as a Problem of its own. */
export const asStrayFile = ({ name, error }: { readonly name: FileName; readonly error: EnsembleError }): Problem => ({
  code: 'file.stray',
  severity: 'error',
  message: error.message,
  path: '',
  file: name.file,
})

/** A name of the grammar that is near to one that is none; undefined where nothing of it can stand. */
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
    return 'This file is no part of the workspace: Windows keeps its name for a device. Rename it.'
  const near = nearName(name)
  const such = near === undefined ? '' : `, such as ${near}.json`
  return `This file is no part of the workspace, because of its name. Rename it to a letter, then at most 63 letters, digits, "_" or "-"${such}.`
}

/**
 * What lies in a folder of the workspace under a name like those of its files and is none of them, each as a Problem
 * that says what to do. Names that begin with a dot belong to editors and systems. `isPart` is asked about links.
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
              ? 'This is no file, and is not read. Give it another name, or put it elsewhere.'
              : undefined
        return message === undefined
          ? []
          : [{ code: 'file.stray', severity: 'warning', message, path: '', file: name.file }]
      }),
  )
  return found.flat()
}
