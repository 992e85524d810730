import type { Draft } from './draft.ts'
import type { OperationChoice } from './imported.ts'
import type { Source } from './read-source.ts'

/** The reader of one program's files: each importer is one file that exports one of these. */
export interface Importer {
  /** The program's own name. */
  readonly program: string
  /** Whether a file is one of its exports. Cheap: it is asked of every file. */
  readonly takes: (source: Source) => boolean
  /** Adds what the files become to the draft, and reports what has no counterpart. Runs none of it. */
  readonly read: (sources: readonly Source[], draft: Draft, reading: Reading) => void
}

/** The import that a file is read in: the other files, and the parts that are wanted. */
export interface Reading {
  /** A file by a path that another file gives, relative to it; it counts as recognised then. */
  readonly find: (path: string, from: Source) => Source | undefined
  /** Terms that choose operations; undefined where nothing was chosen. */
  readonly only: readonly string[] | undefined
  /** Operations that may be chosen. */
  readonly offer: (operations: readonly OperationChoice[]) => void
}

/** A place in a JSON or YAML file, as a report names it. */
export const at = (source: Source, ...segments: readonly (string | number)[]): string =>
  segments.length === 0
    ? source.path
    : `${source.path}#/${segments.map((one) => String(one).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`

/** A place in a program. */
export const atLine = (source: Source, line: number): string => `${source.path}:${line}`
