import { EnsembleError } from '@ensemble/core'
import type { Lease } from '@ensemble/core/journal'
import { unknownRun } from '../journal-errors.ts'
import type { PostgresDatabase } from './postgres-database.ts'

/** A process counts as dead this long after it last said that it lives, by the clock of Postgres. */
const ALIVE_SECONDS = 8
/** How often it says so. */
const BEAT_MS = 2000

/** Whether no living process holds the Run. */
const IS_FREE = `(holder is null or not exists
  (select 1 from holders where holders.id = holder and alive_until > clock_timestamp()))`

/** This process as a writer of Runs: one row says that it lives, whatever the number of its Runs. */
export interface Holder {
  readonly id: string
  /** Takes a Run that no other living process holds. Throws EnsembleError `run.unknown`, or `engine.lease` where another process holds it. */
  lease(run: string): Promise<Lease>
  /** Unfinished Runs that no living process holds, the oldest first. */
  free(limit: number): Promise<readonly string[]>
  /** Leaves its Runs to others. */
  close(): Promise<void>
}

export interface HolderOptions {
  readonly id: string
  /** For people: the machine and the process. */
  readonly name: string
}

export const openHolder = async (
  { query }: Pick<PostgresDatabase, 'query'>,
  { id, name }: HolderOptions,
): Promise<Holder> => {
  const beat = async (): Promise<void> => {
    await query(
      `insert into holders (id, name, alive_until) values ($1, $2, clock_timestamp() + $3 * interval '1 second')
       on conflict (id) do update set alive_until = excluded.alive_until`,
      [id, name, ALIVE_SECONDS],
    )
  }
  await beat()
  // Rows of processes that died long ago say nothing.
  await query(`delete from holders where alive_until < clock_timestamp() - interval '1 day'`)
  // Where it cannot be said, its Runs cannot be written either, and each says why.
  const beating = setInterval(() => void beat().catch(() => undefined), BEAT_MS).unref()
  return {
    id,
    lease: async (run) => {
      const [row] = await query<{ epoch: number }>(
        `update runs set epoch = epoch + 1, holder = $2 where id = $1 and (holder = $2 or ${IS_FREE}) returning epoch`,
        [run, id],
      )
      if (row !== undefined) return { run, epoch: row.epoch }
      const [held] = await query<{ name: string | null }>(
        'select name from runs left join holders on holders.id = holder where runs.id = $1',
        [run],
      )
      if (held === undefined) throw unknownRun(run)
      throw new EnsembleError('engine.lease', `Run ${run} is written by another process (${held.name ?? 'unknown'}).`)
    },
    free: async (limit) => {
      const rows = await query<{ id: string }>(
        `select id from runs where status in ('queued', 'running', 'waiting') and (holder is distinct from $1) and ${IS_FREE}
         order by n limit $2`,
        [id, limit],
      )
      return rows.map((row) => row.id)
    },
    close: async () => {
      clearInterval(beating)
      // After a crash their time runs out instead.
      await query('delete from holders where id = $1', [id]).catch(() => undefined)
    },
  }
}
