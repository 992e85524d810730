import type { Problem } from '@ensemble/core'
import type { FlatRow } from '@ensemble/core/editor'

/** The changes of strict mode have a tab; the status bar doesn't count them either. */
export const isCounted = ({ code }: Problem): boolean => !code.startsWith('portability.')

const RANK = { error: 0, warning: 1, info: 2 } as const

/**
 * The problems of each row by its key, the worst first. A problem belongs to the deepest shown row around its place, so
 * a closed object shows what is wrong inside it. Paths and rows are pointers into the same text.
 */
export function rowMarks(
  rows: readonly FlatRow[],
  problems: readonly Problem[],
): ReadonlyMap<string, readonly Problem[]> {
  const marks = new Map<string, Problem[]>()
  const keys = new Map(rows.map(({ pointer, key }) => [pointer, key]))
  for (const problem of problems) {
    const key = rowAround(keys, problem.path)
    if (key === undefined || !isCounted(problem)) continue
    const own = marks.get(key)
    if (own === undefined) marks.set(key, [problem])
    else own.push(problem)
  }
  for (const own of marks.values()) own.sort((a, b) => RANK[a.severity] - RANK[b.severity])
  return marks
}

/** The deepest of the rows (their keys by pointer) around a place. */
export function rowAround(keys: ReadonlyMap<string, string>, path: string): string | undefined {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const key = keys.get(at)
    if (key !== undefined) return key
  }
  return undefined
}
