import { basename, dirname, join } from 'node:path'
import type { Log } from '../http/log.ts'
import type { Redactor } from '../secrets/redactor.ts'
import { type ArtifactFiles, createArtifactFiles } from './artifact-files.ts'
import { copyDatabase } from './copied-database.ts'
import { noteLastCommit } from './damage/last-commit.ts'
import { type Losses, foundLoss, lossSentence, openLosses } from './damage/losses.ts'
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
  /** The database was found to be damaged while it is open; `losses` tells of it. */
  readonly onDamage: () => void
}

/** Opens the database, what can be saved of a damaged one. Throws EnsembleError `engine.newer` with one sentence. */
export const openStorage = ({ root, readOnly, redactor, log, onDamage }: StorageOptions): Storage => {
  const own = join(root, '.ensemble', 'ensemble.db')
  const copied = readOnly ? copyDatabase(own) : undefined
  const file = copied?.path ?? own
  const losses = openLosses(join(dirname(file), 'losses.json'))
  const { db, loss, isUnchecked = false } = openOrSalvage(file, { onLoss: losses.add })
  if (loss !== undefined) log.warn(lossSentence(basename(file), loss))
  const kept = keepFile(db, file)
  let damage: Error | undefined
  let isSound = !isUnchecked
  /** Nothing is written from here on: pages that look free may not be. */
  const damaged = (complaint: string): void => {
    if (damage !== undefined) return
    damage = Object.assign(new Error(complaint), { code: 'SQLITE_CORRUPT' })
    isSound = false
    suspect(file)
    const found = foundLoss(new Date())
    losses.find(found)
    log.warn(`${lossSentence(basename(file), found)} SQLite says: ${complaint}`)
    onDamage()
  }
  const looking = isUnchecked ? lookThrough(file) : undefined
  void looking?.found.then((verdict) => {
    if (verdict === 'ok') isSound = damage === undefined
    else if (verdict !== undefined) damaged(verdict)
  })
  const artifacts = createArtifactFiles(root, redactor.isIn)
  const journal = createSqliteJournal(db, {
    redact: redactor.redact,
    openEnd: redactor.openEnd,
    // A file that was not looked through to its end is looked through again.
    note: noteLastCommit(db, file, () => isSound),
    onDamage: damaged,
    refusal: () => damage,
    onUnused: (hashes) => void Promise.all(hashes.map(artifacts.remove)).catch(() => undefined),
  })
  const close = (): void => {
    looking?.stop()
    journal.close()
  }
  return { journal: { ...journal, close }, artifacts, losses, kept, removeCopy: () => copied?.remove() }
}
