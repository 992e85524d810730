import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { EnsembleError } from '@ensemble/core'
import Database from 'libsql'

export type Db = Database.Database

/** One step per released version of the file; `user_version` counts the steps that were taken. */
const MIGRATIONS: readonly string[] = [
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
]

const versionOf = (db: Db): number => {
  const row: unknown = db.prepare('pragma user_version').get()
  const value = typeof row === 'object' && row !== null && 'user_version' in row ? row.user_version : 0
  return typeof value === 'number' ? value : 0
}

const migrate = (db: Db, path: string): void => {
  const version = versionOf(db)
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
      db.exec(step)
      db.exec(`pragma user_version = ${index + 1}`)
      db.exec('commit')
    } catch (error) {
      db.exec('rollback')
      throw error
    }
  }
}

/** Opens (or makes) the workspace's database: WAL, and every commit on the disk before it counts. */
export const openDatabase = (path: string): Db => {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const db = new Database(path)
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('busy_timeout = 2000')
    migrate(db, path)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
