import type { Journal, JournalEvent, Run, Sha256 } from '@ensemble/core'
import type { FiguresBy, RunFigures } from './figures-by.ts'
import type { Annotation, EventType, RunQuery, RunScore } from '@ensemble/core/journal'

/** A question about Runs, what people said about them included. */
export interface AnnotatedQuery extends RunQuery {
  readonly label?: string
  readonly starred?: boolean
  /** Who scored, with bounds of that score, themselves included; without bounds any score. */
  readonly scoredBy?: string
  readonly minScore?: number
  readonly maxScore?: number
  /** Only Runs that this scorer has not scored. */
  readonly unscoredBy?: string
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

/** A verified Run of another Journal. */
export interface ImportedRun {
  readonly summary: Run
  readonly events: readonly JournalEvent[]
  readonly lines: readonly string[]
  readonly bodies: Readonly<Record<Sha256, string>>
}

/** The content that goes if a run is deleted: no other run uses it. */
export interface OwnContent {
  /** Bytes in the database. */
  readonly journal: number
  /** Hashes of files. */
  readonly files: readonly Sha256[]
}

/** A value of the database, by its hash. */
export interface SizedValue {
  readonly hash: Sha256
  readonly bytes: number
}

export interface NumberedRun {
  readonly n: number
  readonly id: string
}

/** The space that Runs take, and what of it can go. */
export interface SpaceOfRuns {
  /** How many runs there are, and the bytes of the database. */
  size(): Promise<{ readonly runs: number; readonly journal: number }>
  /** Bytes of the database without its free pages. */
  usedBytes(): Promise<number>
  /** Ended runs that a retention deletes: older than `before`, or beyond the newest `most`; of each at most `limit`. */
  outlived(before: string | null, most: number | null, limit: number): Promise<readonly string[]>
  /** Ended runs that a retention by bytes deletes, the oldest first, after the run of number `after`; never the newest run. */
  oldest(after: number, limit: number): Promise<readonly NumberedRun[]>
  /** Ids, the oldest run first, without the first `skipped`. */
  runIds(skipped: number, limit: number): Promise<readonly string[]>
  ownContent(run: string): Promise<OwnContent>
  isUsed(hash: string): Promise<boolean>
  /** Values that no Run uses. */
  unusedValues(): Promise<readonly SizedValue[]>
  /** Deletes them. */
  removeUnused(): Promise<readonly SizedValue[]>
}

/** The questions of the server about Runs. */
export interface RunQueries {
  readonly runs: Omit<Journal['runs'], 'list'> & {
    /** The Run that was started with this idempotency key. */
    byKey(idempotencyKey: string): Promise<Run | undefined>
    list(query: ListQuery): ReturnType<Journal['runs']['list']>
    /** Counts, sums and percentiles of the Runs that match, by group. */
    figures(by: FiguresBy, query: AnnotatedQuery): Promise<readonly RunFigures[]>
    /** How many of the Runs that match failed with each code, the most frequent first. */
    errors(query: AnnotatedQuery): Promise<readonly { readonly code: string; readonly count: number }[]>
  }
  /** Every label that some Run carries. */
  labels(): Promise<readonly string[]>
  /** The scores of each scored Run, of one Idea where an address is given. */
  scores(idea?: string): Promise<readonly (readonly RunScore[])[]>
  /** Runs that neither ended nor were ended, oldest first. */
  unfinished(): Promise<readonly Run[]>
  /** The events of one type, without reading the others. */
  readType(run: string, type: EventType): Promise<readonly JournalEvent[]>
  /** The next lines byte for byte, each held against the chain. Throws EnsembleError `run.damaged`. */
  readLines(run: string, after: number, limit: number): Promise<readonly string[]>
}

/** The listeners of a server. Each registration returns its end. */
export interface RunEvents {
  /** Every change of a run's summary, once it is durable. */
  onRun(listener: (run: Run) => void): () => void
  /** Every run that is deleted, by its id. */
  onRemoved(listener: (run: string) => void): () => void
}

/** The engine port: the Journal with all else that the server asks of a database. Each engine implements it alone. */
export interface WorkspaceJournal extends Omit<Journal, 'runs'>, RunQueries, SpaceOfRuns, RunEvents {
  /** Replaces a Run's notes; its scores stay. Throws EnsembleError `run.unknown`. */
  annotate(run: string, annotation: Omit<Annotation, 'scores'>): Promise<Run>
  /** Replaces the score that `by` gave a Run; null removes it. Throws EnsembleError `run.unknown`. */
  score(run: string, by: string, score: RunScore | null): Promise<Run>
  /** Takes a verified run as it is. Throws EnsembleError `run.conflict` where another of that id is here. */
  importRun(imported: ImportedRun): Promise<void>
  /** Says why a run cannot be recorded at the moment, or that it can again. */
  stall(run: string, why: string | undefined): void
  close(): Promise<void>
}
