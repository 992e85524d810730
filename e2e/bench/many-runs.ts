import { createRequire } from 'node:module'
import { join } from 'node:path'

interface Statement {
  run(...values: unknown[]): unknown
  get(...values: unknown[]): unknown
}
interface Database {
  prepare(sql: string): Statement
  exec(sql: string): void
  close(): void
}
type OpenDatabase = new (file: string) => Database

const ROOT = join(import.meta.dirname, '..', '..')
/** Shapes of `libsql`, which the server depends on. */
const Libsql = createRequire(join(ROOT, 'apps/server/package.json'))('libsql') as OpenDatabase

const STATUSES = ['completed', 'completed', 'completed', 'failed', 'cancelled'] as const
export const WORDS = ['harbour', 'forest', 'winter', 'engine', 'letter', 'garden', 'station', 'mirror'] as const

/**
 * Adds `count` copies of an ended Run to a stopped workspace's database, with other inputs, ends, times and index
 * entries.
 */
export function addRuns(workspace: string, count: number): void {
  const db = new Libsql(join(workspace, '.ensemble', 'ensemble.db'))
  // Columns as selected; the server's own migrations made them.
  const source = db.prepare('select * from runs order by n limit 1').get() as Readonly<Record<string, unknown>>
  const summary = JSON.parse(String(source['summary'])) as Readonly<Record<string, unknown>>
  const insert = db.prepare(
    `insert into runs (id, idea, status, summary, request, head_seq, head_hash, model, started_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const index = db.prepare('insert into run_texts (rowid, words) values ((select n from runs where id = ?), ?)')
  const now = Date.now()
  db.exec('begin')
  for (let at = 0; at < count; at++) {
    const id = `made-${at}`
    const status = STATUSES[at % STATUSES.length]
    const startedAt = new Date(now - (count - at) * 60_000).toISOString()
    const topic = `${WORDS[at % WORDS.length]} number ${at}`
    const run = { ...summary, id, status, startedAt, endedAt: startedAt, input: { topic } }
    const { idea, head_seq: seq, head_hash: hash, model } = source
    insert.run(id, idea, status, JSON.stringify(run), 'null', seq, hash, model, startedAt)
    index.run(id, topic)
  }
  db.exec('commit')
  db.close()
}
