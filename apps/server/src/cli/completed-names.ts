import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Run } from '@ensemble/core'
import { findWorkspace, readSettings } from '../main.ts'
import type { Flags } from '../settings/settings.ts'
import { isName } from '../workspace/names.ts'
import type { Candidate, NamesOf } from './completion.ts'

/** More than anybody looks through. */
const MOST_RUNS = 50

const filesIn = async (folder: string, description: string): Promise<readonly Candidate[]> => {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -5))
  return names.filter(isName).map((value) => ({ value, description }))
}

/** The newest runs, read from the record: completion neither asks nor starts a server. */
const runsIn = async (root: string, typed: string): Promise<readonly Candidate[]> => {
  const path = join(root, '.ensemble', 'ensemble.db')
  if (!(await stat(path)).isFile()) return []
  const { default: Database } = await import('libsql')
  const db = new Database(`${pathToFileURL(path).href}?mode=ro`)
  try {
    const rows = db
      .prepare('select summary from runs where substr(id, 1, length(?)) = ? order by n desc limit ?')
      .pluck()
      .all(typed, typed, MOST_RUNS)
    // Written by the Journal.
    return (rows as readonly string[]).map((row) => {
      const { id, idea, status, startedAt } = JSON.parse(row) as Run
      return { value: id, description: `${idea.replace(/^idea:\/\//, '')} ${status} ${startedAt.slice(0, 16)}` }
    })
  } finally {
    db.close()
  }
}

/** The workspace's names, without starting anything; empty without a workspace, and none is created. */
export const openCompletedNames =
  (flags: Flags): NamesOf =>
  async (kind, typed) => {
    try {
      const settings = readSettings(flags)
      const { root } = await findWorkspace(settings)
      switch (kind) {
        case 'idea':
          return await filesIn(join(root, 'ideas'), 'Idea')
        case 'case':
          return await filesIn(join(root, 'cases'), 'case')
        case 'run':
          // Postgres is asked by the server alone.
          return settings.database === undefined ? await runsIn(root, typed) : []
      }
    } catch {
      // A completion says nothing of what is wrong.
      return []
    }
  }
