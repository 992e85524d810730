import { readdir } from 'node:fs/promises'
import { EnsembleError } from '@ensemble/core'

/** What lies in a folder; undefined where there is no folder. Throws EnsembleError `usage` for what is no folder. */
export const namesIn = async (folder: string): Promise<readonly string[] | undefined> => {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new EnsembleError('usage', `${folder} is no folder that can be read.`)
  }
}
