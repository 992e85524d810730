import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface CopiedDatabase {
  readonly path: string
  readonly remove: () => void
}

/**
 * A copy of the database in its own folder, for a read-only workspace: SQLite needs files next to the database to read
 * its log.
 */
export const copyDatabase = (from: string): CopiedDatabase => {
  const folder = mkdtempSync(join(tmpdir(), 'ensemble-read-'))
  const path = join(folder, 'ensemble.db')
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    for (const suffix of ['', '-wal', '-last'])
      if (existsSync(from + suffix)) {
        copyFileSync(from + suffix, path + suffix)
        // A copy has the mode of its original, but SQLite sets up and migrates the copy.
        chmodSync(path + suffix, 0o600)
      }
  } catch (error) {
    remove()
    throw error
  }
  return { path, remove }
}
