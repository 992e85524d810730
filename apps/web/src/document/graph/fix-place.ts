import type { Problem } from '@ensemble/core'
import { movedRange, toFileDiff, type Range } from '../texts/file-diff.ts'

type Fix = NonNullable<Problem['fix']>

/** The texts that fixes count in, by file: a problem is shown for a moment after its text has changed. */
const textsOfFix = new WeakMap<Fix, ReadonlyMap<string, string | null>>()

/** Remembers in which texts problems were found. One that is shown again keeps its first texts. */
export function foundIn(problems: readonly Problem[], textOf: (file: string, problem: Problem) => string | null): void {
  for (const problem of problems) {
    const { fix } = problem
    if (fix === undefined || textsOfFix.has(fix)) continue
    textsOfFix.set(fix, new Map(fix.edits.map(({ file }) => [file, textOf(file, problem)])))
  }
}

/** Where an edit of `fix` belongs in the text that its file has now; null where that place itself has changed. */
export function placeNow(fix: Fix, { file, offset, length }: Fix['edits'][number], now: string): Range | null {
  const text = textsOfFix.get(fix)?.get(file)
  if (text === undefined || text === now) return [offset, length]
  const diff = toFileDiff(file, text, now)
  return diff?.type === 'splice' ? movedRange([offset, length], diff) : null
}
