import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createdEvent } from '@ensemble/core/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noteLastCommit } from './damage/last-commit.ts'
import { lookThrough } from './damage/look-through.ts'
import { openDatabase } from './database.ts'
import { openOrSalvage, suspect } from './salvage.ts'
import { createSqliteJournal } from './sqlite-journal.ts'

const RUNS = 40
let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ensemble-checked-'))
  path = join(folder, 'ensemble.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A database with Runs, closed in order; a copy of it is another file than the one that was closed. */
const record = async (): Promise<void> => {
  const db = openDatabase(path)
  const journal = createSqliteJournal(db, { note: noteLastCommit(db, path) })
  for (let n = 0; n < RUNS; n++)
    await journal.create({ id: `run-${n}`, idea: 'i', request: {}, created: createdEvent('x'.repeat(3000)) })
  await journal.close()
}

/** A leaf of a table that is no longer one: only a look through the file finds it. */
const breakPage = (): void => {
  const bytes = readFileSync(path)
  const pages = Array.from({ length: bytes.length / 8192 }, (_, page) => page * 8192)
  const at = pages.findLast((page) => bytes[page] === 13 && bytes.subarray(page, page + 8192).includes('{"v":1,')) ?? 0
  writeFileSync(path, bytes.fill(0xff, at, at + 8))
}
const copied = (): string => {
  const to = join(folder, 'copy.db')
  for (const suffix of ['', '-last']) copyFileSync(path + suffix, to + suffix)
  return to
}

describe('a start', () => {
  test('after a close in order looks through nothing', async () => {
    await record()
    const { db, loss, isUnchecked } = openOrSalvage(path, { mostChecked: 0 })
    expect([loss, isUnchecked]).toEqual([undefined, undefined])
    db.close()
  })

  test('of a file that was written since looks through a small one, and opens a large one first', async () => {
    await record()
    breakPage()
    const large = openOrSalvage(copied(), { mostChecked: 0 })
    expect(large).toMatchObject({ isUnchecked: true })
    large.db.close()
    const { db, loss } = openOrSalvage(path)
    expect(loss?.type).toBe('damaged')
    db.close()
  })

  test('that opened first finds the damage meanwhile, and the next one carries over what is whole', async () => {
    await record()
    breakPage()
    const { db } = openOrSalvage(path, { mostChecked: 0 })
    expect(await lookThrough(path).found).toMatch(/.+/)
    db.close()
    suspect(path)
    const next = openOrSalvage(path, { mostChecked: 0 })
    expect(next.loss?.type).toBe('damaged')
    expect(next.loss?.kept).toBeGreaterThan(0)
    expect(existsSync(`${path}-suspect`)).toBe(false)
    next.db.close()
  })

  test('finds nothing in a whole file, and a look that is stopped says nothing', async () => {
    await record()
    const { db } = openOrSalvage(copied(), { mostChecked: 0 })
    expect(await lookThrough(join(folder, 'copy.db')).found).toBe('ok')
    const looking = lookThrough(join(folder, 'copy.db'))
    looking.stop()
    expect(await looking.found).toBeUndefined()
    db.close()
  })
})
