import type { Problem } from '@ensemble/core'
import { toFileDiff } from '../../document/texts/file-diff.ts'
import { movedRange, type Range } from '../../document/texts/moved-range.ts'

/** The findings in a text. */
export interface Found {
  readonly text: string
  readonly problems: readonly Problem[]
}

/**
 * Whether the findings match in words: an editor's markers move by themselves, and resetting them costs as much as a
 * key.
 */
export function onlyMoved(before: Found, after: Found): boolean {
  if (before.problems.length !== after.problems.length) return false
  const diff = toFileDiff('', before.text, after.text)
  if (diff !== null && diff.type !== 'splice') return false
  return before.problems.every((old, index) => {
    const now = after.problems[index]
    if (now === undefined || now.code !== old.code || now.severity !== old.severity || now.message !== old.message)
      return false
    const wanted = diff === null ? (old.range ?? NOWHERE) : movedRange(old.range ?? NOWHERE, diff)
    const [offset, length] = now.range ?? NOWHERE
    return wanted !== null && wanted[0] === offset && wanted[1] === length
  })
}

/** Findings moved to a later text; without touched ones, and without fixes, which fit only their own text. */
export function moved(before: Found, text: string): readonly Problem[] {
  const diff = toFileDiff('', before.text, text)
  if (diff === null) return before.problems
  if (diff.type !== 'splice') return []
  return before.problems.flatMap(({ fix: _fix, ...problem }) => {
    const range = movedRange(problem.range ?? NOWHERE, diff)
    return range === null ? [] : [{ ...problem, range }]
  })
}

const NOWHERE: Range = [0, 1]
