import type { Json, Run, Sha256, Signal } from '@ensemble/core'
import type { Db } from './database.ts'

export interface RunRow {
  readonly n: number
  readonly epoch: number
  readonly summary: Run
}

export interface RunFilter {
  readonly before: number
  readonly idea: string | null
  readonly status: string | null
  readonly like: string | null
  readonly limit: number
}

/** The database's words, prepared once; rows are what the migrations made and this file wrote. */
export interface Statements {
  run(id: string): RunRow | undefined
  byKey(idempotencyKey: string): { readonly id: string; readonly request: string } | undefined
  putRun(id: string, summary: Run, request: string, idempotencyKey: string | null): void
  updateRun(summary: Run): void
  nextEpoch(id: string): number | undefined
  list(filter: RunFilter): readonly Run[]
  unfinished(): readonly Run[]
  removeRun(id: string): boolean
  putEvent(run: string, seq: number, key: string, line: string): void
  lines(run: string, after: number, limit: number): readonly string[]
  /** A key ends in `#type`, or `#type:n` where it repeats. */
  linesOfType(run: string, type: string): readonly string[]
  putBody(hash: Sha256, bytes: Uint8Array): void
  body(hash: Sha256): Uint8Array | undefined
  putSignal(run: string, key: string, body: string): boolean
  signals(run: string): readonly Signal[]
}

export const prepareStatements = (db: Db): Statements => {
  const selectRun = db.prepare('select n, epoch, summary from runs where id = ?')
  const selectByKey = db.prepare('select id, request from runs where idempotency_key = ?')
  const insertRun = db.prepare(
    `insert into runs (id, idea, status, summary, request, idempotency_key, head_seq, head_hash)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const updateRun = db.prepare('update runs set status = ?, summary = ?, head_seq = ?, head_hash = ? where id = ?')
  const nextEpoch = db.prepare('update runs set epoch = epoch + 1 where id = ?')
  const selectRuns = db.prepare(
    `select summary from runs
     where n < ? and (? is null or idea = ?) and (? is null or status = ?) and (? is null or summary like ? escape '\\')
     order by n desc limit ?`,
  )
  const selectUnfinished = db.prepare(
    `select summary from runs where status in ('queued', 'running', 'waiting') order by n`,
  )
  const deletions = ['delete from events where run = ?', 'delete from inbox where run = ?'].map((text) =>
    db.prepare(text),
  )
  const deleteRun = db.prepare('delete from runs where id = ?')
  const insertEvent = db.prepare('insert into events (run, seq, key, line) values (?, ?, ?, ?)')
  const selectLines = db.prepare('select line from events where run = ? and seq > ? order by seq limit ?').pluck()
  const selectOfType = db
    .prepare(
      `select line from events where run = ? and (key like '%#' || ? or key like '%#' || ? || ':%') order by seq`,
    )
    .pluck()
  const insertBody = db.prepare('insert or ignore into bodies (hash, bytes) values (?, ?)')
  const selectBody = db.prepare('select bytes from bodies where hash = ?')
  const insertSignal = db.prepare(
    `insert or ignore into inbox (run, key, body, n)
     values (?, ?, ?, (select count(*) from inbox where run = ?))`,
  )
  const selectSignals = db.prepare('select key, body from inbox where run = ? order by n')

  const toRun = (text: unknown): Run => JSON.parse(String(text)) as Run // written by `putRun` and `updateRun`
  const summaries = (rows: readonly unknown[]): readonly Run[] =>
    (rows as readonly { readonly summary: string }[]).map(({ summary }) => toRun(summary)) // columns as selected

  return {
    run: (id) => {
      const row = selectRun.get(id) as { n: number; epoch: number; summary: string } | undefined // columns as selected
      return row && { n: row.n, epoch: row.epoch, summary: toRun(row.summary) }
    },
    byKey: (key) => selectByKey.get(key) as { id: string; request: string } | undefined, // columns as selected
    putRun: (id, summary, request, key) => {
      const { seq, hash } = summary.head
      insertRun.run(id, summary.idea, summary.status, JSON.stringify(summary), request, key, seq, hash)
    },
    updateRun: (summary) => {
      const { seq, hash } = summary.head
      updateRun.run(summary.status, JSON.stringify(summary), seq, hash, summary.id)
    },
    nextEpoch: (id) => {
      nextEpoch.run(id)
      return (selectRun.get(id) as { epoch: number } | undefined)?.epoch // column as selected
    },
    list: ({ before, idea, status, like, limit }) =>
      summaries(selectRuns.all(before, idea, idea, status, status, like, like, limit)),
    unfinished: () => summaries(selectUnfinished.all()),
    removeRun: (id) => {
      if (deleteRun.run(id).changes === 0) return false
      for (const deletion of deletions) deletion.run(id)
      return true
    },
    putEvent: (run, seq, key, line) => void insertEvent.run(run, seq, key, line),
    lines: (run, after, limit) => selectLines.all(run, after, limit) as string[], // plucked text
    linesOfType: (run, type) => selectOfType.all(run, type, type) as string[], // likewise
    putBody: (hash, bytes) => void insertBody.run(hash, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    body: (hash) => {
      const row = selectBody.get(hash) as { bytes: Uint8Array | ArrayBuffer } | undefined // libsql answers either
      return row && new Uint8Array(row.bytes)
    },
    putSignal: (run, key, body) => insertSignal.run(run, key, body, run).changes > 0,
    signals: (run) =>
      (selectSignals.all(run) as { key: string; body: string }[]).map(({ key, body }) => ({
        key,
        body: JSON.parse(body) as Json, // written by `putSignal`
      })),
  }
}
