import type { Run } from '@ensemble/core'
import type { Annotation } from '@ensemble/core/journal'
import { unknownRun } from './journal-errors.ts'
import type { JournalParts } from './journal-parts.ts'

/** Replaces the star, labels and note of a Run; an empty annotation is removed. */
export const annotateRun = async (parts: JournalParts, run: string, annotation: Annotation): Promise<Run> => {
  const { commit, statements, shown, announce } = parts
  const { star, labels, note } = annotation
  const saysNothing = !star && labels.length === 0 && note === ''
  const row = await commit(
    () => {
      if (statements.run(run) === undefined) throw unknownRun(run)
      statements.putAnnotation(run, saysNothing ? null : { star, labels, note })
      return statements.run(run)
    },
    () => ({ run, annotation: saysNothing ? null : JSON.stringify({ star, labels, note }) }),
  )
  if (row === undefined) throw unknownRun(run)
  const after = shown(row.summary, row.annotation)
  announce(after, [])
  return after
}
