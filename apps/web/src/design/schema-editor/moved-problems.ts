import type { Problem } from '@ensemble/core'
import { toFileDiff } from '../../document/texts/file-diff.ts'

type Range = readonly [offset: number, length: number]

/** What was found in a text. */
export interface Found {
  readonly text: string
  readonly problems: readonly Problem[]
}

/**
 * Whether the same was found as before, each in the same words, which at most stand elsewhere now: markers in an editor
 * move with their words by themselves, and setting them anew costs as much as the key.
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

/**
 * What was found, where it stands in a later text; without what the change touched at its edge, and without fixes, which
 * are edits of the text they were made for.
 */
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

/** Where a range stands after a change that is not at its edge; null where it is. */
function movedRange(
  [start, length]: Range,
  { offset, removed, inserted }: { readonly offset: number; readonly removed: string; readonly inserted: string },
): Range | null {
  const end = start + length
  const changeEnd = offset + removed.length
  const by = inserted.length - removed.length
  if (end < offset) return [start, length]
  if (start > changeEnd) return [start + by, length]
  return start < offset && changeEnd < end ? [start, length + by] : null
}
