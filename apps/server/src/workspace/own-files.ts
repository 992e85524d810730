import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { EnsembleError } from '@ensemble/core'

/** Files of `.ensemble` that are written in place, or read in one go: the lock, the database and what lies next to it. Others are replaced as a whole. */
const IN_PLACE = /^(?:lock|losses\.json(?:\.new)?|ensemble\.db(?:-wal|-shm|-journal|-last|\.salvag.*|\.v\d+\.backup)?)$/

export const strangeFile = (file: string, what: string): EnsembleError =>
  new EnsembleError(
    'engine.storage',
    `${file} is ${what}. Move it away: Ensemble keeps a file of its own by that name.`,
  )

/**
 * Throws EnsembleError `engine.storage` for what is there by the name of a file of ours and is none. A folder of a stranger may hold a
 * link by that name, and what it leads to would be written over.
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
    // Whoever makes it or opens something in it says what is wrong.
    return []
  }
}
