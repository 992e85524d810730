import { type Journal, type JournalEvent, type Sha256, sha256Bytes } from '@ensemble/core'
import { bodyRefs } from '@ensemble/core/host'
import type { Signal } from '@ensemble/core/journal'
import { rest } from '../../rest.ts'
import { followRun } from '../follow-run.ts'
import { parseLine } from '../follows.ts'
import { findDamage } from '../held-lines.ts'
import { hydrateEvents } from '../hydrate-events.ts'
import { damagedRun, unknownRun } from '../journal-errors.ts'
import type { Tails } from '../tails.ts'
import { PAGE } from '../verified-reader.ts'
import type { WorkspaceJournal } from '../workspace-journal.ts'
import { getBodies } from './bodies.ts'
import type { PostgresDatabase } from './postgres-database.ts'
import { type RunColumns, RUN_COLUMNS, withNotes } from './postgres-types.ts'

type Reads = Pick<Journal, 'read' | 'tail' | 'inbox'> & Pick<WorkspaceJournal, 'readType' | 'readLines'>

interface Head {
  readonly n: string
  readonly head_seq: number
  readonly head_hash: Sha256
}

/** Bytes of large values that are read together. */
const MOST_TOGETHER = 8 * 1024 * 1024

/** Reading one Run's events; each line is held against the chain, each value against its hash. */
export const createReads = ({ query }: PostgresDatabase, tails: Tails, noteDamage: (run: string) => void): Reads => {
  const damaged = (run: string, place: string) => {
    noteDamage(run)
    return damagedRun(run, place)
  }
  const headOf = async (run: string): Promise<Head | undefined> =>
    (await query<Head>('select n, head_seq, head_hash from runs where id = $1', [run]))[0]

  const linesOf = async (run: string, after: number, limit: number): Promise<readonly string[]> => {
    const head = await headOf(run)
    if (head === undefined || after >= head.head_seq) return []
    const to = Math.min(head.head_seq, after + limit)
    const rows = await query<{ readonly seq: number; readonly line: string }>(
      'select seq, line from events where run = $1 and seq between $2 and $3 order by seq',
      [head.n, after, to],
    )
    const before = rows[0]?.seq === after ? rows[0].line : undefined
    const lines = rows.slice(before === undefined ? 0 : 1).map(({ line }) => line)
    const place = findDamage({ after, before, lines, limit, head: { seq: head.head_seq, hash: head.head_hash } })
    if (place !== undefined && (await headOf(run)) !== undefined) throw damaged(run, place)
    return lines
  }
  const eventsOf = async (run: string, after: number, limit: number): Promise<readonly JournalEvent[]> =>
    (await linesOf(run, after, limit)).map((line, index) => {
      const event = parseLine(line)
      if (event === undefined) throw damaged(run, `event ${after + index + 1}`)
      return event
    })
  const hydrated = async (run: string, events: readonly JournalEvent[]): Promise<readonly JournalEvent[]> => {
    const decoder = new TextDecoder()
    const values = new Map<Sha256, unknown>()
    const take = async (hashes: readonly Sha256[]): Promise<void> => {
      for (const [hash, bytes] of await getBodies(query, hashes)) {
        if (sha256Bytes(bytes) !== hash) throw damaged(run, `the value ${hash.slice(0, 12)}…`)
        values.set(hash, JSON.parse(decoder.decode(bytes)))
      }
      await rest()
    }
    const sizes = new Map(events.flatMap(bodyRefs).map(({ $body, bytes }) => [$body, bytes]))
    let some: Sha256[] = []
    let size = 0
    for (const [hash, bytes] of sizes) {
      some.push(hash)
      size += bytes
      if (size < MOST_TOGETHER) continue
      await take(some)
      some = []
      size = 0
    }
    await take(some)
    return hydrateEvents(events, (hash) => values.get(hash))
  }

  return {
    read: async (run, { after = 0, limit = Number.MAX_SAFE_INTEGER, hydrate = false } = {}) => {
      if ((await headOf(run)) === undefined) throw unknownRun(run)
      const events: JournalEvent[] = []
      while (events.length < limit) {
        const page = await eventsOf(run, after + events.length, Math.min(PAGE, limit - events.length))
        events.push(...page)
        if (page.length < PAGE) break
        await rest()
      }
      return hydrate ? hydrated(run, events) : events
    },
    tail: (run, after, stop) =>
      followRun(
        {
          open: () => tails.open(run),
          recorded: (seq, limit) => eventsOf(run, seq, limit),
          summary: async () => {
            const [row] = await query<RunColumns>(`select ${RUN_COLUMNS} from runs where id = $1`, [run])
            return row && withNotes(row)
          },
        },
        after,
        stop,
      ),
    inbox: async (run) => {
      const rows = await query<{ readonly key: string; readonly body: string }>(
        'select key, body from inbox where run = (select n from runs where id = $1) order by n',
        [run],
      )
      return rows.map(({ key, body }): Signal => ({ key, body: JSON.parse(body) }))
    },
    readType: async (run, type) => {
      // A key ends in `#type`, or `#type:n` where it repeats.
      const rows = await query<{ readonly line: string }>(
        `select line from events where run = (select n from runs where id = $1)
           and (key like '%#' || $2::text or key like '%#' || $2::text || ':%') order by seq`,
        [run, type],
      )
      return rows.map(({ line }) => {
        const event = parseLine(line)
        if (event === undefined) throw damaged(run, `an event ${type}`)
        return event
      })
    },
    readLines: linesOf,
  }
}
