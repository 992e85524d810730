import { existsSync, renameSync } from 'node:fs'
import { basename } from 'node:path'
import { type JournalEvent, type Run, type Sha256, GENESIS, findBreak, sha256Bytes } from '@ensemble/core'
import Database from 'libsql'
import { type Db, bodyIn, openDatabase } from './database.ts'
import { usedHashes, withAnnotation, wordsOf } from './derived.ts'

export interface OpenedDatabase {
  readonly db: Db
  /** What was lost and where the damaged file is kept, in a sentence; absent where nothing was wrong. */
  readonly loss?: string
}

/**
 * Opens the workspace's database. A damaged file is never served: it is kept aside, and every run and value that its
 * hashes vouch for goes into a new one (docs/reliability.md). Throws what `openDatabase` throws for every other reason.
 */
export const openOrSalvage = (path: string): OpenedDatabase => {
  const db = openSound(path)
  if (db !== undefined) return { db }
  const aside = `${path}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix)
  const fresh = openDatabase(path)
  const { kept, lost } = carryOver(aside, fresh)
  const runs = kept === 1 ? '1 run was' : `${kept} runs were`
  const named = lost.length === 0 ? '' : ` Lost: ${lost.join(', ')}.`
  const loss = `${basename(path)} was damaged; ${runs} carried over into a new file.${named} The damaged file is kept as ${basename(aside)}.`
  return { db: fresh, loss }
}

/** Undefined where the file is no database or SQLite finds it damaged. */
const openSound = (path: string): Db | undefined => {
  let db: Db | undefined
  try {
    db = openDatabase(path)
    const [row] = db.prepare('pragma quick_check(1)').all()
    if (isOk(row)) return db
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  try {
    db?.close()
  } catch {
    // A damaged file may refuse that too.
  }
  return undefined
}

const isOk = (row: unknown): boolean => typeof row === 'object' && row !== null && Object.values(row)[0] === 'ok'

const isDamage = (error: unknown): boolean => {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown } // unknown errors may carry anything
  return /SQLITE_(CORRUPT|NOTADB)|not a database|malformed/.test(`${String(code)} ${String(message)}`)
}

/** Steps over what cannot be read, this many numbers at most. */
const MOST_MISSED = 1000
const COLUMNS = [
  'id',
  'idea',
  'status',
  'summary',
  'request',
  'idempotency_key',
  'epoch',
  'head_seq',
  'head_hash',
] as const
/** Made from the summary, or of a later version of the file than the damaged one may be. */
const LATER = ['model', 'started_at', 'annotation'] as const

interface RunRow {
  readonly n: number
  readonly id: string
  readonly head_seq: number
  readonly head_hash: Sha256
  readonly [column: string]: unknown
}

function carryOver(from: string, to: Db): { readonly kept: number; readonly lost: readonly string[] } {
  let damaged: Db
  try {
    damaged = new Database(from)
    damaged.prepare('select 1 from runs limit 1').get()
  } catch {
    return { kept: 0, lost: [] }
  }
  const lost: string[] = []
  let kept = 0
  to.exec('begin immediate')
  const columns = [...COLUMNS, ...LATER]
  const insertRun = to.prepare(`insert into runs (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
  const insertEvent = to.prepare('insert into events (run, seq, key, line) values (?, ?, ?, ?)')
  const insertSignal = to.prepare('insert or ignore into inbox (run, key, body, n) values (?, ?, ?, ?)')
  const insertBody = to.prepare('insert or ignore into bodies (hash, bytes) values (?, ?)')
  const insertText = to.prepare('insert into run_texts (rowid, words) values ((select n from runs where id = ?), ?)')
  const insertUse = to.prepare('insert or ignore into uses (hash, run) values (?, ?)')
  const body = bodyIn(damaged)
  const attemptBody = (hash: Sha256): Uint8Array | undefined => attempt(() => body(hash))
  for (const row of rowsOf<RunRow>(damaged, 'runs', 'n')) {
    const events = attempt(() =>
      damaged.prepare('select seq, key, line from events where run = ? order by seq').all(row.id),
    )
    const lines = (events ?? []) as readonly { seq: number; key: string; line: string }[] // columns as selected
    const isWhole =
      findBreak(
        lines.map(({ line }) => line),
        GENESIS,
        { seq: row.head_seq, hash: row.head_hash },
      ) === null
    if (!isWhole) {
      lost.push(row.id)
      continue
    }
    const summary = JSON.parse(String(row['summary'])) as Run // written by the journal
    const annotation = typeof row['annotation'] === 'string' ? row['annotation'] : null
    insertRun.run(...COLUMNS.map((column) => row[column] ?? null), summary.model, summary.startedAt, annotation)
    insertText.run(row.id, wordsOf(withAnnotation(summary, annotation), attemptBody))
    for (const { seq, key, line } of lines) {
      insertEvent.run(row.id, seq, key, line)
      // Its chain is whole: a line is what was written.
      for (const hash of usedHashes(JSON.parse(line) as JournalEvent)) insertUse.run(hash, row.id)
    }
    const signals = attempt(() => damaged.prepare('select key, body, n from inbox where run = ?').all(row.id)) ?? []
    for (const { key, body, n } of signals as readonly { key: string; body: string; n: number }[])
      // columns as selected
      insertSignal.run(row.id, key, body, n)
    kept++
  }
  for (const { hash, bytes } of rowsOf<{ readonly hash: Sha256; readonly bytes: Uint8Array }>(
    damaged,
    'bodies',
    'rowid',
  ))
    if (sha256Bytes(new Uint8Array(bytes)) === hash) insertBody.run(hash, Buffer.from(bytes))
  to.exec('commit')
  damaged.close()
  return { kept, lost }
}

/** Every row that can be read, one at a time: a page that cannot costs its own rows alone. */
function* rowsOf<Row>(db: Db, table: string, number: string): Generator<Row & { readonly n: number }> {
  const next = db.prepare(`select ${number} as n, * from ${table} where ${number} > ? order by ${number} limit 1`)
  let at = 0
  for (let missed = 0; missed < MOST_MISSED;) {
    const found = attempt(() => [next.get(at)])
    const row = found?.[0] as (Row & { readonly n: number }) | undefined // columns of the table
    if (found !== undefined && row === undefined) return
    missed = row === undefined ? missed + 1 : 0
    at = row === undefined ? at + 1 : row.n
    if (row !== undefined) yield row
  }
}

const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}
