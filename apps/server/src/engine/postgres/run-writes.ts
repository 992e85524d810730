import { type Run, type Sha256, isObject } from '@ensemble/core'
import { hasEnded } from '@ensemble/core/journal'
import type { Sealed } from '@ensemble/core/host'
import { usedHashes, wordsOf } from '../derived.ts'
import { FACTS, factsOf } from '../run-facts.ts'
import { KEEP_BODY, bodyColumns, getBodies } from './bodies.ts'
import type { Query } from './postgres-database.ts'
import type { RunColumns } from './postgres-types.ts'
import { toVector } from './word-index.ts'

const encoder = new TextEncoder()

/** A statement's values by the order of their places. */
class Values {
  readonly all: unknown[] = []
  /** Its place in the statement. */
  add(value: unknown, type = ''): string {
    this.all.push(value)
    return `$${this.all.length}${type}`
  }
}

/** The parts of a Run that one statement writes, all or none. */
interface Written {
  readonly sealed: readonly Sealed[]
  readonly bodies: ReadonlyMap<Sha256, Uint8Array>
}

const bodiesOf = (sealed: readonly Sealed[]): ReadonlyMap<Sha256, Uint8Array> =>
  new Map(
    sealed.flatMap(({ bodies }) => bodies.map(({ hash, text, utf8 }) => [hash, utf8 ?? encoder.encode(text)] as const)),
  )

/** The words of a Run, whose large values are in `bodies` or stored already. */
export const vectorOf = async (query: Query, run: Run, bodies: Written['bodies'] = new Map()): Promise<string> => {
  const large = [run.input, run.output].flatMap((part) =>
    isObject(part) && typeof part.$body === 'string' ? [part.$body as Sha256] : [],
  )
  const stored = await getBodies(
    query,
    large.filter((hash) => !bodies.has(hash)),
  )
  return toVector(wordsOf(run, (hash) => bodies.get(hash) ?? stored.get(hash)))
}

/** The parts of the statement after the row of the Run, which is `own`. */
const eventsAnd = ({ sealed, bodies }: Written, values: Values): string => {
  const seqs = values.add(
    sealed.map(({ event }) => event.seq),
    '::int[]',
  )
  const keys = values.add(
    sealed.map(({ event }) => event.key),
    '::text[]',
  )
  const lines = values.add(
    sealed.map(({ line }) => line),
    '::text[]',
  )
  const uses = new Set(sealed.flatMap(({ event, bodies: own }) => usedHashes(event, own)))
  const parts = [
    `put_events as (insert into events (run, seq, key, line)
       select own.n, given.* from own, unnest(${seqs}, ${keys}, ${lines}) as given)`,
  ]
  if (bodies.size > 0) {
    const { hashes, bytes, forms } = bodyColumns(bodies)
    parts.push(
      `put_bodies as (insert into bodies (hash, bytes, form) select given.* from own,
         unnest(${values.add(hashes, '::text[]')}, ${values.add(bytes, '::bytea[]')}, ${values.add(forms, '::smallint[]')}) as given
         ${KEEP_BODY})`,
    )
  }
  if (uses.size > 0)
    parts.push(
      `put_uses as (insert into uses (hash, run) select given, own.n from own,
         unnest(${values.add([...uses].toSorted(), '::text[]')}) as given on conflict do nothing)`,
    )
  return parts.join(',\n')
}

export interface NewRun {
  readonly summary: Run
  readonly sealed: readonly Sealed[]
  readonly request: string
  readonly idempotencyKey: string | null
  /** The process that begins it. */
  readonly holder: string | null
}

const insertRun = (
  values: Values,
  { summary, request, idempotencyKey, holder }: Omit<NewRun, 'sealed'>,
  words: string,
) => {
  const { id, idea, status, model, startedAt, head } = summary
  const columns: readonly (readonly [string, unknown])[] = [
    ['id', id],
    ['idea', idea],
    ['status', status],
    ['model', model],
    ['started_at', startedAt],
    ['ended_at', summary.endedAt ?? ''],
    ['summary', JSON.stringify(summary)],
    ['request', request],
    ['idempotency_key', idempotencyKey],
    ['holder', holder],
    ['head_seq', head.seq],
    ['head_hash', head.hash],
    ...FACTS.map((name, index) => [name, factsOf(summary)[index]] as const),
  ]
  const places = columns.map(([, value]) => values.add(value))
  return `insert into runs (${columns.map(([name]) => name).join(', ')}, words)
    values (${places.join(', ')}, ${values.add(words, '::tsvector')})`
}

/** Writes a Run with its first event. False where the idempotency key is taken. */
export const createRun = async (query: Query, run: NewRun): Promise<boolean> => {
  const bodies = bodiesOf(run.sealed)
  const values = new Values()
  const words = await vectorOf(query, run.summary, bodies)
  const own = insertRun(values, run, words)
  const rows = await query(
    `with own as (${own} on conflict (idempotency_key) do nothing returning n),
     ${eventsAnd({ sealed: run.sealed, bodies }, values)}
     select n from own`,
    values.all,
  )
  return rows.length > 0
}

/** Writes the row of an imported Run; undefined where one of its id is here. */
export const insertImported = async (query: Query, summary: Run): Promise<string | undefined> => {
  const values = new Values()
  const own = insertRun(
    values,
    { summary, request: 'null', idempotencyKey: null, holder: null },
    await vectorOf(query, summary),
  )
  const [row] = await query<{ n: string }>(`${own} on conflict (id) do nothing returning n`, values.all)
  return row?.n
}

export interface Appended {
  readonly epoch: number
  /** The seq of the last event before. */
  readonly after: number
  readonly summary: Run
  readonly sealed: readonly Sealed[]
}

/** A person's notes about the Run, as they are now. */
export type Notes = Pick<RunColumns, 'star' | 'labels' | 'note' | 'scores'>

/**
 * Appends events in one statement. Undefined where the Run is gone, is held by another, or has other events than the
 * caller knows; then nothing is written.
 */
export const appendEvents = async (
  query: Query,
  { epoch, after, summary, sealed }: Appended,
  annotation: Run['annotation'],
): Promise<Notes | undefined> => {
  const values = new Values()
  const bodies = bodiesOf(sealed)
  const { id, status, head } = summary
  const facts = factsOf(summary)
  const sets = [
    `status = ${values.add(status)}`,
    `summary = ${values.add(JSON.stringify(summary))}`,
    `ended_at = ${values.add(summary.endedAt ?? '')}`,
    `head_seq = ${values.add(head.seq)}`,
    `head_hash = ${values.add(head.hash)}`,
    ...FACTS.map((name, index) => `${name} = ${values.add(facts[index])}`),
  ]
  if (hasEnded(summary)) {
    const words = await vectorOf(query, { ...summary, ...(annotation && { annotation }) }, bodies)
    sets.push('holder = null', `words = ${values.add(words, '::tsvector')}`)
  }
  const where = `id = ${values.add(id)} and epoch = ${values.add(epoch)} and head_seq = ${values.add(after)}`
  const [row] = await query<Notes>(
    `with own as (update runs set ${sets.join(', ')} where ${where} returning n, star, labels, note, scores),
     ${eventsAnd({ sealed, bodies }, values)}
     select star, labels, note, scores from own`,
    values.all,
  )
  return row
}
