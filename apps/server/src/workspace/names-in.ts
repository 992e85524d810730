import { readdir } from 'node:fs/promises'
import { EnsembleError } from '@ensemble/core'

/** The names in a folder; undefined if it is missing. Throws EnsembleError `usage` if it isn't a folder. */
export const namesIn = async (folder: string): Promise<readonly string[] | undefined> => {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new EnsembleError('usage', `${folder} isn't a readable folder.`)
  }
}
