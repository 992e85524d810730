import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isTemporary } from './atomic-write.ts'
import { WATCHED_FOLDERS } from './workspace-files.ts'

const leftoversIn = async (folder: string, recursive: boolean): Promise<readonly string[]> => {
  const isOwn = (await lstat(folder).catch(() => undefined))?.isDirectory() === true
  // With types, because only then no link is followed.
  const entries = isOwn ? await readdir(folder, { recursive, withFileTypes: true }).catch(() => []) : []
  return entries
    .filter((entry) => entry.isFile() && isTemporary(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** Removes half-written files left by a crash. Call it only while no one else writes. */
export const removeLeftovers = async (root: string): Promise<void> => {
  const found = await Promise.all([
    leftoversIn(root, false),
    ...WATCHED_FOLDERS.map((folder) => leftoversIn(join(root, folder), false)),
    leftoversIn(join(root, '.ensemble'), true),
  ])
  // One that stays does no harm.
  for (const path of found.flat()) await rm(path, { force: true }).catch(() => undefined)
}
