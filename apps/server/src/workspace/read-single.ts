import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EnsembleError } from '@ensemble/core'
import { decodeStrictly } from './decode-strictly.ts'
import { isMissing } from './missing-file.ts'

/**
 * The text of a unique file of a workspace, such as `ensemble.json`; undefined if missing. Throws EnsembleError
 * `workspace.invalid` for anything but a file, unopened: a pipe would block.
 */
export const readSingle = async (root: string, file: string): Promise<string | undefined> => {
  const path = join(root, file)
  const stats = await stat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (stats === undefined) return undefined
  const refuse = (sentence: string): never => {
    throw new EnsembleError('workspace.invalid', `${file} ${sentence}`)
  }
  if (stats.isDirectory()) return refuse('is a folder: put the file in its place.')
  if (!stats.isFile()) return refuse('is a pipe, a socket or a device, and is not read: put the file in its place.')
  return decodeStrictly(await readFile(path)) ?? refuse('is not UTF-8: save it as UTF-8.')
}
