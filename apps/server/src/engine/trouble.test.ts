import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createdEvent, loggedEvent } from '@ensemble/core/testing'
import { toHttpProblem } from '../http/http-problem.ts'
import { type Db, openDatabase } from './database.ts'
import type { WorkspaceJournal } from './workspace-journal.ts'
import { openOrSalvage } from './salvage.ts'
import { createSqliteJournal } from './sqlite-journal.ts'

const logged = (n: number) => loggedEvent(n, 'x'.repeat(3000))

let folder: string
let path: string
let db: Db
let journal: WorkspaceJournal
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ensemble-trouble-'))
  path = join(folder, 'ensemble.db')
  db = openDatabase(path)
  journal = createSqliteJournal(db)
  await journal.create({ id: 'a', idea: 'idea://one', request: {}, created: createdEvent('x') }, undefined)
})
afterEach(async () => {
  await journal.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Appends until the disk refuses; gives what it said and how many events had been taken by then. */
const appendUntilRefused = async (): Promise<{ readonly error: unknown; readonly taken: number }> => {
  const lease = await journal.lease('a')
  for (let n = 1; n < 200; n++) {
    const error: unknown = await journal.append(lease, [logged(n)]).then(
      () => undefined,
      (refusal: unknown) => refusal,
    )
    if (error !== undefined) return { error, taken: n - 1 }
  }
  return { error: undefined, taken: 200 }
}

describe('trouble with the disk is one clear sentence, and over when its cause is', () => {
  test('a full disk', async () => {
    const [{ page_count: pages }] = db.prepare('pragma page_count').all() as [{ page_count: number }] // one row
    db.exec(`pragma max_page_count = ${pages + 20}`)
    const { error, taken } = await appendUntilRefused()
    expect(toHttpProblem(error)).toMatchObject({
      status: 507,
      detail: expect.stringContaining('The disk of the workspace is full'),
    })
    expect((await journal.read('a')).length).toBe(taken + 1)
    db.exec('pragma max_page_count = 1000000')
    await journal.append(await journal.lease('a'), [logged(500)])
    expect((await journal.read('a')).at(-1)?.key).toContain(':500')
  })

  test('a disk that is full when the server stops', async () => {
    await journal.append(await journal.lease('a'), [logged(1)])
    vi.spyOn(db, 'pragma').mockImplementation(() => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    })
    await expect(journal.close()).resolves.toBeUndefined()
    db = openDatabase(path)
    journal = createSqliteJournal(db)
    expect(await journal.read('a')).toHaveLength(2)
  })

  test('a database that became read-only', async () => {
    db.exec('pragma query_only = 1')
    const lease = journal.lease('a')
    const error: unknown = await lease.catch((refusal: unknown) => refusal)
    expect(toHttpProblem(error)?.detail).toContain('read-only')
    db.exec('pragma query_only = 0')
    await journal.append(await journal.lease('a'), [logged(1)])
    expect(await journal.read('a')).toHaveLength(2)
  })

  test('a database that another program holds', async () => {
    db.exec('pragma busy_timeout = 50')
    const other = new Database(path)
    other.exec('begin immediate')
    const error: unknown = await journal.lease('a').catch((refusal: unknown) => refusal)
    expect(toHttpProblem(error)?.detail).toContain('locked by another program')
    other.exec('rollback')
    other.close()
    await journal.append(await journal.lease('a'), [logged(1)])
    expect(await journal.read('a')).toHaveLength(2)
  })
})

test.each(['other.db', 'other.db-wal'])('a folder in the place of %s is named with the remedy', (name) => {
  mkdirSync(join(folder, name))
  expect(() => openOrSalvage(join(folder, 'other.db'))).toThrow(`${join(folder, name)} is a folder. Move it away`)
})
