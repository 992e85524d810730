import type { Problem } from '@ensemble/core'
import { documentStore } from '../open/document-store.ts'
import { drawnFiles } from '../open/recorded-files.ts'
import { graphStore } from './graph-store.ts'

type Fix = NonNullable<Problem['fix']>

const known = new WeakMap<Fix, ReadonlyMap<string, string | null>>()

/** The texts that a fix counts in, by file: a problem is shown for a moment after its text has changed. */
export const textsOfFix = (fix: Fix): ReadonlyMap<string, string | null> | undefined => known.get(fix)

/** Remembers in which texts problems were found. One that is shown again keeps its first texts. */
export function foundIn(problems: readonly Problem[], textOf: (file: string, problem: Problem) => string | null): void {
  for (const problem of problems) {
    const { fix } = problem
    if (fix === undefined || known.has(fix)) continue
    known.set(fix, new Map(fix.edits.map(({ file }) => [file, textOf(file, problem)])))
  }
}

/** Remembers the texts of the graph's problems as they appear. Returns how to stop. */
export function rememberTexts(): () => void {
  const remember = (): void => {
    const files = drawnFiles(documentStore.getState().files)
    foundIn(graphStore.getState().graph.problems, (file, { code }) => {
      const { text = null, valid = null } = files.get(file) ?? {}
      return code.endsWith('.json') ? text : (valid ?? text)
    })
  }
  remember()
  return graphStore.subscribe(remember)
}
