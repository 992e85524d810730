import type { Run } from '@ensemble/core'
import type { Annotation, RunScore } from '@ensemble/core/journal'
import { unknownRun } from './journal-errors.ts'
import type { JournalParts } from './journal-parts.ts'

const NOTHING: Annotation = { star: false, labels: [], note: '' }

/** Replaces the star, labels and note of a Run; its scores stay. */
export const annotateRun = (
  parts: JournalParts,
  run: string,
  { star, labels, note }: Omit<Annotation, 'scores'>,
): Promise<Run> => changeAnnotation(parts, run, (before) => ({ ...before, star, labels, note }))

/** Replaces the score that `by` gave a Run; null removes it. */
export const scoreRun = (parts: JournalParts, run: string, by: string, score: RunScore | null): Promise<Run> =>
  changeAnnotation(parts, run, ({ scores: before = [], ...annotation }) => {
    const scores = [...before.filter((other) => other.by !== by), ...(score === null ? [] : [score])]
    return scores.length === 0 ? annotation : { ...annotation, scores }
  })

/** An annotation that says nothing is removed. */
const changeAnnotation = async (
  parts: JournalParts,
  run: string,
  change: (before: Annotation) => Annotation,
): Promise<Run> => {
  const { commit, statements, shown, announce } = parts
  const row = await commit(
    () => {
      const found = statements.run(run)
      if (found === undefined) throw unknownRun(run)
      const annotation = change(found.annotation ?? NOTHING)
      const { star, labels, note, scores = [] } = annotation
      const saysNothing = !star && labels.length === 0 && note === '' && scores.length === 0
      statements.putAnnotation(run, saysNothing ? null : annotation)
      return statements.run(run)
    },
    (after) => ({ run, annotation: after?.annotation === undefined ? null : JSON.stringify(after.annotation) }),
  )
  if (row === undefined) throw unknownRun(run)
  const after = shown(row.summary, row.annotation)
  announce(after, [])
  return after
}
