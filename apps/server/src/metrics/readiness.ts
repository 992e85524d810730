import { access, constants, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkspaceJournal } from '../engine/workspace-journal.ts'
import { MANIFEST_FILE } from '../workspace/names.ts'

/** Less free space than this, and the next runs may not be recorded. */
export const LEAST_FREE = 64 * 1024 * 1024

export interface Readiness {
  readonly ready: boolean
  /** The reason of each check that fails; null if it passes. */
  readonly checks: { readonly database: string | null; readonly disk: string | null; readonly workspace: string | null }
}

export interface ReadinessParts {
  readonly root: string
  readonly readOnly: boolean
  readonly journal: Pick<WorkspaceJournal, 'usedBytes'>
  readonly isStopping: () => boolean
  /** Free bytes on the disk of a folder. */
  readonly freeBytes?: (folder: string) => Promise<number>
}

const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** A check that throws has failed: its sentence names no path, because callers without the token may see it. */
const failing = async (check: () => Promise<string | null>, otherwise: string): Promise<string | null> =>
  check().catch(() => otherwise)

/** Whether a new run would be recorded here now. */
export const checkReadiness = async (parts: ReadinessParts): Promise<Readiness> => {
  const { root, readOnly, journal, isStopping, freeBytes = freeBytesOf } = parts
  const [database, disk, workspace] = await Promise.all([
    failing(async () => ((await journal.usedBytes()) >= 0 ? null : 'has no size'), 'cannot be read'),
    failing(async () => {
      const free = await freeBytes(root)
      return readOnly || free >= LEAST_FREE ? null : `only ${Math.floor(free / 1024 / 1024)} MB are free`
    }, 'its free space is unknown'),
    failing(async () => {
      if (isStopping()) return 'the server is stopping'
      await access(join(root, MANIFEST_FILE), constants.R_OK)
      if (!readOnly) await access(join(root, '.ensemble'), constants.W_OK)
      return null
    }, 'its folder is missing or cannot be written'),
  ])
  return { ready: database === null && disk === null && workspace === null, checks: { database, disk, workspace } }
}
