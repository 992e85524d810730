import type { Run } from '@ensemble/core'
import { type Annotation, type RunScore, hasEnded } from '@ensemble/core/journal'
import type { Db } from './database.ts'
import { annotationIn, withAnnotation, wordsOf } from './derived.ts'
import { FACTS, factsOf } from './run-facts.ts'
import type { StoredBodies } from './stored-bodies.ts'
import { ANNOTATION, type Bytes, asBytes, textOf, textOrNull, textsOf } from './stored-text.ts'

interface RunRow {
  readonly n: number
  readonly epoch: number
  readonly summary: Run
  readonly annotation?: Annotation
}

/** The rows of Runs, with the index of their words. */
export interface RunRows {
  run(id: string): RunRow | undefined
  byKey(idempotencyKey: string): { readonly id: string; readonly request: string } | undefined
  putRun(id: string, summary: Run, request: string, idempotencyKey: string | null): void
  updateRun(summary: Run): void
  nextEpoch(id: string): number | undefined
  /** Null removes it. */
  putAnnotation(id: string, annotation: Annotation | null): void
  labels(): readonly string[]
  /** The scores of each scored Run, of one Idea where an address is given. */
  scores(idea?: string): readonly (readonly RunScore[])[]
  unfinished(): readonly Run[]
}

/** The words of an annotation. */
const saidIn = (annotation: Annotation | null | undefined): string =>
  JSON.stringify([annotation?.labels ?? [], annotation?.note ?? ''])

interface Row {
  readonly n: number
  readonly epoch: number
  readonly summary: Bytes
  readonly annotation: Bytes | null
}

export const createRunRows = (db: Db, bodies: StoredBodies, runOf: (n: number, summary: Bytes) => Run): RunRows => {
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
  const selectScored = (where: string) =>
    db
      .prepare(
        `select ${asBytes('annotation')} from runs indexed by runs_annotated
         where annotation is not null and json_extract(${ANNOTATION}, '$.scores') is not null ${where} order by n`,
      )
      .pluck()
  const [selectScores, selectScoresOf] = [selectScored(''), selectScored('and idea = ?')]
  const selectUnfinished = db.prepare(
    `select n, ${asBytes('summary')} from runs where status in ('queued', 'running', 'waiting') order by n`,
  )
  const deleteText = db.prepare('delete from run_texts where rowid = (select n from runs where id = ?)')
  const insertText = db.prepare('insert into run_texts (rowid, words) values ((select n from runs where id = ?), ?)')

  const rowOf = (id: string) => selectRun.get(id) as Row | undefined // columns as selected
  const indexWords = (summary: Run): void => {
    deleteText.run(summary.id)
    const annotation = textOrNull(rowOf(summary.id)?.annotation ?? null)
    insertText.run(summary.id, wordsOf(withAnnotation(summary, annotation), bodies.get))
  }

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
      const before = rowOf(id)
      updateAnnotation.run(annotation && JSON.stringify(annotation), id)
      // Scores have no words, and indexing a run again costs milliseconds.
      if (before !== undefined && saidIn(annotation) !== saidIn(annotationIn(textOrNull(before.annotation) ?? '')))
        indexWords(runOf(before.n, before.summary))
    },
    labels: () => textsOf(selectLabels.all()),
    scores: (idea) =>
      textsOf(idea === undefined ? selectScores.all() : selectScoresOf.all(idea)).map(
        (text) => annotationIn(text)?.scores ?? [],
      ),
    unfinished: () =>
      (selectUnfinished.all() as readonly Row[]) // columns as selected
        .map(({ n, summary }) => runOf(n, summary))
        .filter((run) => !hasEnded(run)),
  }
}
