import { type Journal, type JournalEvent, type Run, sha256Bytes } from '@ensemble/core'
import { createLiveRedaction } from '../secrets/live-redaction.ts'
import { annotateRun, scoreRun } from './annotate-run.ts'
import type { Db } from './database.ts'
import { createSpaceGiver } from './free-space.ts'
import { createFreshHashes } from './fresh-hashes.ts'
import { type Commit, createGroupCommit } from './group-commit.ts'
import { guardStatements, reportingDamage } from './guarded-statements.ts'
import { importRun } from './import-run.ts'
import type { JournalParts } from './journal-parts.ts'
import { createJournalReads } from './journal-reads.ts'
import { createListedRuns } from './listed-runs.ts'
import { createRecorder } from './record-events.ts'
import { createRunListeners } from './run-listeners.ts'
import { createSpaceOf } from './space-of.ts'
import type { SqliteJournalOptions } from './sqlite-journal-types.ts'
import type { WorkspaceJournal } from './workspace-journal.ts'
import { type Statements, prepareStatements } from './statements.ts'
import { createTails } from './tails.ts'
import { createVerifiedReader } from './verified-reader.ts'

const asItIs = (text: string): string => text

const createBodies = ({ statements: within, commit, fresh }: JournalParts, open: Statements): Journal['bodies'] => ({
  put: (bytes) => {
    const hash = sha256Bytes(bytes)
    fresh.add(hash)
    return commit(() => {
      within.bodies.put(hash, bytes)
      return hash
    })
  },
  get: async (hash) => {
    const bytes = open.bodies.get(hash)
    return bytes !== undefined && sha256Bytes(bytes) === hash ? bytes : undefined
  },
})

/** The Journal on SQLite (ARCHITECTURE.md, one mechanism): this process is the file's only writer. */
export const createSqliteJournal = (db: Db, options: SqliteJournalOptions = {}): WorkspaceJournal => {
  let isClosed = false
  const isOpen = (): boolean => !isClosed
  const prepared = prepareStatements(db)
  const { onDamage = () => undefined, refusal = () => undefined } = options
  const statements = guardStatements(prepared, { isOpen, onDamage })
  const together = createGroupCommit(db, isOpen, options.note?.write)
  const commit: Commit = (work, factOf) =>
    together(() => {
      const why = refusal()
      if (why !== undefined) throw why
      return reportingDamage(work, onDamage)
    }, factOf)
  const tails = createTails()
  const { changed, removed, onRun, onRemoved } = createRunListeners()
  const { redact = asItIs, openEnd = () => 0 } = options
  const live = createLiveRedaction({ redact, openEnd })
  const fresh = createFreshHashes()
  const giveSpaceBack = createSpaceGiver(db, () => isOpen() && refusal() === undefined)
  /** Runs that the disk refuses to record at the moment, and why. */
  const stalled = new Map<string, string>()
  const read = createVerifiedReader(statements)

  const announce = (run: Run, events: readonly JournalEvent[]): void => {
    for (const { type, span } of events) if (type.startsWith('request.')) live.end(run.id, span)
    tails.push(run.id, events)
    changed(run)
  }
  const shown = (run: Run, annotation = run.annotation): Run => ({
    ...run,
    ...(read.isDamaged(run.id) && { damaged: true }),
    ...(stalled.has(run.id) && { stalled: stalled.get(run.id) }),
    ...(annotation && { annotation }),
  })
  const remove = async (run: string): Promise<boolean> => {
    const own = await commit(
      () => {
        const unused = prepared.removeRun(run)?.filter((hash) => !fresh.has(hash))
        for (const hash of unused ?? []) prepared.bodies.remove(hash)
        return unused
      },
      (unused) => unused && { run, isGone: true },
    )
    if (own === undefined) return false
    tails.end(run)
    read.forget(run)
    options.onUnused?.(own)
    removed(run)
    void giveSpaceBack()
    return true
  }
  // Within a commit the database is open.
  const parts: JournalParts = { statements: prepared, commit, fresh, redact, sealing: options, announce, shown }

  return {
    ...createRecorder(parts),
    ...createJournalReads(statements, read, tails),
    gathers: true,
    publish: (event) => {
      const clean = live.clean(event)
      if (clean !== undefined) tails.push(event.run, [clean])
    },
    bodies: createBodies(parts, statements),
    runs: { ...createListedRuns(statements, shown, isOpen), remove },
    importRun: (imported) => importRun(parts, imported),
    annotate: (run, annotation) => annotateRun(parts, run, annotation),
    score: (run, by, score) => scoreRun(parts, run, by, score),
    scores: async (idea) => statements.scores(idea),
    stall: (run, why) => {
      if (why === undefined) stalled.delete(run)
      else stalled.set(run, why)
      const row = isClosed ? undefined : statements.run(run)
      if (row !== undefined) announce(shown(row.summary, row.annotation), [])
    },
    labels: async () => statements.labels(),
    unfinished: async () => statements.unfinished(),
    ...createSpaceOf(statements, { commit, fresh, giveSpaceBack }),
    onRun,
    onRemoved,
    close: async () => {
      isClosed = true
      try {
        db.pragma('wal_checkpoint(TRUNCATE)')
      } catch {
        // On a full disk the data is in the log next to the file, and is read from there at the next start.
      }
      db.close()
      options.note?.close()
    },
  }
}
