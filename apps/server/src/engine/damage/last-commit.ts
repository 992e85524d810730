import { closeSync, constants, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { type Head, sha256Text } from '@ensemble/core/host'
import type { Db } from '../database.ts'
import { type Bytes, asBytes, textOf, textOrNull } from '../stored-text.ts'

/** A fact to look for after a commit: a run's last event, a signal, a person's words, or a run's end. */
export type Fact =
  | { readonly run: string; readonly head: Head; readonly isNew?: boolean }
  | { readonly run: string; readonly signal: string }
  | { readonly run: string; readonly annotation: string | null }
  | { readonly run: string; readonly isGone: true }

/** The last commit, kept outside of the database and its log. */
export interface LastCommit {
  readonly fact: Fact
  /** How many runs there were. */
  readonly runs: number
  /** The file as it was closed in order, with an empty log: it need not be looked through if it is still that file. */
  readonly closed?: FileState
}

/** The size of a file in bytes, and when it was written, in nanoseconds. */
interface FileState {
  readonly bytes: number
  readonly at: string
}

export interface CommitNote {
  readonly write: (facts: readonly Fact[]) => void
  /** Once the database is closed. */
  readonly close: () => void
}

const stateOf = (path: string): FileState | undefined => {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found && { bytes: Number(found.size), at: String(found.mtimeNs) }
}

/** Whether the last process closed the database properly, and nothing wrote to it since. */
export const wasClosed = (database: string, last: LastCommit | undefined): boolean => {
  const now = stateOf(database)
  return now !== undefined && last?.closed?.bytes === now.bytes && last.closed.at === now.at
}

/** One small sector, so that a crash leaves the one before or this one. */
const BYTES = 512
const SUM_CHARACTERS = 8

const pathOf = (database: string): string => `${database}-last`
const sealed = (text: string): string => `${crc32(text).toString(16).padStart(SUM_CHARACTERS, '0')} ${text}`
export const countRuns = (db: Db): number =>
  (db.prepare('select count(*) as runs from runs').get() as { readonly runs: number }).runs // one row

/**
 * Notes each commit's facts right after it, without waiting for the disk: after a power failure they are older, never
 * ahead. `isSound`: the next start may trust the file without looking through it.
 */
export const noteLastCommit = (db: Db, database: string, isSound: () => boolean = () => true): CommitNote => {
  let runs = countRuns(db)
  let file: number | undefined
  const write = (facts: readonly Fact[]): void => {
    const fact = facts.at(-1)
    if (fact === undefined) return
    for (const one of facts) runs += 'isGone' in one ? -1 : 'isNew' in one ? 1 : 0
    const kept = 'annotation' in fact ? { ...fact, annotation: fact.annotation && sha256Text(fact.annotation) } : fact
    put({ fact: kept, runs })
  }
  const put = (last: LastCommit): void => {
    const bytes = Buffer.alloc(BYTES, ' ')
    bytes.write(sealed(JSON.stringify(last)))
    try {
      file ??= openSync(pathOf(database), constants.O_CREAT | constants.O_WRONLY)
      writeSync(file, bytes, 0, BYTES, 0)
    } catch {
      // The commit is durable anyway; the next one reports a disk that refuses.
    }
  }
  const close = (): void => {
    const last = readLastCommit(database)
    const isFolded = (statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0
    const closed = isFolded && isSound() ? stateOf(database) : undefined
    if (last !== undefined) put({ fact: last.fact, runs: last.runs, ...(closed && { closed }) })
    if (file !== undefined) closeSync(file)
  }
  return { write, close }
}

/** Undefined where nothing was noted, or nothing that can be trusted. */
export const readLastCommit = (database: string): LastCommit | undefined => {
  try {
    const text = readFileSync(pathOf(database), 'utf8').trimEnd()
    const json = text.slice(SUM_CHARACTERS + 1)
    return sealed(json) === text ? (JSON.parse(json) as LastCommit) : undefined // written above
  } catch {
    return undefined
  }
}

/** Missing facts are reported already; the next commit is noted again. */
export const forgetLastCommit = (database: string): void => rmSync(pathOf(database), { force: true })

/** Whether the database still holds what its last commit left. */
export const holds = (db: Db, { fact }: LastCommit): boolean => {
  const select = `select cast(head_seq as integer) as seq, ${asBytes('head_hash', 'hash')}, ${asBytes('annotation')} from runs where id = ?`
  const row = db.prepare(select).get(fact.run) as
    { readonly seq: number; readonly hash: Bytes; readonly annotation: Bytes | null } | undefined // columns as selected
  if ('isGone' in fact) return row === undefined
  if (row === undefined) return false
  if ('head' in fact)
    return row.seq > fact.head.seq || (row.seq === fact.head.seq && textOf(row.hash) === fact.head.hash)
  if ('signal' in fact)
    return db.prepare('select 1 from inbox where run = ? and key = ?').get(fact.run, fact.signal) !== undefined
  const said = textOrNull(row.annotation)
  return (said && sha256Text(said)) === fact.annotation
}
