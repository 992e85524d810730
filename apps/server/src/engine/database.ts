import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { EnsembleError, type JournalEvent, type Run, type Sha256 } from '@ensemble/core'
import { withFork } from '@ensemble/core/host'
import Database from 'libsql'
import { usedHashes, wordsOf } from './derived.ts'
import { factsOf } from './run-facts.ts'
import { type Bytes, asBytes, textOf, textsOf } from './stored-text.ts'

export type Db = Database.Database

/** One step per version of the file; `user_version` counts the steps that were taken. A step is never changed. */
const MIGRATIONS: readonly (string | ((db: Db) => void))[] = [
  `create table runs (
     n integer primary key autoincrement,
     id text not null unique,
     idea text not null,
     status text not null,
     summary text not null,
     request text not null,
     idempotency_key text unique,
     epoch integer not null default 0,
     head_seq integer not null,
     head_hash text not null
   );
   create index runs_by_status on runs (status, n);
   create index runs_by_idea on runs (idea, n);
   create table events (
     run text not null,
     seq integer not null,
     key text not null,
     line text not null,
     primary key (run, seq)
   ) without rowid;
   create unique index events_by_key on events (run, key);
   create table bodies (hash text primary key, bytes blob not null);
   create table inbox (
     run text not null,
     key text not null,
     body text not null,
     n integer not null,
     primary key (run, key)
   ) without rowid;`,
  (db) => {
    db.exec(
      `create virtual table run_texts using fts5(words, tokenize = 'unicode61 remove_diacritics 2');
       create table uses (hash text not null, run text not null, primary key (hash, run)) without rowid;
       create index uses_by_run on uses (run);`,
    )
    const putText = db.prepare('insert into run_texts (rowid, words) values (?, ?)')
    const putUse = db.prepare('insert or ignore into uses (hash, run) values (?, ?)')
    // Columns and texts as the version before wrote them.
    const summaries = db.prepare(`select n, ${asBytes('summary')} from runs`).all() as { n: number; summary: Bytes }[]
    for (const { n, summary } of summaries)
      unlessDamaged(() => putText.run(n, wordsOf(JSON.parse(textOf(summary)) as Run, bodyIn(db))))
    const lines = db.prepare(`select ${asBytes('run')}, ${asBytes('line')} from events`)
    for (const { run, line } of lines.iterate() as Iterable<{ run: Bytes; line: Bytes }>)
      unlessDamaged(() => {
        for (const hash of usedHashes(JSON.parse(textOf(line)) as JournalEvent)) putUse.run(hash, textOf(run))
      })
  },
  `alter table runs add column model text not null default '';
   alter table runs add column started_at text not null default '';
   alter table runs add column annotation text;
   update runs set model = json_extract(summary, '$.model'), started_at = json_extract(summary, '$.startedAt')
     where json_valid(summary);
   create index runs_by_model on runs (model, n);
   create index runs_by_start on runs (started_at, n);
   create index runs_annotated on runs (n) where annotation is not null;`,
  nameSources,
  addFacts,
  storeOnce,
  countWorkAlone,
]

/**
 * Older versions stored a fork's large edit separately and named no source in its summary. Columns and texts are those
 * of that version.
 */
function nameSources(db: Db): void {
  const sound = `iif(json_valid(summary), summary, '{}')`
  const nameless = `select ${asBytes('id')} from runs where json_type(${sound}, '$.parent') = 'object' and json_extract(${sound}, '$.parent.run') is null`
  const select = db.prepare(`select ${asBytes('line')} from events where run = ? and seq = 1`).pluck()
  const name = db.prepare(`update runs set summary = json_set(summary, '$.parent', json(?)) where id = ?`)
  const body = bodyIn(db)
  const forget = db.prepare(`update runs set summary = json_remove(summary, '$.parent') where id = ?`)
  const parse = (bytes: Uint8Array | undefined): unknown => JSON.parse(new TextDecoder().decode(bytes))
  const forkIn = (line: string | undefined) => {
    try {
      const first = withFork(JSON.parse(line ?? '') as JournalEvent, (hash) => parse(body(hash)))
      return first.type === 'run.created' ? first.data.fork : undefined
    } catch {
      // Damage is reported when it is read; the other runs are readable anyway.
      return undefined
    }
  }
  for (const id of textsOf(db.prepare(nameless).pluck().all())) {
    const [line] = textsOf(select.all(id))
    const fork = forkIn(line)
    if (typeof fork?.run === 'string') name.run(JSON.stringify({ run: fork.run, at: fork.at }), id)
    else forget.run(id)
  }
}

/** Columns that lists filter and sort by, and one narrow index that holds them all: any question reads that alone. */
function addFacts(db: Db): void {
  db.exec(
    `alter table runs add column error text not null default '';
     alter table runs add column ms integer not null default -1;
     alter table runs add column turns integer not null default -1;
     alter table runs add column calls integer not null default -1;
     alter table runs add column tokens integer not null default -1;
     alter table runs add column cost real not null default -1;
     alter table runs add column title text not null default '';`,
  )
  fillFacts(db)
  db.exec(
    `create index runs_listed on runs
       (n, idea, status, model, started_at, error, ms, turns, calls, tokens, cost, title);`,
  )
}

/** Fills the columns of `addFacts` for runs that lack them: a first version of that step left them all empty. */
function fillFacts(db: Db): void {
  const put = db.prepare(
    'update runs set error = ?, ms = ?, turns = ?, calls = ?, tokens = ?, cost = ?, title = ? where n = ?',
  )
  const summary = db.prepare(`select ${asBytes('summary')} from runs where n = ?`)
  for (const n of db.prepare('select n from runs where turns = -1').pluck().all() as readonly number[])
    unlessDamaged(() => {
      const row = summary.get(n) as { readonly summary: Bytes } // columns as selected, of a run just found
      put.run(...factsOf(JSON.parse(textOf(row.summary)) as Run), n)
    })
}

/** A run's time without its waits for a person; before, its column held both. */
function countWorkAlone(db: Db): void {
  db.exec(`update runs set turns = -1 where json_valid(summary) and json_extract(summary, '$.waited') is not null`)
  fillFacts(db)
}

/**
 * Events by one number, a Run's `n` and their `seq`, so that lines fill their pages; bodies may be deflated or a recipe
 * (docs/decisions/2026-11-23-a-conversation-is-stored-once.md). Events without a Run, and damaged ones, cannot be read either way.
 */
function storeOnce(db: Db): void {
  db.exec(
    `alter table bodies add column form integer not null default 0;
     alter table bodies add column base text;
     alter table events rename to events_before;
     create table events (id integer primary key, key text not null, line text not null);
     insert or ignore into events (id, key, line)
       select (runs.n << 24) + seq, key, line from events_before join runs on runs.id = events_before.run
       where seq between 1 and 16777215 order by runs.n, seq;
     drop table events_before;
     create unique index events_by_key on events (id >> 24, key);`,
  )
  fillFacts(db)
}

/** Damage is reported when it is read; the other runs are readable anyway. */
const unlessDamaged = (step: () => void): void => {
  try {
    step()
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
  }
}

/** Values by their hash, as the versions before `storeOnce` kept them. */
export const bodyIn = (db: Db) => {
  const select = db.prepare(`select ${asBytes('bytes')} from bodies where hash = ?`)
  return (hash: Sha256): Uint8Array | undefined => {
    const row = select.get(hash) as { bytes: Bytes } | undefined // columns as selected
    return row && new Uint8Array(row.bytes)
  }
}

const versionOf = (db: Db): number => {
  const row: unknown = db.prepare('pragma user_version').get()
  const value = typeof row === 'object' && row !== null && 'user_version' in row ? row.user_version : 0
  return typeof value === 'number' ? value : 0
}

/** No version of ours comes near: a number beyond it is damage. */
const MOST_VERSIONS = 1000

/** Takes the steps that the file has not taken yet. */
export const migrate = (db: Db, path: string): void => {
  const version = versionOf(db)
  if (version < 0 || version > MOST_VERSIONS)
    throw Object.assign(new Error(`${version} isn't a version of the file`), { code: 'SQLITE_CORRUPT' })
  if (version > MIGRATIONS.length)
    throw new EnsembleError(
      'engine.newer',
      `${path} was written by a newer Ensemble (version ${version} of the file, this one reads ${MIGRATIONS.length}): update Ensemble.`,
    )
  if (version === MIGRATIONS.length) return
  if (version > 0 && path !== ':memory:' && existsSync(path)) {
    db.pragma('wal_checkpoint(TRUNCATE)')
    copyFileSync(path, `${path}.v${version}.backup`)
  }
  for (const [index, step] of MIGRATIONS.entries()) {
    if (index < version) continue
    db.exec('begin immediate')
    try {
      if (typeof step === 'string') db.exec(step)
      else step(db)
      db.exec(`pragma user_version = ${index + 1}`)
      db.exec('commit')
    } catch (error) {
      // A full disk has ended the transaction already.
      if (db.inTransaction) db.exec('rollback')
      throw error
    }
  }
  pack(db, path, version)
}

/** The migration that freed the pages of old events, and the largest file that is packed for it; a larger one keeps the free pages for later Runs. */
const PACKED_FROM = 6
const MOST_PACKED = 256 * 1024 * 1024

/** Gives those pages back, and from then on the pages of deleted Runs. */
const pack = (db: Db, path: string, version: number): void => {
  if (version === 0 || version >= PACKED_FROM || path === ':memory:' || statSync(path).size > MOST_PACKED) return
  try {
    db.pragma('auto_vacuum = incremental')
    db.exec('vacuum')
  } catch {
    // Without room for a second copy the file stays as it is.
  }
}

/** Opens a database as it is, without a look at what is in it. */
export const openUnchecked = (path: string): Db => {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const isNew = path === ':memory:' || (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0
  const db = new Database(path)
  try {
    if (isNew) {
      // Events fill larger pages better, and space is given back in steps.
      db.pragma('page_size = 8192')
      db.pragma('auto_vacuum = incremental')
    }
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('busy_timeout = 2000')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Opens (or makes) the workspace's database: WAL, and every commit on the disk before it counts. */
export const openDatabase = (path: string): Db => {
  const db = openUnchecked(path)
  try {
    migrate(db, path)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
