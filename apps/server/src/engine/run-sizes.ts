import type { Sha256 } from '@ensemble/core'
import type { Db } from './database.ts'
import { eventsAfter } from './event-rows.ts'
import { type Bytes, asBytes, textOf, textsOf } from './stored-text.ts'
import type { OwnContent, SizedValue } from './workspace-journal.ts'

/** How much of the disk each run takes, and content that no run uses. */
export interface RunSizes {
  ownContent(run: string): OwnContent
  isUsed(hash: string): boolean
  unusedValues(after: string, limit: number): readonly SizedValue[]
  /** Ids, the oldest run first, without the first `skipped`. */
  runIds(skipped: number, limit: number): readonly string[]
  /** Bytes of the database without its free pages. */
  usedBytes(): number
}

interface Row {
  readonly hash: Bytes
  /** Null if the database has no such value: it is a file. */
  readonly bytes: number | null
}

/** The one row of a question for a number. */
interface Sum {
  readonly bytes: number
}

export const createRunSizes = (db: Db): RunSizes => {
  const selectLines = db.prepare(
    `select coalesce(sum(length(cast(line as blob)) + length(key)), 0) as bytes from events where ${eventsAfter('0')}`,
  )
  const selectOwn = db.prepare(
    `select ${asBytes('own.hash', 'hash')}, length(bodies.bytes) as bytes from uses as own
       left join bodies on bodies.hash = own.hash
     where own.run = ? and not exists (select 1 from uses where hash = own.hash and run <> own.run)`,
  )
  const selectUse = db.prepare('select 1 from uses where hash = ? limit 1')
  const selectUnused = db.prepare(
    `select ${asBytes('hash')}, length(bytes) as bytes from bodies
     where hash > ? and not exists (select 1 from uses where uses.hash = bodies.hash) order by hash limit ?`,
  )
  const selectIds = db.prepare(`select ${asBytes('id')} from runs order by n limit ?2 offset ?1`).pluck()
  const selectUsed = db.prepare(
    `select (page_count - freelist_count) * page_size as bytes
     from pragma_page_count(), pragma_page_size(), pragma_freelist_count()`,
  )
  return {
    ownContent: (run) => {
      const rows = selectOwn.all(run) as readonly Row[] // columns as selected
      const { bytes: lines } = selectLines.get(run) as Sum
      return {
        journal: rows.reduce((sum, { bytes }) => sum + (bytes ?? 0), lines),
        files: rows.flatMap(({ hash, bytes }) => (bytes === null ? [textOf(hash) as Sha256] : [])), // as `putUse` wrote it
      }
    },
    isUsed: (hash) => selectUse.get(hash) !== undefined,
    unusedValues: (after, limit) =>
      (selectUnused.all(after, limit) as readonly Row[]) // columns as selected
        .map(({ hash, bytes }) => ({ hash: textOf(hash) as Sha256, bytes: bytes ?? 0 })), // as it was put
    runIds: (skipped, limit) => textsOf(selectIds.all(skipped, limit)),
    usedBytes: () => (selectUsed.get() as Sum).bytes,
  }
}
