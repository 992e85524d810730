import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface CopiedDatabase {
  readonly path: string
  readonly remove: () => void
}

/**
 * A copy of the database in a folder of its own, for a workspace that cannot be written: SQLite needs files beside the
 * database to read what its log holds. Where there is no database yet, the copy is to be made.
 */
export const copyDatabase = (from: string): CopiedDatabase => {
  const folder = mkdtempSync(join(tmpdir(), 'ensemble-read-'))
  const path = join(folder, 'ensemble.db')
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    for (const suffix of ['', '-wal', '-last'])
      if (existsSync(from + suffix)) copyFileSync(from + suffix, path + suffix)
  } catch (error) {
    remove()
    throw error
  }
  return { path, remove }
}
