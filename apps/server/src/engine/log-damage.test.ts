import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { completedEvent, createdEvent } from '@ensemble/core/testing'
import { noteLastCommit } from './damage/last-commit.ts'
import { lossSentence } from './damage/losses.ts'
import { openDatabase } from './database.ts'
import { type OpenedDatabase, openOrSalvage } from './salvage.ts'
import { createSqliteJournal } from './sqlite-journal.ts'

const RUNS = 12
const PAGE = 8192
const FRAME = PAGE + 24
const HEADER = 32
const ended = completedEvent()

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ensemble-log-'))
  path = join(folder, 'ensemble.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Files as `kill -9` leaves them: everything that was recorded is in the log. `last` is done last of all. */
const kill = async (
  last: (journal: ReturnType<typeof createSqliteJournal>) => Promise<unknown> = async () => undefined,
): Promise<void> => {
  const work = join(folder, 'work.db')
  const db = openDatabase(work)
  const journal = createSqliteJournal(db, { note: noteLastCommit(db, work) })
  for (let n = 0; n < RUNS; n++) {
    await journal.create({ id: `run-${n}`, idea: 'idea://one', request: {}, created: createdEvent('x') }, undefined)
    await journal.append(await journal.lease(`run-${n}`), [ended])
  }
  await last(journal)
  for (const suffix of ['', '-wal', '-last']) copyFileSync(work + suffix, path + suffix)
  await journal.close()
}

const countIn = async ({ db }: OpenedDatabase): Promise<number> => {
  const journal = createSqliteJournal(db)
  const { items } = await journal.runs.list({})
  for (const { id } of items) await journal.read(id)
  await journal.close()
  return items.length
}
const open = async (): Promise<{ readonly runs: number; readonly loss?: string }> => {
  const opened = openOrSalvage(path)
  const loss = opened.loss && lossSentence('ensemble.db', opened.loss)
  return { runs: await countIn(opened), ...(loss !== undefined && { loss }) }
}
const change = (byte: (log: Buffer) => number): void => {
  const log = readFileSync(`${path}-wal`)
  const index = byte(log)
  log[index] = (log[index] ?? 0) ^ 0xff
  writeFileSync(`${path}-wal`, log)
}
/** Where a frame's page begins. */
const frameAt = (log: Buffer, share: number): number =>
  HEADER + FRAME * Math.floor(((log.length - HEADER) / FRAME) * share) + 24

describe('after a crash', () => {
  test('a whole log gives every run, and no report', async () => {
    await kill()
    expect(await open()).toEqual({ runs: RUNS })
  })

  test('a missing log is reported, with the number of lost runs', async () => {
    await kill()
    rmSync(`${path}-wal`)
    const { runs, loss } = await open()
    expect(runs).toBe(0)
    expect(loss).toMatch(/^Recorded changes are missing from ensemble\.db/)
    expect(loss).toContain('Lost 12 runs.')
    expect(loss).toContain('The last recorded change of run run-11 is missing.')
  })

  test.each([0, 0.5, 0.99])('a log that ends after %f of it is reported, once', async (share) => {
    await kill()
    const log = readFileSync(`${path}-wal`)
    truncateSync(`${path}-wal`, frameAt(log, share) - 24)
    const { runs, loss } = await open()
    expect(runs).toBeLessThanOrEqual(RUNS)
    expect(loss).toContain('The last recorded change of run run-11 is missing.')
    expect(await open()).toEqual({ runs })
  })

  test.each([
    ['its header', () => 20],
    ['the first page in it', (log: Buffer) => frameAt(log, 0) + 2000],
    ['a page in its middle', (log: Buffer) => frameAt(log, 0.5) + 50],
    ['the salt of a frame', (log: Buffer) => frameAt(log, 0.5) - 16],
    ['the sum of a frame', (log: Buffer) => frameAt(log, 0.5) - 2],
  ])('a log with damage in %s costs at most the content of that page, and is reported', async (_, where) => {
    await kill()
    change(where)
    const { runs, loss } = await open()
    expect(runs).toBe(RUNS)
    expect(loss).toMatch(/^ensemble\.db or its log was damaged; 12 runs were carried over into a new file\./)
    expect(await open()).toEqual({ runs: RUNS })
  })

  test('a log whose database is gone gives its runs', async () => {
    await kill()
    rmSync(path)
    expect((await open()).runs).toBe(RUNS)
  })

  test('a database copied without its log is reported, though the number of lost runs is unknown', async () => {
    await kill()
    for (const suffix of ['-wal', '-last']) rmSync(path + suffix)
    const { runs, loss } = await open()
    expect(runs).toBe(0)
    expect(loss).toMatch(/^Recorded changes are missing from ensemble\.db: its write-ahead log is gone/)
    expect(await open()).toEqual({ runs: 0 })
  })

  test('the beginning of a commit that was never acknowledged is dropped without a word', async () => {
    await kill()
    const log = readFileSync(`${path}-wal`)
    writeFileSync(`${path}-wal`, Buffer.concat([log, log.subarray(HEADER, HEADER + 2000)]))
    expect(await open()).toEqual({ runs: RUNS })
  })

  test('a missing signal, label or deletion is reported as well', async () => {
    for (const last of [
      (journal: ReturnType<typeof createSqliteJournal>) => journal.signal('run-3', 'approve', { yes: true }),
      (journal: ReturnType<typeof createSqliteJournal>) =>
        journal.annotate('run-3', { star: true, labels: ['a'], note: '' }),
      (journal: ReturnType<typeof createSqliteJournal>) => journal.runs.remove('run-3'),
    ]) {
      for (const file of readdirSync(folder)) rmSync(join(folder, file))
      await kill(last)
      truncateSync(`${path}-wal`, readFileSync(`${path}-wal`).length - FRAME)
      expect((await open()).loss).toContain('The last recorded change of run run-3 is missing.')
      for (const file of readdirSync(folder)) rmSync(join(folder, file))
      await kill(last)
      expect(await open()).not.toHaveProperty('loss')
    }
  })

  test('a note of the last commit that is damaged or missing raises no alarm', async () => {
    await kill()
    writeFileSync(`${path}-last`, 'poem')
    expect(await open()).toEqual({ runs: RUNS })
    rmSync(`${path}-last`)
    expect(await open()).toEqual({ runs: RUNS })
  })
})

describe('a salvage that a crash cuts short', () => {
  const damagePage = (): void => {
    const bytes = readFileSync(path)
    bytes.fill(0, PAGE, 2 * PAGE)
    writeFileSync(path, bytes)
  }
  const settle = async (): Promise<void> => {
    await kill()
    const { db } = openOrSalvage(path)
    await createSqliteJournal(db).close()
  }

  test('before the new file is complete leaves the old one, and begins again', async () => {
    await settle()
    damagePage()
    writeFileSync(`${path}.salvaging`, 'half of it')
    const { runs, loss } = await open()
    expect(loss).toContain('was damaged')
    expect(runs).toBe(RUNS)
    expect(existsSync(`${path}.salvaging`)).toBe(false)
  })

  test('once it is complete is finished: the new file takes the place, without the log of the old one', async () => {
    await settle()
    copyFileSync(path, `${path}.salvaged`)
    damagePage()
    writeFileSync(`${path}-wal`, 'a log of the old file')
    expect(await open()).toEqual({ runs: RUNS })
    expect(existsSync(`${path}.salvaged`)).toBe(false)
  })
})
