import type { TextEdit } from '../../schema/json-document.ts'
import { applyTextEdits } from '../../schema/json-document.ts'
import { PLACEHOLDER } from '../../tool/lint-description.ts'
import type { Problem } from '../../tool/problem.ts'

/** Whether a fix needs no words of a person: one that leaves a placeholder only begins the work. */
export const isWholeFix = ({ fix }: Problem): boolean =>
  fix !== undefined && fix.edits.every(({ text }) => !text.includes(PLACEHOLDER))

/**
 * The texts after every fix among `problems` that doesn't overlap an earlier one. `texts` is by file; others come back
 * unchanged.
 */
export const fixAll = (
  problems: readonly Problem[],
  texts: ReadonlyMap<string, string>,
): { readonly texts: ReadonlyMap<string, string>; readonly fixed: readonly Problem[] } => {
  const fixed: Problem[] = []
  const byFile = new Map<string, TextEdit[]>()
  for (const problem of problems) {
    const edits = problem.fix?.edits ?? []
    const isFree = edits.every((edit) => {
      const taken = byFile.get(edit.file) ?? []
      return texts.has(edit.file) && taken.every((other) => !touches(edit, other))
    })
    if (edits.length === 0 || !isFree) continue
    for (const { file, ...edit } of edits) byFile.set(file, [...(byFile.get(file) ?? []), edit])
    fixed.push(problem)
  }
  const after = [...texts].map(([file, text]): [string, string] => [file, applyTextEdits(text, byFile.get(file) ?? [])])
  return { texts: new Map(after), fixed }
}

/** Two edits get in each other's way where they overlap, or insert at one place. */
const touches = (a: TextEdit, b: TextEdit): boolean =>
  a.offset === b.offset || (a.offset < b.offset + b.length && b.offset < a.offset + a.length)
