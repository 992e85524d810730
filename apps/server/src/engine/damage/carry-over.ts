import { isUtf8 } from 'node:buffer'
import { type JournalEvent, type Run, type Sha256, isObject, sha256Bytes } from '@ensemble/core'
import { type Annotation, foldRun, isEnd } from '@ensemble/core/journal'
import { GENESIS, type Head, bodyRefs, withFork } from '@ensemble/core/host'
import type { Db } from '../database.ts'
import { usedHashes } from '../derived.ts'
import { parseLine } from '../follows.ts'
import { type Statements, prepareStatements } from '../statements.ts'
import { type StoredBodies, type StoredBody, createValues, depthOf } from '../stored-bodies.ts'
import type { FoundRows, FoundRun } from './found-rows.ts'

export interface CarriedOver {
  readonly kept: number
  /** Runs that are not whole any more; `idea` where it can still be read. */
  readonly lost: readonly { readonly run: string; readonly idea?: string }[]
  /** Runs that were kept and lack a large value, what a person said about them, or the hash of their last event. */
  readonly incomplete: readonly string[]
}

interface ChainedEvent {
  readonly event: JournalEvent
  readonly line: string
  readonly hash: Sha256
}

/** The events up to `head`, found from their end: each line is the one whose hash the next one names. */
const chainTo = (rows: FoundRows, run: string, head: Head): readonly ChainedEvent[] | undefined => {
  const chain: ChainedEvent[] = []
  let want: string = head.hash
  for (let seq = head.seq; seq > 0; seq--) {
    const bytes = rows.lines(run, seq).find((found) => sha256Bytes(found) === want)
    const line = bytes?.toString('utf8')
    const event = line === undefined ? undefined : parseLine(line)
    if (line === undefined || event?.run !== run || event.seq !== seq) return undefined
    chain.push({ event, line, hash: want as Sha256 }) // it is the hash of the line
    want = event.prev
  }
  return want === GENESIS && chain.length > 0 ? chain.toReversed() : undefined
}

/**
 * Events of a run whose row is lost; complete if they lead to its end. No hash covers the last line, only its form is
 * checked.
 */
const endedChain = (rows: FoundRows, run: string): readonly ChainedEvent[] | undefined => {
  const seq = rows.lastSeq(run)
  for (const bytes of rows.lines(run, seq)) {
    const line = bytes.toString('utf8')
    const event = parseLine(line)
    const isOurs = isUtf8(bytes) && isObject(event) && typeof event.key === 'string' && isObject(event.data)
    if (isOurs && JSON.stringify(event) === line && isEnd(event.type))
      return chainTo(rows, run, { seq, hash: sha256Bytes(bytes) })
  }
  return undefined
}

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}

const ideaOf = (rows: FoundRows, run: string): string | undefined => {
  for (const bytes of rows.lines(run, 1)) {
    const event = parseLine(bytes.toString('utf8'))
    if (event?.type === 'run.created' && typeof event.data.idea === 'string') return event.data.idea
  }
  return undefined
}

/**
 * Copies every run and value that hashes verify into another database, in order; summaries are folded again.
 * `canRebuild`: a run without a row was not deleted.
 */
export const carryOver = (rows: FoundRows, to: Db, canRebuild: boolean): CarriedOver => {
  const statements = prepareStatements(to)
  const rowOf = latestRows(rows)
  const ids = new Set([...rows.runs.toSorted((a, b) => a.n - b.n).map(({ id }) => id), ...rows.ids])
  const lost: { run: string; idea?: string }[] = []
  const incomplete: string[] = []
  let kept = 0
  to.exec('begin immediate')
  carryBodies(rows, statements.bodies)
  for (const id of ids) {
    const row = rowOf.get(id)
    const isLatest = row !== undefined && rows.lastSeq(id) <= row.headSeq
    const vouched = isLatest ? chainTo(rows, id, { seq: row.headSeq, hash: row.headHash as Sha256 }) : undefined // only compared
    const chain = vouched ?? (row !== undefined || canRebuild ? endedChain(rows, id) : undefined)
    if (chain === undefined) {
      const idea = ideaOf(rows, id)
      lost.push({ run: id, ...(idea !== undefined && { idea }) })
      continue
    }
    const hasAll = put(statements, rows, id, chain, row)
    if (!hasAll || vouched === undefined) incomplete.push(id)
    kept += 1
  }
  to.exec('commit')
  return { kept, lost, incomplete }
}

/**
 * Copies the values that are those of their hash: first those that others build on. A conversation is looked at as a
 * whole, since most of it is in other rows.
 */
const carryBodies = (rows: FoundRows, to: StoredBodies): void => {
  const chosen = new Map<string, StoredBody>()
  const values = createValues((hash) => chosen.get(hash))
  const carry = (hash: Sha256, candidates: readonly StoredBody[]): void => {
    for (const row of candidates) {
      chosen.set(hash, row)
      const bytes = values.get(hash)
      if (bytes !== undefined && sha256Bytes(bytes) === hash) return to.putRow(hash, row)
      values.forget(hash)
    }
    chosen.delete(hash)
  }
  const built: (readonly [Sha256, number])[] = []
  for (const hash of rows.hashes() as Iterable<Sha256>) {
    const candidates = rows.bodies(hash)
    const depths = candidates.flatMap((row) => depthOf(row) ?? [])
    if (depths.length > 0) built.push([hash, Math.min(...depths)])
    else carry(hash, candidates)
  }
  for (const [hash] of built.toSorted(([, a], [, b]) => a - b)) carry(hash, rows.bodies(hash))
}

/** The newest version of a run's row: pages may hold several, and an older one would hide later events. */
const latestRows = (rows: FoundRows): ReadonlyMap<string, FoundRun> => {
  const latest = new Map<string, FoundRun>()
  for (const row of rows.runs) if (row.headSeq > (latest.get(row.id)?.headSeq ?? 0)) latest.set(row.id, row)
  return latest
}

/** Whether nothing of the run is missing. */
const put = (
  statements: Statements,
  rows: FoundRows,
  id: string,
  chain: readonly ChainedEvent[],
  row: FoundRun | undefined,
): boolean => {
  const valueOf = (hash: Sha256): unknown => {
    const bytes = statements.bodies.get(hash)
    return bytes && JSON.parse(new TextDecoder().decode(bytes))
  }
  const summary = chain.reduce<Run | undefined>(
    (left, { event, hash }) => foldRun(left, withFork(event, valueOf), hash),
    undefined,
  )
  if (summary === undefined) return false
  const { idempotencyKey = null, request = 'null', annotation = null } = row ?? {}
  const isTaken = idempotencyKey !== null && statements.byKey(idempotencyKey) !== undefined
  statements.putRun(id, summary, request, isTaken ? null : idempotencyKey)
  for (const { event, line } of chain) {
    statements.putEvent(id, event.seq, event.key, line)
    for (const hash of usedHashes(event)) statements.putUse(hash, id)
  }
  const said = parsed(annotation)
  if (said) statements.putAnnotation(id, said as Annotation) // as `putAnnotation` wrote it
  for (const { key, body } of rows.signals(id).toSorted((a, b) => a.n - b.n))
    if (parsed(body) !== undefined) statements.putSignal(id, key, body)
  const hasValues = chain.every(({ event }) =>
    bodyRefs(event).every(({ $body }) => statements.bodies.get($body) !== undefined),
  )
  return hasValues && said !== undefined
}
