import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { listFiles } from '../workspace/archive.ts'
import { isTemporary } from '../workspace/atomic-write.ts'
import { isKept, isSafe } from '../workspace/unpack.ts'

export const DATABASE = '.ensemble/ensemble.db'
export const SECRETS = '.ensemble/secrets.json'
/** The last entry: the list of contents. Without it the backup is incomplete. */
export const CONTENTS = '.ensemble/backup.json'

/** Parts of `.ensemble` in a backup besides the database. Locks, addresses and approvals belong to one machine. */
const OWN_FILES: readonly string[] = ['.gitignore', 'examinations.json', 'layout.json', 'losses.json', 'pins.json']
const OWN_FOLDERS: readonly string[] = ['artifacts', 'drafts', 'experiments']

/** The contents of a backup. */
export interface BackupContents {
  readonly version: 1
  /** The version of Ensemble that wrote it. */
  readonly ensemble: string
  /** ISO. */
  readonly at: string
  readonly secrets: boolean
  /** The size of each other entry, and its hash. */
  readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>
}

/** Whether an entry may be in a backup: a workspace's file by its path, never one that leads elsewhere. */
export const isBackedUp = (path: string): boolean => {
  if (!isSafe(path)) return false
  const [top, ...rest] = path.split('/')
  if (top !== '.ensemble') return isKept(path)
  const [name = ''] = rest
  if (path === DATABASE || path === SECRETS || path === CONTENTS) return true
  return rest.length === 1 ? OWN_FILES.includes(name) : OWN_FOLDERS.includes(name)
}

/** Files of one folder of `.ensemble`; no link is followed. */
const filesBelow = async (root: string, folder: string): Promise<readonly string[]> => {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
  const found = await Promise.all(
    entries.map(async (entry): Promise<readonly string[]> => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return filesBelow(root, path)
      return entry.isFile() && !isTemporary(entry.name) ? [path] : []
    }),
  )
  return found.flat().toSorted()
}

const isFile = async (path: string): Promise<boolean> => (await lstat(path).catch(() => undefined))?.isFile() === true

/** The files of a workspace that a backup holds, without the database; relative, with forward slashes. */
export const filesToBackUp = async (root: string, secrets: boolean): Promise<readonly string[]> => {
  const own = OWN_FILES.map((name) => `.ensemble/${name}`)
  const single: string[] = []
  for (const path of [...own, ...(secrets ? [SECRETS] : [])]) if (await isFile(join(root, path))) single.push(path)
  const folders = await Promise.all(OWN_FOLDERS.map((name) => filesBelow(root, `.ensemble/${name}`)))
  return [...(await listFiles(root)), ...single, ...folders.flat()].filter(isBackedUp)
}
