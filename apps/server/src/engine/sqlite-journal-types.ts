import type { Journal, JournalEvent, Run, Sha256 } from '@ensemble/core'
import type { Annotation, EventType, RunQuery } from '@ensemble/core/journal'
import type { CommitNote } from './damage/last-commit.ts'
import type { RunRemoval } from './run-removal.ts'
import type { RunSizes, SizedValue } from './run-sizes.ts'

/** A question about Runs, what people said about them included. */
export interface AnnotatedQuery extends RunQuery {
  readonly label?: string
  readonly starred?: boolean
  /** Whether Runs that only tried a Tool alone are listed, too; true by default. */
  readonly trials?: boolean
  /** The code of the error that a Run failed with. */
  readonly error?: string
  /** Bounds, themselves included; a Run whose measure is not known is left out. */
  readonly minMs?: number
  readonly maxMs?: number
  readonly minCost?: number
  readonly maxCost?: number
  readonly minTokens?: number
  readonly maxTokens?: number
  /** A place in the input such as `input.brief`, and a text that it holds; Latin letters match in either case. */
  readonly path?: string
  readonly value?: string
}

/** By which column a list is sorted; without one, by when the Run was recorded. */
export type RunSort =
  'run' | 'idea' | 'status' | 'error' | 'model' | 'started' | 'time' | 'turns' | 'calls' | 'tokens' | 'cost'

export interface ListQuery extends AnnotatedQuery {
  readonly sort?: RunSort
  /** `desc` by default. */
  readonly order?: 'asc' | 'desc'
}

/** The disk space of Runs. */
export interface SpaceOfRuns
  extends Pick<RunRemoval, 'outlived' | 'oldest'>, Pick<RunSizes, 'ownContent' | 'isUsed' | 'runIds' | 'usedBytes'> {
  /** Values that no Run uses. */
  unusedValues(): Promise<readonly SizedValue[]>
  /** Deletes them. */
  removeUnused(): Promise<readonly SizedValue[]>
}

export interface SqliteJournal extends Journal, SpaceOfRuns {
  readonly runs: Omit<Journal['runs'], 'list'> & {
    list(query: ListQuery): ReturnType<Journal['runs']['list']>
    /** How many of the Runs that match failed with each code, the most frequent first. */
    errors(query: AnnotatedQuery): Promise<readonly { readonly code: string; readonly count: number }[]>
  }
  /** Replaces a Run's notes. Throws EnsembleError `run.unknown`. */
  annotate(run: string, annotation: Annotation): Promise<Run>
  /** Every label that some Run carries. */
  labels(): readonly string[]
  /** Runs that neither ended nor were ended, oldest first. */
  unfinished(): readonly Run[]
  /** The events of one type, without reading the others. */
  readType(run: string, type: EventType): Promise<readonly JournalEvent[]>
  /** The Journal's lines, byte for byte. */
  lines(run: string): readonly string[]
  /** The next lines, each held against the chain. Throws EnsembleError `run.damaged`. */
  readLines(run: string, after: number, limit: number): readonly string[]
  /** Takes a verified run as it is. Throws EnsembleError `run.conflict` where another of that id is here. */
  importRun(imported: ImportedRun): Promise<void>
  /** How many runs there are, and the bytes of the database. */
  size(): { readonly runs: number; readonly journal: number }
  /** Says why a run cannot be recorded at the moment, or that it can again. */
  stall(run: string, why: string | undefined): void
  /** Every change of a run's summary, once it is durable. */
  onRun(listener: (run: Run) => void): () => void
  /** Every run that is deleted, by its id. */
  onRemoved(listener: (run: string) => void): () => void
  /** Folds the write-ahead log into the file and closes it. */
  close(): void
}

export interface ImportedRun {
  readonly summary: Run
  readonly events: readonly JournalEvent[]
  readonly lines: readonly string[]
  readonly bodies: Readonly<Record<Sha256, string>>
}

export interface SqliteJournalOptions {
  /** Gets the facts of every commit, once it is on the disk and before other listeners. */
  readonly note?: CommitNote
  /** SQLite met damage while it read or wrote; its words. */
  readonly onDamage?: (complaint: string) => void
  /** Why nothing may be recorded at the moment; undefined while it may. */
  readonly refusal?: () => Error | undefined
  readonly redact?: (text: string) => string
  /** How many characters at the end of a text may begin a secret: what is only seen live waits for what comes next. */
  readonly openEnd?: (text: string) => number
  /** Content that went with the last run that used it: a file of that hash can go too. */
  readonly onUnused?: (hashes: readonly Sha256[]) => void
}
