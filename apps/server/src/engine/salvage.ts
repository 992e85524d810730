import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { carryOver } from './damage/carry-over.ts'
import { findRows } from './damage/found-rows.ts'
import { type LastCommit, countRuns, forgetLastCommit, holds, readLastCommit, wasClosed } from './damage/last-commit.ts'
import { readLogFrames } from './damage/log-frames.ts'
import type { Loss } from './damage/losses.ts'
import { openPages, pageSizeOf } from './damage/pages.ts'
import { draftOf, finishSwap, swapIn } from './damage/swap.ts'
import { refuseStrange } from '../workspace/own-files.ts'
import { type Db, migrate, openDatabase, openUnchecked } from './database.ts'
import { asBytes, textsOf } from './stored-text.ts'

export interface OpenedDatabase {
  readonly db: Db
  /** Absent where nothing was lost. */
  readonly loss?: Loss
  /** It was not closed in order and is too large to look through before it opens: `lookThrough` does that meanwhile. */
  readonly isUnchecked?: true
}

/** Files that are written by this name and these endings. */
const BESIDE = ['', '-wal', '-shm', '-last'] as const

export interface SalvageOptions {
  /** Learns of a loss before the old file is replaced: a crash after that cannot hide the loss. */
  readonly onLoss?: (loss: Loss) => void
  /** Bytes of a file that is looked through before it opens if it was not closed in order; a larger one opens first. */
  readonly mostChecked?: number
}

/** Looked through in some 100 ms. */
const MOST_CHECKED = 32 * 1024 * 1024

const suspicionOf = (path: string): string => `${path}-suspect`
const isSuspected = (path: string): boolean => existsSync(suspicionOf(path))
const forgetSuspicion = (path: string): void => rmSync(suspicionOf(path), { force: true })

/** An open database was found to be damaged: the next start carries over what is whole. */
export const suspect = (path: string): void => {
  try {
    writeFileSync(suspicionOf(path), '')
  } catch {
    // On a full disk the next start looks through the file meanwhile: it was not closed as sound.
  }
}

/**
 * Opens the workspace's database. Verified data of a damaged one goes into a new file, which replaces it once complete
 * (docs/reliability.md). Missing commits are reported. Throws EnsembleError `engine.storage`, and the errors of
 * `openDatabase`.
 */
export const openOrSalvage = (
  path: string,
  { onLoss = () => undefined, mostChecked = MOST_CHECKED }: SalvageOptions = {},
): OpenedDatabase => {
  for (const suffix of BESIDE) refuseStrange(path + suffix)
  finishSwap(path)
  const log = existsSync(`${path}-wal`) ? readFileSync(`${path}-wal`) : Buffer.alloc(0)
  const { frames, isDamaged, isTorn } = readLogFrames(log, pageSizeOf(path, log))
  const last = readLastCommit(path)
  // SQLite throws a log away whose database is gone.
  const isAlone = frames.length > 0 && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0
  const isBare = last === undefined && isWithoutLog(path)
  const isClosed = !isSuspected(path) && log.length === 0 && wasClosed(path, last)
  const isLarge = !isSuspected(path) && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > mostChecked
  const db = isDamaged || isAlone ? undefined : openSound(path, !isClosed && !isLarge)
  forgetSuspicion(path)
  if (db === undefined) return salvage(path, log, last, onLoss)
  const unchecked = !isClosed && isLarge ? ({ isUnchecked: true } as const) : undefined
  if (last === undefined ? !isBare : holds(db, last)) return { db, ...unchecked }
  if (isTorn) {
    db.close()
    return salvage(path, log, last, onLoss)
  }
  const kept = countRuns(db)
  const loss: Loss = {
    at: new Date().toISOString(),
    type: 'missing',
    kept,
    lost: [],
    incomplete: [],
    unnamed: Math.max(0, (last?.runs ?? 0) - kept),
    ...(last !== undefined && { behind: last.fact.run }),
  }
  onLoss(loss)
  forgetLastCommit(path)
  return { db, loss, ...unchecked }
}

/** Where the byte of the header is that says how the file is written, and what it is for a write-ahead log (https://sqlite.org/fileformat2.html). */
const WRITE_VERSION = 18
const WITH_LOG = 2
const NO_LOG = Buffer.alloc(0)

/** A database that is one empty page kept everything in its log, as one does until it is closed or grows: a copy without the log. */
const isWithoutLog = (path: string): boolean => {
  if (existsSync(`${path}-wal`) || statSync(path, { throwIfNoEntry: false })?.size !== pageSizeOf(path, NO_LOG))
    return false
  return readFileSync(path)[WRITE_VERSION] === WITH_LOG
}

/** Undefined if the file isn't a database or SQLite finds it damaged. */
const openSound = (path: string, isLookedThrough: boolean): Db | undefined => {
  let db: Db | undefined
  try {
    db = openUnchecked(path)
    if (!isLookedThrough || isWhole(db)) {
      migrate(db, path)
      return db
    }
  } catch (error) {
    if (!isDamage(error, path)) {
      db?.close()
      throw error
    }
  }
  try {
    db?.close()
  } catch {
    // A damaged file may refuse that too.
  }
  return undefined
}

const isWhole = (db: Db): boolean => {
  const check = db.prepare(`select ${asBytes('integrity_check')} from pragma_integrity_check(1)`)
  return textsOf(check.pluck().all())[0] === 'ok'
}

/** Our statements are correct: an error in them comes from a damaged schema or header. Disk faults have other codes. */
const isDamage = (error: unknown, path: string): boolean => {
  const { code } = error as { readonly code?: unknown } // unknown errors may carry anything
  // A cut file cannot be read to the length in its header, which isn't a disk fault.
  return code === 'SQLITE_IOERR' ? canBeRead(path) : /^SQLITE_(CORRUPT|NOTADB|ERROR|FORMAT)/.test(String(code))
}

/** Whether the disk gives every byte that the file has. */
const canBeRead = (path: string): boolean => {
  const piece = Buffer.alloc(2 ** 20)
  const file = openSync(path, 'r')
  try {
    while (readSync(file, piece) > 0);
    return true
  } catch {
    return false
  } finally {
    closeSync(file)
  }
}

/** Nothing is moved before the new file is complete. */
const salvage = (
  path: string,
  log: Buffer,
  last: LastCommit | undefined,
  onLoss: (loss: Loss) => void,
): OpenedDatabase => {
  const at = new Date().toISOString()
  const aside = `${path}.damaged-${at.replaceAll(/[:.]/g, '-')}`
  const pages = openPages(path, log)
  const draft = openDatabase(draftOf(path))
  const { kept, lost, incomplete } = carryOver(findRows(pages), draft, pages.free.isKnown)
  const isBehind = last !== undefined && !holds(draft, last)
  // One file again: closing waits for the garbage collector, and a log by the draft's name would stay.
  draft.pragma('journal_mode = DELETE')
  draft.close()
  pages.close()
  const loss: Loss = {
    at,
    type: 'damaged',
    kept,
    lost,
    incomplete,
    aside: basename(aside),
    unnamed: Math.max(0, (last?.runs ?? 0) - kept - lost.length),
    ...(isBehind && lost.every(({ run }) => run !== last.fact.run) && { behind: last.fact.run }),
  }
  onLoss(loss)
  swapIn(path, aside)
  forgetLastCommit(path)
  return { db: openDatabase(path), loss }
}
