import type { Sha256 } from '@ensemble/core'
import type { CommitNote } from './damage/last-commit.ts'

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
