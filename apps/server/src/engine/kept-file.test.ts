import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createdEvent } from '@ensemble/core/testing'
import { type Db, openDatabase } from './database.ts'
import { keepFile } from './kept-file.ts'
import { createSqliteJournal } from './sqlite-journal.ts'

let root: string
let path: string
let db: Db
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ensemble-kept-'))
  path = join(root, '.ensemble', 'ensemble.db')
  db = openDatabase(path)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const start = (id: string) =>
  createSqliteJournal(db).create({ id, idea: 'idea://one', request: {}, created: createdEvent('x') }, undefined)

const runsIn = async (file: string): Promise<readonly string[]> => {
  const journal = createSqliteJournal(openDatabase(file))
  const { items } = await journal.runs.list({})
  await journal.close()
  return items.map(({ id }) => id).toSorted()
}

// An open file cannot be taken away on Windows.
describe.runIf(process.platform !== 'win32')('a database whose file is taken away while it is open', () => {
  test('is written back whole, with what was recorded since', async () => {
    const kept = keepFile(db, path)
    await start('a')
    expect([kept.isGone(), kept.restore()]).toEqual([false, undefined])
    rmSync(join(root, '.ensemble'), { recursive: true })
    await start('b')
    expect(kept.isGone()).toBe(true)
    expect(kept.restore()).toBe('ensemble.db was taken away while it was open; it is back, with every run.')
    db.close()
    expect(await runsIn(path)).toEqual(['a', 'b'])
  })

  test('stays away where the whole workspace was', async () => {
    const kept = keepFile(db, path)
    rmSync(root, { recursive: true })
    expect(kept.restore()).toBeUndefined()
    expect(existsSync(root)).toBe(false)
    db.close()
  })

  test('is kept next to another file that took its place', async () => {
    const kept = keepFile(db, path)
    await start('a')
    rmSync(path)
    writeFileSync(path, 'theirs')
    expect(kept.restore()).toContain('its runs are kept as ensemble.db.kept-')
    db.close()
    const [file = ''] = readdirSync(join(root, '.ensemble')).filter((name) => name.includes('.kept-'))
    expect(await runsIn(join(root, '.ensemble', file))).toEqual(['a'])
  })
})
