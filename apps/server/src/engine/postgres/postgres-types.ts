import type { Run } from '@ensemble/core'
import type { Annotation, RunScore } from '@ensemble/core/journal'

/** The columns of `runs` that a Run is shown by. */
export interface RunColumns {
  /** Postgres gives a bigint as text. */
  readonly n: string
  readonly summary: string
  readonly star: boolean
  readonly labels: readonly string[]
  readonly note: string
  readonly scores: readonly RunScore[]
}
export const RUN_COLUMNS = 'n, summary, star, labels, note, scores'
/** Rows that an index holds: those that somebody said something about. */
export const IS_NOTED = `(star or labels <> '{}' or scores <> '[]')`

export const annotationOf = ({
  star,
  labels,
  note,
  scores,
}: Pick<RunColumns, 'star' | 'labels' | 'note' | 'scores'>): Annotation | undefined =>
  star || labels.length > 0 || note !== '' || scores.length > 0
    ? { star, labels, note, ...(scores.length > 0 && { scores }) }
    : undefined

export const summaryOf = ({ summary }: Pick<RunColumns, 'summary'>): Run => JSON.parse(summary) as Run // as `putRun` wrote it

export const withNotes = (row: RunColumns): Run => {
  const annotation = annotationOf(row)
  return { ...summaryOf(row), ...(annotation && { annotation }) }
}
