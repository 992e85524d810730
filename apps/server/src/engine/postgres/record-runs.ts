import { EnsembleError, type Journal, type Run } from '@ensemble/core'
import { type NewEvent, foldRun, hasEnded, isEnd } from '@ensemble/core/journal'
import {
  GENESIS,
  type SealOptions,
  type Sealed,
  canonicalJson,
  isRedacted,
  redactJson,
  sealEvents,
  withFork,
} from '@ensemble/core/host'
import { unknownRun } from '../journal-errors.ts'
import { sealSome } from '../seal-some.ts'
import type { Holder } from './holder.ts'
import type { PostgresDatabase } from './postgres-database.ts'
import { RUN_COLUMNS, type RunColumns, annotationOf, withNotes } from './postgres-types.ts'
import type { PostgresParts } from './postgres-parts.ts'
import { appendEvents, createRun } from './run-writes.ts'

/** A Run that this process writes, as its last event leaves it. */
interface Held {
  readonly epoch: number
  readonly run: Run
}

const readHeld = async ({ query }: PostgresDatabase, run: string, epoch: number): Promise<Held> => {
  const [row] = await query<RunColumns & { readonly epoch: number }>(
    `select ${RUN_COLUMNS}, epoch from runs where id = $1`,
    [run],
  )
  if (row === undefined) throw unknownRun(run)
  if (row.epoch !== epoch)
    throw new EnsembleError('engine.lease', `Run ${run} is written by another holder now; this one stops.`)
  return { epoch, run: withNotes(row) }
}

/** The writers of Runs: beginning, leases and signals. */
export const createRecorder = (
  { database, redact, announce, shown }: PostgresParts,
  holder: Pick<Holder, 'id' | 'lease'>,
): Pick<Journal, 'create' | 'lease' | 'append' | 'signal' | 'readsBack'> & {
  /** The Run is gone. */
  readonly forget: (run: string) => void
} => {
  const sealing: SealOptions = { redact }
  const held = new Map<string, Held>()
  /** The last append of each Run: the next begins after it. */
  const appending = new Map<string, Promise<unknown>>()
  /** Active Runs whose record lacks a secret that their memory has. */
  const redacted = new Set<string>()
  const noteRedacted = (run: string, sealed: readonly Sealed[]): void => {
    if (sealed.some(({ line, bodies }) => isRedacted(line, bodies))) redacted.add(run)
    if (sealed.some(({ event }) => isEnd(event.type))) redacted.delete(run)
  }
  const inTurn = async <T>(run: string, work: () => Promise<T>): Promise<T> => {
    const mine = (appending.get(run) ?? Promise.resolve()).then(work, work)
    appending.set(run, mine)
    try {
      return await mine
    } finally {
      if (appending.get(run) === mine) appending.delete(run)
    }
  }
  const appendSome = async (run: string, epoch: number, events: readonly NewEvent[], done: number): Promise<number> => {
    const known = held.get(run)
    // After a failure it is unknown whether it was written.
    held.delete(run)
    const before = known?.epoch === epoch ? known.run : (await readHeld(database, run, epoch)).run
    const { annotation, ...summary } = before
    const sealed = sealSome(run, summary.head, events, done, sealing)
    const after = sealed.reduce((left, { event, head }) => foldRun(left, event, head.hash), summary)
    const notes = await appendEvents(
      database.repeated,
      { epoch, after: summary.head.seq, summary: after, sealed },
      annotation,
    )
    if (notes === undefined) {
      await readHeld(database, run, epoch)
      throw new EnsembleError('engine.lease', `Run ${run} has other events than its holder knows; it stops.`)
    }
    const said = annotationOf(notes)
    if (!hasEnded(after)) held.set(run, { epoch, run: { ...after, ...(said && { annotation: said }) } })
    noteRedacted(run, sealed)
    announce(
      shown({ ...after, ...(said && { annotation: said }) }),
      sealed.map(({ event }) => event),
    )
    return sealed.length
  }

  return {
    forget: (run) => void held.delete(run),
    create: async (start, idempotencyKey) => {
      const request = redact(canonicalJson(start.request))
      const sealed = sealEvents(start.id, { seq: 0, hash: GENESIS }, [start.created], sealing)
      const [first] = sealed
      if (first === undefined) throw new Error('sealing one event gives one line')
      const bodyOf = (hash: string): unknown =>
        JSON.parse(first.bodies.find((body) => body.hash === hash)?.text ?? 'null')
      const summary = foldRun(undefined, withFork(first.event, bodyOf), first.head.hash)
      const isNew = await createRun(database.repeated, {
        summary,
        sealed,
        request,
        idempotencyKey: idempotencyKey ?? null,
        holder: holder.id,
      })
      if (isNew) {
        noteRedacted(start.id, sealed)
        announce(shown(summary), [first.event])
        return { run: start.id, created: true }
      }
      const [earlier] = await database.query<{ readonly id: string; readonly request: string }>(
        'select id, request from runs where idempotency_key = $1',
        [idempotencyKey],
      )
      if (earlier?.request === request) return { run: earlier.id, created: false }
      throw new EnsembleError(
        'run.conflict',
        `The idempotency key "${idempotencyKey}" belongs to run ${earlier?.id}, which was started with another body.`,
      )
    },

    lease: async (run) => {
      held.delete(run)
      return holder.lease(run)
    },

    append: ({ run, epoch }, events) =>
      inTurn(run, async () => {
        for (let done = 0; done < events.length;) done += await appendSome(run, epoch, events, done)
      }),

    readsBack: (run) => !redacted.has(run),

    signal: async (run, key, body) => {
      const [row] = await database.query<{ readonly is_known: boolean; readonly is_new: boolean }>(
        `with own as (select n from runs where id = $1),
           put as (insert into inbox (run, key, body) select n, $2, $3 from own on conflict do nothing returning 1)
         select exists (select 1 from own) as is_known, exists (select 1 from put) as is_new`,
        [run, key, JSON.stringify(redactJson(body, redact))],
      )
      if (row?.is_known !== true) throw unknownRun(run)
      return row.is_new ? 'accepted' : 'already'
    },
  }
}
