import type { Sha256 } from '@ensemble/core'
import type { Db } from './database.ts'
import { eventsAfter } from './event-rows.ts'
import { ANNOTATION, type Bytes, SUMMARY, asBytes, textOf, textsOf } from './stored-text.ts'
import type { NumberedRun } from './workspace-journal.ts'

/** Deleting Runs, and finding those that a retention deletes. */
export interface RunRemoval {
  /** The hashes that no other run uses, or undefined if there is no such run. */
  removeRun(id: string): readonly Sha256[] | undefined
  /** Ended runs that a retention deletes: older than `before`, or beyond the newest `most`; of each at most `limit`. */
  outlived(before: string | null, most: number | null, limit: number): readonly string[]
  /** Ended runs that a retention by bytes deletes, the oldest first, after the run of number `after`; never the newest run. */
  oldest(after: number, limit: number): readonly NumberedRun[]
}

const ENDED = `status in ('completed', 'failed', 'cancelled')
    and (annotation is null or not json_extract(${ANNOTATION}, '$.star'))`

/** An id that holds its time: a Run that was imported is as old as its import, whatever its record says. */
const UUID_V7 = '????????-????-7???-????-????????????'

/** The beginning of ids made from an instant on (RFC 9562, version 7). */
const idsFrom = (instant: string): string => {
  const time = Math.max(0, Date.parse(instant)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

export const createRunRemoval = (db: Db): RunRemoval => {
  const deletions = [
    'delete from run_texts where rowid = (select n from runs where id = ?)',
    `delete from events where ${eventsAfter('0')}`,
    'delete from inbox where run = ?',
    'delete from uses where run = ?',
    'delete from runs where id = ?',
  ].map((text) => db.prepare(text))
  const selectRun = db.prepare('select n from runs where id = ?')
  const selectOwn = db
    .prepare(
      `select ${asBytes('hash')} from uses as own where run = ?
         and not exists (select 1 from uses where hash = own.hash and run <> own.run)`,
    )
    .pluck()
  // Each half reads only the runs before its bound, and no more than it gives.
  const selectOutlived = db
    .prepare(
      `select * from (
         select ${asBytes('id')} from runs indexed by runs_by_start where started_at < ?1 and ${ENDED}
           and json_extract(${SUMMARY}, '$.endedAt') < ?1 and (id not glob '${UUID_V7}' or id < ?4) limit ?3)
       union select * from (
         select ${asBytes('id')} from runs
         where n <= (select n from runs where ?2 is not null order by n desc limit 1 offset coalesce(?2, 0)) and ${ENDED} limit ?3)`,
    )
    .pluck()
  const selectOldest = db.prepare(
    `select n, ${asBytes('id')} from runs where n > ? and n < (select max(n) from runs) and ${ENDED} order by n limit ?`,
  )
  return {
    removeRun: (id) => {
      if (selectRun.get(id) === undefined) return undefined
      const own = textsOf(selectOwn.all(id)) as Sha256[] // as `putUse` wrote them
      for (const deletion of deletions) deletion.run(id)
      return own
    },
    outlived: (before, most, limit) => textsOf(selectOutlived.all(before, most, limit, before && idsFrom(before))),
    oldest: (after, limit) =>
      (selectOldest.all(after, limit) as readonly { n: number; id: Bytes }[]) // columns as selected
        .map(({ n, id }) => ({ n, id: textOf(id) })),
  }
}
