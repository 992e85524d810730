import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'

/**
 * The Calls whose results are on the disk after a kill. Read from a copy: the next start must find the files as the
 * crash left them, without a lock.
 * @param {string} root the workspace
 * @returns {ReadonlySet<string>}
 */
export function completedCalls(root) {
  const copy = mkdtempSync(join(tmpdir(), 'ensemble-record-'))
  for (const name of ['ensemble.db', 'ensemble.db-wal']) {
    const file = join(root, '.ensemble', name)
    if (existsSync(file)) cpSync(file, join(copy, name))
  }
  const db = new Database(join(copy, 'ensemble.db'))
  try {
    const rows = db.prepare(
      "select json_extract(line, '$.data.call') as id from events where key like '%#call.completed'",
    )
    return new Set(rows.all().map((/** @type {any} a row as selected */ { id }) => String(id)))
  } finally {
    db.close()
    rmSync(copy, { recursive: true, force: true })
  }
}
