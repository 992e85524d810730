import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from './database.ts'
import { createGroupCommit } from './group-commit.ts'

let db: Db
beforeEach(() => {
  db = new Database(':memory:')
  db.exec('create table notes (text text unique)')
})
afterEach(() => void db.close())

const notes = (): readonly unknown[] =>
  db
    .prepare('select text from notes order by rowid')
    .all()
    .map((row) => (row as { readonly text: string }).text) // the one column selected

const write = (...texts: readonly string[]) => {
  return (): number => {
    for (const text of texts) db.prepare('insert into notes values (?)').run(text)
    return texts.length
  }
}
const statuses = async (work: readonly Promise<unknown>[]): Promise<readonly string[]> =>
  (await Promise.allSettled(work)).map(({ status }) => status)

describe('pieces of work that arrive together', () => {
  test('are in the file once they resolve, each with what it gives', async () => {
    const commit = createGroupCommit(db, () => true)
    expect(await Promise.all([commit(write('a')), commit(write('b', 'c'))])).toEqual([1, 2])
    expect(notes()).toEqual(['a', 'b', 'c'])
    expect(db.inTransaction).toBe(false)
    expect(await commit(write('d'))).toBe(1)
    expect(notes()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('are undone one by one: what a refused piece had written goes, whatever the others wrote', async () => {
    const commit = createGroupCommit(db, () => true)
    const pieces = [commit(write('a')), commit(write('b', 'a')), commit(write('c')), commit(write('d', 'c', 'e'))]
    expect(await statuses(pieces)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
    expect(notes()).toEqual(['a', 'c'])
    expect(await statuses([commit(write('e', 'a'))])).toEqual(['rejected'])
    expect(notes()).toEqual(['a', 'c'])
    expect(db.inTransaction).toBe(false)
  })

  test('are one transaction: where that cannot be ended none of them is written', async () => {
    db.exec('create table parents (id primary key); pragma foreign_keys = on')
    db.exec('create table children (parent references parents (id) deferrable initially deferred)')
    const commit = createGroupCommit(db, () => true)
    const orphan = (): unknown => db.prepare('insert into children values (1)').run()
    expect(await statuses([commit(write('a')), commit(orphan)])).toEqual(['rejected', 'rejected'])
    expect(notes()).toEqual([])
    expect(await statuses([commit(write('b'))])).toEqual(['fulfilled'])
  })

  test('are refused once the Journal is closed, and touch it no more', async () => {
    let isOpen = true
    const commit = createGroupCommit(db, () => isOpen)
    const late = commit(write('a'))
    isOpen = false
    await expect(late).rejects.toMatchObject({ code: 'engine.draining' })
    expect(notes()).toEqual([])
  })
})
