import { EnsembleError, type JournalEvent, type Run, sha256Bytes } from '@ensemble/core'
import { rest } from '../rest.ts'
import { createLiveRedaction } from '../secrets/live-redaction.ts'
import { annotateRun } from './annotate-run.ts'
import { createCheckedMessages } from './checked-messages.ts'
import type { Db } from './database.ts'
import { createSpaceGiver } from './free-space.ts'
import { followRun } from './follow-run.ts'
import { createFreshHashes } from './fresh-hashes.ts'
import { createGroupCommit } from './group-commit.ts'
import { hydrateEvents } from './hydrate-events.ts'
import { importRun } from './import-run.ts'
import { type JournalParts, unknownRun } from './journal-parts.ts'
import { createRecorder } from './record-events.ts'
import type { ListQuery, SqliteJournal, SqliteJournalOptions } from './sqlite-journal-types.ts'
import { type Statements, prepareStatements } from './statements.ts'
import { createTails } from './tails.ts'
import { PAGE, createVerifiedReader } from './verified-reader.ts'

const MOST_LISTED = 500
/** Events among which those of one type are looked for at once: some milliseconds. */
const LOOKED_THROUGH = 2000
/** Runs that a retention finds at a time. */
const OUTLIVED_AT_ONCE = 250

const asItIs = (text: string): string => text

/** A statement of a closed database ends the whole process: it is refused here instead. */
const whileOpen = (statements: Statements, isOpen: () => boolean): Statements =>
  new Proxy(statements, {
    get: (target, name, receiver) => {
      if (isOpen()) return Reflect.get(target, name, receiver) as unknown
      throw new EnsembleError('engine.draining', 'The server is shutting down; its Journal is closed.')
    },
  })

/** The Journal on SQLite (ARCHITECTURE.md, one mechanism): this process is the file's only writer. */
export const createSqliteJournal = (db: Db, options: SqliteJournalOptions = {}): SqliteJournal => {
  let isClosed = false
  const prepared = prepareStatements(db)
  const statements = whileOpen(prepared, () => !isClosed)
  const commit = createGroupCommit(db, () => !isClosed, options.note?.write)
  const tails = createTails()
  const listeners = new Set<(run: Run) => void>()
  const removalListeners = new Set<(run: string) => void>()
  const { redact = asItIs, openEnd = () => 0 } = options
  const live = createLiveRedaction({ redact, openEnd })
  const fresh = createFreshHashes()
  const giveSpaceBack = createSpaceGiver(db, () => !isClosed)
  /** Runs that the disk refuses to record at the moment, and why. */
  const stalled = new Map<string, string>()
  const read = createVerifiedReader(statements)

  const announce = (run: Run, events: readonly JournalEvent[]): void => {
    for (const { type, span } of events) if (type.startsWith('request.')) live.end(run.id, span)
    tails.push(run.id, events)
    for (const listener of listeners) listener(run)
  }
  const shown = (run: Run, annotation = run.annotation): Run => ({
    ...run,
    ...(read.isDamaged(run.id) && { damaged: true }),
    ...(stalled.has(run.id) && { stalled: stalled.get(run.id) }),
    ...(annotation && { annotation }),
  })
  /** The Runs that a text in their inputs leaves; other work gets its turns meanwhile. */
  const searched = async (
    query: ListQuery,
    enough = Number.POSITIVE_INFINITY,
  ): Promise<{ readonly among: readonly number[] } | undefined> => {
    // In the order of their numbers a page is full before all are looked at.
    const isNewestFirst = query.sort === undefined && query.order !== 'asc'
    const found = statements.lists.searched(
      query,
      isNewestFirst && /^\d+$/.test(query.cursor ?? '') ? Number(query.cursor) : undefined,
    )
    if (found === undefined) return undefined
    const among: number[] = []
    for (const some of found) {
      among.push(...some)
      if (isNewestFirst && among.length > enough) break
      await rest()
      if (isClosed) throw new EnsembleError('engine.draining', 'The server is shutting down; its Journal is closed.')
    }
    return { among }
  }
  // Within a commit the database is open.
  const parts: JournalParts = { statements: prepared, commit, fresh, redact, sealing: options, announce, shown }

  return {
    ...createRecorder(parts),
    gathers: true,

    publish: (event) => {
      const clean = live.clean(event)
      if (clean !== undefined) tails.push(event.run, [clean])
    },

    inbox: async (run) => statements.signals(run),

    read: async (run, { after = 0, limit = Number.MAX_SAFE_INTEGER, hydrate = false } = {}) => {
      if (statements.run(run) === undefined) throw unknownRun(run)
      const events: JournalEvent[] = []
      while (events.length < limit) {
        const page = read.events(run, after + events.length, Math.min(PAGE, limit - events.length))
        events.push(...page)
        if (page.length < PAGE) break
        await rest()
      }
      const checked = createCheckedMessages()
      return hydrate ? hydrateEvents(events, (hash) => read.value(run, hash, checked)) : events
    },

    tail: (run, after, stop) => {
      if (statements.run(run) === undefined) throw unknownRun(run)
      return followRun(
        {
          open: () => tails.open(run),
          recorded: (seq, limit) => read.events(run, seq, limit),
          summary: () => statements.run(run)?.summary,
        },
        after,
        stop,
      )
    },

    bodies: {
      put: (bytes) => {
        const hash = sha256Bytes(bytes)
        fresh.add(hash)
        return commit(() => {
          statements.bodies.put(hash, bytes)
          return hash
        })
      },
      get: async (hash) => {
        const bytes = statements.bodies.get(hash)
        return bytes !== undefined && sha256Bytes(bytes) === hash ? bytes : undefined
      },
    },

    runs: {
      get: async (run) => {
        const row = statements.run(run)
        return row && shown(row.summary, row.annotation)
      },
      list: async ({ limit = 50, ...query }: ListQuery) => {
        const most = Math.min(Math.max(1, limit), MOST_LISTED)
        const { items, next } = statements.lists.page({ ...query, ...(await searched(query, most)), limit: most })
        return { items: items.map((run) => shown(run)), next }
      },
      errors: async (query) => statements.lists.errors({ ...query, ...(await searched(query)) }),
      remove: async (run) => {
        const own = await commit(
          () => {
            const unused = statements.removeRun(run)?.filter((hash) => !fresh.has(hash))
            for (const hash of unused ?? []) statements.bodies.remove(hash)
            return unused
          },
          (unused) => unused && { run, isGone: true },
        )
        if (own === undefined) return false
        tails.end(run)
        read.forget(run)
        options.onUnused?.(own)
        for (const listener of removalListeners) listener(run)
        void giveSpaceBack()
        return true
      },
    },

    readType: async (run, type) => {
      const events: JournalEvent[] = []
      const last = statements.run(run)?.summary.head.seq ?? 0
      for (let after = 0; after < last; after += LOOKED_THROUGH) {
        if (after > 0) await rest()
        events.push(...read.ofType(run, type, after, after + LOOKED_THROUGH))
      }
      return events
    },
    lines: (run) => statements.lines(run, 0, Number.MAX_SAFE_INTEGER),
    readLines: read.lines,
    importRun: (imported) => importRun(parts, imported),
    annotate: (run, annotation) => annotateRun(parts, run, annotation),
    stall: (run, why) => {
      if (why === undefined) stalled.delete(run)
      else stalled.set(run, why)
      const row = isClosed ? undefined : statements.run(run)
      if (row !== undefined) announce(shown(row.summary, row.annotation), [])
    },
    labels: () => statements.labels(),
    unfinished: () => statements.unfinished(),
    size: () => statements.size(),
    outlived: (before, most) => statements.outlived(before, most, OUTLIVED_AT_ONCE),
    onRun: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onRemoved: (listener) => {
      removalListeners.add(listener)
      return () => removalListeners.delete(listener)
    },
    close: () => {
      isClosed = true
      try {
        db.pragma('wal_checkpoint(TRUNCATE)')
      } catch {
        // On a full disk the data is in the log next to the file, and is read from there at the next start.
      }
      db.close()
      options.note?.close(false)
    },
  }
}
