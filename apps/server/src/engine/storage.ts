import { basename, dirname, join } from 'node:path'
import type { Log } from '../http/log.ts'
import type { Redactor } from '../secrets/redactor.ts'
import { type ArtifactFiles, createArtifactFiles } from './artifact-files.ts'
import { copyDatabase } from './copied-database.ts'
import { noteLastCommit } from './damage/last-commit.ts'
import { type Losses, lossSentence, openLosses } from './damage/losses.ts'
import { type KeptFile, keepFile } from './kept-file.ts'
import { lookThrough } from './damage/look-through.ts'
import { openOrSalvage, suspect } from './salvage.ts'
import type { SqliteJournal } from './sqlite-journal-types.ts'
import { createSqliteJournal } from './sqlite-journal.ts'

/** The records of a workspace, in its `.ensemble` folder. */
export interface Storage {
  readonly journal: SqliteJournal
  readonly artifacts: ArtifactFiles
  readonly losses: Losses
  readonly kept: KeptFile
  /** Removes the copy that a read-only server works on. Call it once the journal is closed. */
  readonly removeCopy: () => void
}

export interface StorageOptions {
  readonly root: string
  /** Works on a copy of the database. */
  readonly readOnly: boolean
  readonly redactor: Redactor
  readonly log: Log
}

/** Opens the database, what can be saved of a damaged one. Throws EnsembleError `engine.newer` with one sentence. */
export const openStorage = ({ root, readOnly, redactor, log }: StorageOptions): Storage => {
  const own = join(root, '.ensemble', 'ensemble.db')
  const copied = readOnly ? copyDatabase(own) : undefined
  const file = copied?.path ?? own
  const losses = openLosses(join(dirname(file), 'losses.json'))
  const { db, loss, isUnchecked } = openOrSalvage(file, { onLoss: losses.add })
  if (loss !== undefined) log.warn(lossSentence(basename(file), loss))
  const kept = keepFile(db, file)
  const looking = isUnchecked ? lookThrough(file) : undefined
  let isSuspect = false
  void looking?.found.then((complaint) => {
    if (complaint === undefined) return
    isSuspect = true
    suspect(file)
    log.warn(
      `${basename(file)} is damaged (${complaint}). Restart the server: it then carries over every whole run into a new file.`,
    )
  })
  const artifacts = createArtifactFiles(root, redactor.isIn)
  const note = noteLastCommit(db, file)
  const journal = createSqliteJournal(db, {
    redact: redactor.redact,
    openEnd: redactor.openEnd,
    note: { write: note.write, close: () => note.close(isSuspect) },
    onUnused: (hashes) => void Promise.all(hashes.map(artifacts.remove)).catch(() => undefined),
  })
  const close = (): void => {
    looking?.stop()
    journal.close()
  }
  return { journal: { ...journal, close }, artifacts, losses, kept, removeCopy: () => copied?.remove() }
}
