import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { journalContract } from '@ensemble/core/testing'
import { openDatabase } from './database.ts'
import { createSqliteJournal } from './sqlite-journal.ts'

journalContract('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ensemble-journal-'))
  const journal = createSqliteJournal(openDatabase(join(folder, 'ensemble.db')))
  return {
    journal,
    close: async () => {
      await journal.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
})
