import type { Json, Sha256 } from '../schema/json.ts'
import type { JournalEvent, LiveEvent, NewEvent, StreamEvent } from './events.ts'
import type { Run } from './run-types.ts'

/** A Run as it is created: its id, and its first event. */
export interface RunStart {
  readonly id: string
  readonly idea: string
  /** The request behind an idempotency key, for comparison. */
  readonly request: Json
  readonly created: NewEvent & { readonly type: 'run.created' }
}

/** The right to write one Run. A stale epoch is refused: the holder is the only writer. */
export interface Lease {
  readonly run: string
  readonly epoch: number
}

/** Something said to a Run from outside, once for each key: a decision, a cancel. */
export interface Signal {
  readonly key: string
  readonly body: Json
}

/** `prev` of a Run's first event. */
export const GENESIS: Sha256 = '0'.repeat(64)

/** Content stored by its hash. */
export interface Bodies {
  put(bytes: Uint8Array): Promise<Sha256>
  /** For Journals that keep texts as they are: what `put` of its UTF-8 would do. */
  putText?(text: string): Promise<Sha256>
  get(hash: Sha256): Promise<Uint8Array | undefined>
}

/**
 * The port to durable history (ARCHITECTURE.md). Appended events are durable and never change; `read` with `hydrate`
 * restores bodies over 4 KB.
 */
export interface Journal {
  create(start: RunStart, idempotencyKey?: string): Promise<{ readonly run: string; readonly created: boolean }>
  lease(run: string): Promise<Lease>
  append(lease: Lease, events: readonly NewEvent[]): Promise<void>
  /** Events are written when somebody looks: `append` takes data that is still to be made (`Deferred`), too. */
  readonly defers?: true
  /** Each append costs a write to a disk: facts that nothing outside depends on yet are appended together with the next. */
  readonly gathers?: true
  /** To every tail of the run; recorded nowhere. */
  publish(event: LiveEvent): void
  /** Whether the run has a tail now: without one, live parts aren't made. Absent if all of it counts. */
  isTailed?(run: string): boolean
  /** Whether all that was appended to the run reads back as it was given: not where a secret was taken out. Absent if always. */
  readsBack?(run: string): boolean
  signal(run: string, key: string, body: Json): Promise<'accepted' | 'already'>
  inbox(run: string): Promise<readonly Signal[]>
  read(
    run: string,
    options?: { readonly after?: number; readonly limit?: number; readonly hydrate?: boolean },
  ): Promise<readonly JournalEvent[]>
  /** Catches up from `after`, then live, until the run ends or `stop` aborts. */
  tail(run: string, after: number, stop: AbortSignal): AsyncIterable<StreamEvent>
  readonly bodies: Bodies
  readonly runs: {
    get(run: string): Promise<Run | undefined>
    list(query: RunQuery): Promise<{ readonly items: readonly Run[]; readonly next: string | null }>
    remove(run: string): Promise<boolean>
  }
}

/** Which Runs a list shows; all filters hold together. At most `limit` (default 50), from after `cursor`, the newest first. */
export interface RunQuery {
  readonly idea?: string
  readonly status?: string
  readonly model?: string
  /** Started at this ISO time or later, or before it. */
  readonly from?: string
  readonly to?: string
  readonly q?: string
  /** The `next` of the page before: digits, which hold whatever became of the Run that it ended with. */
  readonly cursor?: string
  readonly limit?: number
}
