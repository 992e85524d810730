import type { Sha256 } from '@ensemble/core'
import type { SizedValue, SpaceOfRuns } from '../workspace-journal.ts'
import type { PostgresDatabase, Query } from './postgres-database.ts'

const ENDED = `status in ('completed', 'failed', 'cancelled') and not star`
/** A value that was just put may wait for the event that names it, in any process. */
const OLD = `put_at < clock_timestamp() - interval '10 minutes'`
const UNUSED = `${OLD} and not exists (select 1 from uses where uses.hash = bodies.hash)`
const TABLES = ['runs', 'events', 'bodies', 'uses', 'inbox']
/** How long the sum of all rows is taken as it was: reading them all takes long. */
const SUMMED_MS = 600_000

/** An id that holds its time: a Run that was imported is as old as its import, whatever its record says. */
const UUID_V7 = '________-____-7___-____-____________'

/** The beginning of ids made from an instant on (RFC 9562, version 7). */
const idsFrom = (instant: string): string => {
  const time = Math.max(0, Date.parse(instant)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

/** Hashes that only this Run uses. */
const OWN = `select own.hash from uses as own where own.run = $1
  and not exists (select 1 from uses where uses.hash = own.hash and uses.run <> own.run)`

/** Deletes a Run; the hashes that went with it, or undefined where there is none. */
export const removeRun = (database: PostgresDatabase, run: string): Promise<readonly Sha256[] | undefined> =>
  database.transaction(async (query) => {
    const [row] = await query<{ readonly n: string }>('delete from runs where id = $1 returning n', [run])
    if (row === undefined) return undefined
    const own = (await query<{ readonly hash: Sha256 }>(OWN, [row.n])).map(({ hash }) => hash)
    for (const table of ['events', 'uses', 'inbox']) await query(`delete from ${table} where run = $1`, [row.n])
    await query(`delete from bodies where hash = any($1) and ${UNUSED}`, [own])
    const kept = await query<{ readonly hash: Sha256 }>('select hash from bodies where hash = any($1)', [own])
    const isKept = new Set(kept.map(({ hash }) => hash))
    return own.filter((hash) => !isKept.has(hash))
  })

const sumOf = async (query: Query): Promise<number> => {
  const [row] = await query<{ readonly bytes: number }>(
    `select (coalesce((select sum(octet_length(line) + octet_length(key)) from events), 0)
       + coalesce((select sum(octet_length(bytes)) from bodies), 0)
       + coalesce((select sum(octet_length(summary)) from runs), 0))::double precision as bytes`,
  )
  return row?.bytes ?? 0
}

/** The space of Runs. Postgres reuses the pages of deleted rows later: what is used is counted by rows. */
export const createSpace = (
  database: PostgresDatabase,
): SpaceOfRuns & {
  /** A Run of that many bytes is gone. */
  readonly freed: (bytes: number) => void
} => {
  const { query } = database
  let summed: { readonly at: number; readonly bytes: number } | undefined
  const ids = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id)
  return {
    freed: (bytes) => {
      if (summed !== undefined) summed = { ...summed, bytes: Math.max(0, summed.bytes - bytes) }
    },
    size: async () => {
      const [row] = await query<{ readonly runs: number; readonly journal: number }>(
        `select (select count(*) from runs)::double precision as runs,
           (${TABLES.map((table) => `pg_total_relation_size('${table}')`).join(' + ')})::double precision as journal`,
      )
      return row ?? { runs: 0, journal: 0 }
    },
    usedBytes: async () => {
      // Says whether Postgres answers, also where the sum is known.
      await query('select 1')
      if (summed === undefined || performance.now() - summed.at > SUMMED_MS)
        summed = { at: performance.now(), bytes: await sumOf(query) }
      return summed.bytes
    },
    outlived: async (before, most, limit) => {
      const rows = await query<{ readonly id: string }>(
        `select * from (
           select id from runs where $1::text is not null and started_at < $1 and ${ENDED}
             and ended_at < $1 and (id not like '${UUID_V7}' or id < $4::text) limit $3) as old
         union select * from (
           select id from runs where $2::bigint is not null and ${ENDED}
             and n <= (select n from runs order by n desc limit 1 offset coalesce($2::bigint, 0)) limit $3) as many`,
        [before, most, limit, before && idsFrom(before)],
      )
      return ids(rows)
    },
    oldest: async (after, limit) => {
      const rows = await query<{ readonly n: string; readonly id: string }>(
        `select n, id from runs where n > $1 and n < (select max(n) from runs) and ${ENDED} order by n limit $2`,
        [after, limit],
      )
      return rows.map(({ n, id }) => ({ n: Number(n), id }))
    },
    runIds: async (skipped, limit) =>
      ids(await query<{ readonly id: string }>('select id from runs order by n offset $1 limit $2', [skipped, limit])),
    ownContent: async (run) => {
      const [row] = await query<{ readonly n: string; readonly lines: number }>(
        `select n, coalesce((select sum(octet_length(line) + octet_length(key)) from events where run = n), 0)::double precision as lines
         from runs where id = $1`,
        [run],
      )
      if (row === undefined) return { journal: 0, files: [] }
      const own = await query<{ readonly hash: Sha256; readonly bytes: number | null }>(
        `select own.hash, octet_length(bytes) as bytes from (${OWN}) as own left join bodies on bodies.hash = own.hash`,
        [row.n],
      )
      return {
        journal: own.reduce((sum, { bytes }) => sum + (bytes ?? 0), row.lines),
        files: own.flatMap(({ hash, bytes }) => (bytes === null ? [hash] : [])),
      }
    },
    isUsed: async (hash) => (await query('select 1 from uses where hash = $1 limit 1', [hash])).length > 0,
    unusedValues: () => query<SizedValue>(`select hash, octet_length(bytes) as bytes from bodies where ${UNUSED}`),
    removeUnused: () =>
      query<SizedValue>(`delete from bodies where ${UNUSED} returning hash, octet_length(bytes) as bytes`),
  }
}
