import { EnsembleError } from '@ensemble/core'

/** The meaning of each refusal of the system, with the remedy, about a place. */
const SENTENCES: Readonly<Record<string, (place: string) => string>> = {
  ENOSPC: (place) => `The disk of ${place} is full: free some space and try again. Nothing was lost.`,
  EDQUOT: (place) => `The disk quota of ${place} is used up: free some space and try again. Nothing was lost.`,
  EROFS: (place) => `${place} is on a read-only disk: make it writable and try again.`,
  EACCES: (place) => `${place} may not be read or written by this user: change its permissions and try again.`,
  EPERM: (place) => `${place} may not be read or written by this user: change its permissions and try again.`,
  ENOENT: (place) => `${place} cannot be written: its folder is missing or read-only. Choose another place.`,
  ENOTDIR: (place) => `${place} cannot be written: a part of this path is a file, not a folder.`,
  EISDIR: (place) => `${place} is a folder: name a file.`,
  ENAMETOOLONG: (place) => `${place.slice(0, 120)}… is too long a name for this disk: choose a shorter one.`,
  EMFILE: () => 'Too many files are open: raise the limit (ulimit -n) and try again.',
  ENFILE: () => 'Too many files are open on this machine: close some programs and try again.',
  EIO: (place) => `The disk of ${place} failed: check it and try again.`,
  SQLITE_FULL: (place) => `The disk of ${place} is full: free some space and try again. Nothing was lost.`,
  SQLITE_READONLY: (place) => `The database of ${place} is read-only: make it writable and try again.`,
  SQLITE_BUSY: (place) => `The database of ${place} is locked by another program: close it and try again.`,
  SQLITE_CORRUPT: (place) =>
    `The database of ${place} is damaged, so nothing more is recorded: restart the server. It then carries over every whole run into a new file.`,
  SQLITE_CANTOPEN: (place) =>
    `The database of ${place} cannot be opened: look at the permissions of .ensemble in it, and at the space on its disk.`,
  SQLITE_IOERR: (place) =>
    `The disk of ${place} refused the database a read or a write: look at its space, check it and try again.`,
  POSTGRES_AWAY: (place) =>
    `Postgres, which records the runs of ${place}, does not answer: start it, or check the way to it. Nothing was lost.`,
  POSTGRES_BUSY: (place) =>
    `All connections to Postgres, which records the runs of ${place}, are in use: try again, or raise max_connections.`,
  POSTGRES_FULL: (place) =>
    `The disk of Postgres, which records the runs of ${place}, is full: free some space and try again. Nothing was lost.`,
  POSTGRES_DENIED: (place) =>
    `Postgres refuses its user a read or a write of the runs of ${place}: grant it the rights on all tables of its schema.`,
  POSTGRES_READONLY: (place) =>
    `Postgres, which records the runs of ${place}, is read-only now: name the primary server in DATABASE_URL.`,
  POSTGRES_SCHEMA: (place) =>
    `Tables of Postgres with the runs of ${place} are gone: restore them from a backup, and restart the server.`,
}

/** Codes that say that a path is wrong, which in a server's own writing is a fault. */
const OF_PATHS: readonly string[] = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code
  // libsql gives no code for a file that it cannot open, such as a folder of that name.
  return /^ConnectionFailed\("Unable to open connection to local database .*: 14"\)$/s.test(error.message)
    ? 'SQLITE_CANTOPEN'
    : ''
}

/** Whether SQLite found the file itself to be damaged. */
export const isDatabaseDamage = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_CORRUPT')

const sentenceFor = (code: string): ((place: string) => string) | undefined =>
  // SQLite tells kinds apart, such as SQLITE_IOERR_WRITE.
  SENTENCES[code] ?? Object.entries(SENTENCES).find(([known]) => code.startsWith(`${known}_`))?.[1]

/**
 * A refusal by the disk or database in one sentence about the workspace, without paths; undefined for any other fault.
 */
export const storageSentence = (error: unknown): string | undefined => {
  const code = codeOf(error)
  return OF_PATHS.includes(code) ? undefined : sentenceFor(code)?.('the workspace').replace(/^t/, 'T')
}

const pathOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const { dest, path } = error as { readonly dest?: unknown; readonly path?: unknown } // what Node.js adds where it is about files
  return [dest, path].find((each) => typeof each === 'string')
}

/**
 * A refusal by the disk or database as EnsembleError `engine.storage` that names `place`, or the error's own path.
 * Returns any other error unchanged.
 */
export const asStorageTrouble = (error: unknown, place = pathOf(error)): unknown => {
  const sentence = sentenceFor(codeOf(error))
  if (place === undefined || sentence === undefined) return error
  return new EnsembleError('engine.storage', sentence(place), { cause: error })
}
