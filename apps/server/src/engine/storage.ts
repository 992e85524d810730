import { mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Log } from '../http/log.ts'
import type { Redactor } from '../secrets/redactor.ts'
import { type ArtifactFiles, createArtifactFiles } from './artifact-files.ts'
import { copyDatabase } from './copied-database.ts'
import { noteLastCommit } from './damage/last-commit.ts'
import { type Losses, foundLoss, lossSentence, openLosses } from './damage/losses.ts'
import { type KeptFile, keepFile } from './kept-file.ts'
import { lookThrough } from './damage/look-through.ts'
import type { OtherProcesses } from './postgres/asks.ts'
import { openOrSalvage, suspect } from './salvage.ts'
import type { WorkspaceJournal } from './workspace-journal.ts'
import { createSqliteJournal } from './sqlite-journal.ts'

/** The records of a workspace, in its `.ensemble` folder. */
export interface Storage {
  readonly journal: WorkspaceJournal
  readonly artifacts: ArtifactFiles
  readonly losses: Losses
  /** The database's file, as long as it is there; undefined where Postgres has the Runs. */
  readonly kept: KeptFile | undefined
  /** Absent where no other process records here. */
  readonly others?: OtherProcesses
  /** Removes the copy that a read-only server works on. Call it once the journal is closed. */
  readonly removeCopy: () => void
}

export interface StorageOptions {
  readonly root: string
  /** The address of Postgres; undefined: a file of the workspace. */
  readonly url: string | undefined
  /** Works on a copy of the database. */
  readonly readOnly: boolean
  readonly redactor: Redactor
  readonly log: Log
  /** The database was found to be damaged while it is open; `losses` tells of it. */
  readonly onDamage: () => void
}

/** Opens the database. Throws EnsembleError `engine.newer` or `settings.invalid` with one sentence. */
export const openStorage = async (options: StorageOptions): Promise<Storage> =>
  options.url === undefined ? openFile(options) : openServer(options.url, options)

/** Runs on Postgres, which looks after its own pages. */
const openServer = async (url: string, { root, readOnly, redactor }: StorageOptions): Promise<Storage> => {
  if (!readOnly) mkdirSync(join(root, '.ensemble'), { recursive: true })
  const artifacts = createArtifactFiles(root, redactor.isIn)
  const { openPostgres } = await import('./postgres/open-postgres.ts')
  const journal = await openPostgres(url, {
    redact: redactor.redact,
    openEnd: redactor.openEnd,
    onUnused: removing(artifacts),
  })
  const losses = openLosses(join(root, '.ensemble', 'losses.json'))
  return { journal, artifacts, losses, kept: undefined, others: journal.others, removeCopy: () => undefined }
}

const removing =
  (artifacts: ArtifactFiles) =>
  (hashes: readonly string[]): void =>
    void Promise.all(hashes.map(artifacts.remove)).catch(() => undefined)

/** Runs in a file of the workspace, or what can be saved of a damaged one. */
const openFile = ({ root, readOnly, redactor, log, onDamage }: StorageOptions): Storage => {
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
    onUnused: removing(artifacts),
  })
  const close = async (): Promise<void> => {
    looking?.stop()
    await journal.close()
  }
  return { journal: { ...journal, close }, artifacts, losses, kept, removeCopy: () => copied?.remove() }
}
