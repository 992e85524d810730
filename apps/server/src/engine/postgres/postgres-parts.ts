import type { JournalEvent, Run } from '@ensemble/core'
import type { PostgresDatabase } from './postgres-database.ts'

/** The shared parts of the Journal on Postgres. */
export interface PostgresParts {
  readonly database: PostgresDatabase
  readonly redact: (text: string) => string
  /** Tells everybody who listens, in any process, of events that are durable, and of the Run as they leave it. */
  readonly announce: (run: Run, events: readonly JournalEvent[]) => void
  /** A Run for a list, with the facts that its summary lacks. */
  readonly shown: (run: Run) => Run
}
