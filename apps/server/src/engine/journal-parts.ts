import type { JournalEvent, Run } from '@ensemble/core'
import type { SealOptions } from '@ensemble/core/host'
import type { FreshHashes } from './fresh-hashes.ts'
import type { Commit } from './group-commit.ts'
import type { Statements } from './statements.ts'

/** The shared parts of the writers of the SQLite Journal. */
export interface JournalParts {
  /** Only within a commit: a statement of a closed database ends the whole process. */
  readonly statements: Statements
  readonly commit: Commit
  readonly fresh: FreshHashes
  readonly redact: (text: string) => string
  readonly sealing: SealOptions
  /** Tells everybody who listens of events that are durable, and of the Run as they leave it. */
  readonly announce: (run: Run, events: readonly JournalEvent[]) => void
  /** A Run for a list, with the facts that its summary lacks. */
  readonly shown: (run: Run, annotation?: Run['annotation']) => Run
}
