import type { Json, Run, Sha256 } from '@ensemble/core'
import { type Annotation, type Signal, hasEnded } from '@ensemble/core/journal'
import type { Db } from './database.ts'
import { withAnnotation, wordsOf } from './derived.ts'
import { eventId, eventsAfter } from './event-rows.ts'
import { FACTS, factsOf } from './run-facts.ts'
import { type RunLists, createRunLists } from './run-lists.ts'
import { type StoredBodies, createStoredBodies } from './stored-bodies.ts'
import { type Bytes, asBytes, textOf, textOrNull, textsOf } from './stored-text.ts'
import { createSummaries } from './summaries.ts'

export interface RunRow {
  readonly n: number
  readonly epoch: number
  readonly summary: Run
  readonly annotation?: Annotation
}

/** The database's words, prepared once; rows are what the migrations made and this file wrote. */
export interface Statements {
  run(id: string): RunRow | undefined
  byKey(idempotencyKey: string): { readonly id: string; readonly request: string } | undefined
  putRun(id: string, summary: Run, request: string, idempotencyKey: string | null): void
  updateRun(summary: Run): void
  nextEpoch(id: string): number | undefined
  /** Null takes it away. */
  putAnnotation(id: string, annotation: Annotation | null): void
  labels(): readonly string[]
  readonly lists: RunLists
  unfinished(): readonly Run[]
  /** The hashes that no other run uses, or undefined if there is no such run. */
  removeRun(id: string): readonly Sha256[] | undefined
  /** Ended runs that a retention deletes: older than `before`, or beyond the newest `most`; of each at most `limit`. */
  outlived(before: string | null, most: number | null, limit: number): readonly string[]
  /** The Run needs the content, and all that this is stored of. */
  putUse(hash: Sha256, run: string): void
  size(): { readonly runs: number; readonly journal: number }
  putEvent(run: string, seq: number, key: string, line: string): void
  lines(run: string, after: number, limit: number): readonly string[]
  /** A key ends in `#type`, or `#type:n` where it repeats. */
  /** Behind event `after`, up to event `to`. */
  linesOfType(run: string, type: string, after: number, to: number): readonly string[]
  readonly bodies: StoredBodies
  putSignal(run: string, key: string, body: string): boolean
  signals(run: string): readonly Signal[]
}

interface Row {
  readonly n: number
  readonly epoch: number
  readonly summary: Bytes
  readonly annotation: Bytes | null
}

/** Many lines as one value, which costs half of what one value for each does; a line of JSON has no line break. */
const LINES = asBytes('group_concat(line, char(10))', 'lines')
const LINES_AT_ONCE = 1000
const linesIn = ([joined]: readonly unknown[]): readonly string[] =>
  // Plucked; null if there are none.
  joined === null || joined === undefined ? [] : textOf(joined as Bytes).split('\n')

const parseOr = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json // written by `putSignal`
  } catch {
    // A person's decision is asked for again.
    return undefined
  }
}

/** Text that may be damaged, and would make the whole question fail. */
const ANNOTATION = `iif(json_valid(annotation), annotation, '{}')`

export const prepareStatements = (db: Db): Statements => {
  const selectRun = db.prepare(
    `select n, cast(epoch as integer) as epoch, ${asBytes('summary')}, ${asBytes('annotation')} from runs where id = ?`,
  )
  const selectByKey = db.prepare(`select ${asBytes('id')}, ${asBytes('request')} from runs where idempotency_key = ?`)
  const insertRun = db.prepare(
    `insert into runs (id, idea, status, summary, request, idempotency_key, head_seq, head_hash, model, started_at,
       ${FACTS.join(', ')})
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${FACTS.map(() => '?').join(', ')})`,
  )
  const updateRun = db.prepare(
    `update runs set status = ?, summary = ?, head_seq = ?, head_hash = ?, ${FACTS.map((name) => `${name} = ?`).join(', ')} where id = ?`,
  )
  const nextEpoch = db.prepare('update runs set epoch = epoch + 1 where id = ?')
  const updateAnnotation = db.prepare('update runs set annotation = ? where id = ?')
  const selectLabels = db
    .prepare(
      `select distinct ${asBytes('value')} from runs, json_each(${ANNOTATION}, '$.labels')
       where annotation is not null order by value`,
    )
    .pluck()
  const bodies = createStoredBodies(db)
  const runOf = createSummaries(db, bodies.get)
  const lists = createRunLists(db, runOf)
  const selectUnfinished = db.prepare(
    `select n, ${asBytes('summary')} from runs where status in ('queued', 'running', 'waiting') order by n`,
  )
  const deletions = [
    `delete from events where ${eventsAfter('0')}`,
    'delete from inbox where run = ?',
    'delete from uses where run = ?',
    'delete from runs where id = ?',
  ].map((text) => db.prepare(text))
  const deleteText = db.prepare('delete from run_texts where rowid = (select n from runs where id = ?)')
  const insertText = db.prepare('insert into run_texts (rowid, words) values ((select n from runs where id = ?), ?)')
  const insertUse = db.prepare('insert or ignore into uses (hash, run) values (?, ?)')
  const selectOwn = db
    .prepare(
      `select ${asBytes('hash')} from uses as own where run = ?
         and not exists (select 1 from uses where hash = own.hash and run <> own.run)`,
    )
    .pluck()
  const ended = `status in ('completed', 'failed', 'cancelled')
    and (annotation is null or not json_extract(${ANNOTATION}, '$.star'))`
  // Each half reads only the runs before its bound, and no more than it gives.
  const selectOutlived = db
    .prepare(
      `select * from (
         select ${asBytes('id')} from runs indexed by runs_by_start where started_at < ?1 and ${ended}
           and json_extract(iif(json_valid(summary), summary, '{}'), '$.endedAt') < ?1 limit ?3)
       union select * from (
         select ${asBytes('id')} from runs
         where n <= (select n from runs where ?2 is not null order by n desc limit 1 offset coalesce(?2, 0)) and ${ended} limit ?3)`,
    )
    .pluck()
  const insertEvent = db.prepare(`insert into events (id, key, line) values (${eventId('?2')}, ?3, ?4)`)
  const selectLines = db
    .prepare(`select ${LINES} from (select line from events where ${eventsAfter('?2')} order by id limit ?3)`)
    .pluck()
  const selectOfType = db
    .prepare(
      `select ${LINES} from (select line from events
         where ${eventsAfter('?2')} and id <= ${eventId('?3')} and (key like '%#' || ?4 or key like '%#' || ?4 || ':%')
         order by id limit -1)`,
    )
    .pluck()
  const insertSignal = db.prepare(
    `insert or ignore into inbox (run, key, body, n)
     values (?, ?, ?, (select count(*) from inbox where run = ?))`,
  )
  const selectSignals = db.prepare(`select ${asBytes('key')}, ${asBytes('body')} from inbox where run = ? order by n`)

  const rowOf = (id: string) => selectRun.get(id) as Row | undefined // columns as selected
  const indexWords = (summary: Run): void => {
    deleteText.run(summary.id)
    const annotation = textOrNull(rowOf(summary.id)?.annotation ?? null)
    insertText.run(summary.id, wordsOf(withAnnotation(summary, annotation), bodies.get))
  }

  const selectSize = db.prepare(
    `select (select count(*) from runs) as runs,
       (select page_count * page_size from pragma_page_count(), pragma_page_size()) as journal`,
  )
  return {
    run: (id) => {
      const row = rowOf(id)
      if (row === undefined) return undefined
      const summary = runOf(row.n, row.summary)
      const { annotation } = withAnnotation(summary, textOrNull(row.annotation))
      return { n: row.n, epoch: row.epoch, summary, ...(annotation && { annotation }) }
    },
    byKey: (key) => {
      const row = selectByKey.get(key) as { id: Bytes; request: Bytes } | undefined // columns as selected
      return row && { id: textOf(row.id), request: textOf(row.request) }
    },
    putRun: (id, summary, request, key) => {
      const { seq, hash } = summary.head
      const { idea, status, model, startedAt } = summary
      const text = JSON.stringify(summary)
      insertRun.run(id, idea, status, text, request, key, seq, hash, model, startedAt, ...factsOf(summary))
      insertText.run(id, wordsOf(summary, bodies.get))
    },
    updateRun: (summary) => {
      const { seq, hash } = summary.head
      updateRun.run(summary.status, JSON.stringify(summary), seq, hash, ...factsOf(summary), summary.id)
      if (hasEnded(summary)) indexWords(summary)
    },
    nextEpoch: (id) => {
      nextEpoch.run(id)
      return rowOf(id)?.epoch
    },
    putAnnotation: (id, annotation) => {
      updateAnnotation.run(annotation && JSON.stringify(annotation), id)
      const row = rowOf(id)
      if (row !== undefined) indexWords(runOf(row.n, row.summary))
    },
    labels: () => textsOf(selectLabels.all()),
    lists,
    unfinished: () =>
      (selectUnfinished.all() as readonly Row[]) // columns as selected
        .map(({ n, summary }) => runOf(n, summary))
        .filter((run) => !hasEnded(run)),
    removeRun: (id) => {
      if (selectRun.get(id) === undefined) return undefined
      const own = textsOf(selectOwn.all(id)) as Sha256[] // as `putUse` wrote them
      deleteText.run(id)
      for (const deletion of deletions) deletion.run(id)
      return own
    },
    outlived: (before, most, limit) => textsOf(selectOutlived.all(before, most, limit)),
    size: () => {
      // Columns as selected; the driver adds its own.
      const { runs, journal } = selectSize.get() as { runs: number; journal: number }
      return { runs, journal }
    },
    putUse: (hash, run) => {
      const needed = [hash]
      for (let next = needed.pop(); next !== undefined; next = needed.pop())
        if (insertUse.run(next, run).changes > 0) needed.push(...bodies.needs(next))
    },
    putEvent: (run, seq, key, line) => void insertEvent.run(run, seq, key, line),
    lines: (run, after, limit) => {
      const lines: string[] = []
      while (lines.length < limit) {
        const page = linesIn(selectLines.all(run, after + lines.length, Math.min(LINES_AT_ONCE, limit - lines.length)))
        for (const line of page) lines.push(line)
        if (page.length < LINES_AT_ONCE) break
      }
      return lines
    },
    linesOfType: (run, type, after, to) => linesIn(selectOfType.all(run, after, to, type)),
    bodies,
    putSignal: (run, key, body) => insertSignal.run(run, key, body, run).changes > 0,
    signals: (run) =>
      (selectSignals.all(run) as { key: Bytes; body: Bytes }[]).flatMap(({ key, body }) => {
        const parsed = parseOr(textOf(body))
        return parsed === undefined ? [] : [{ key: textOf(key), body: parsed }]
      }),
  }
}
