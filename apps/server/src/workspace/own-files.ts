import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { EnsembleError } from '@ensemble/core'

/**
 * Files of `.ensemble` written in place, or read at once: the lock, the database and its neighbours. Others are
 * replaced as a whole.
 */
const IN_PLACE = /^(?:lock|losses\.json(?:\.new)?|ensemble\.db(?:-wal|-shm|-journal|-last|\.salvag.*|\.v\d+\.backup)?)$/

export const strangeFile = (file: string, what: string): EnsembleError =>
  new EnsembleError('engine.storage', `${file} is ${what}. Move it away: Ensemble needs that name for its own file.`)

/**
 * Throws EnsembleError `engine.storage` if a name of ours isn't a plain file: a stranger's link there would redirect
 * writes.
 */
export const refuseStrange = (file: string): void => {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found === undefined || found.isFile()) return
  throw strangeFile(file, found.isSymbolicLink() ? 'a link' : found.isDirectory() ? 'a folder' : 'a pipe or a device')
}

/** The same for every such file of `.ensemble`. */
export const refuseStrangeFiles = (folder: string): void => {
  for (const name of namesIn(folder)) if (IN_PLACE.test(name)) refuseStrange(join(folder, name))
}

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    // The code that makes or opens it reports the error.
    return []
  }
}
