import {
  EnsembleError,
  GENESIS,
  type JournalEvent,
  type Run,
  type Sealed,
  canonicalJson,
  foldRun,
  isLarge,
  redactJson,
  sealEvents,
  sha256Bytes,
  withFork,
} from '@ensemble/core'
import { createPace, rest } from '../rest.ts'
import { createLiveRedaction } from '../secrets/live-redaction.ts'
import type { Db } from './database.ts'
import { pinsOrNames, toMatch, usedHashes } from './derived.ts'
import { followRun } from './follow-run.ts'
import { createFreshHashes } from './fresh-hashes.ts'
import { createGroupCommit } from './group-commit.ts'
import { hydrateEvents } from './hydrate-events.ts'
import { MOST_AT_ONCE, sealSome, sizeOf } from './seal-some.ts'
import type { AnnotatedQuery, SqliteJournal, SqliteJournalOptions } from './sqlite-journal-types.ts'
import { type Statements, prepareStatements } from './statements.ts'
import { createTails } from './tails.ts'
import { PAGE, createVerifiedReader } from './verified-reader.ts'

const MOST_LISTED = 500

const unknownRun = (run: string): EnsembleError => new EnsembleError('run.unknown', `There is no run ${run}.`)

/** A statement of a closed database ends the whole process: it is refused here instead. */
const whileOpen = (statements: Statements, isOpen: () => boolean): Statements =>
  new Proxy(statements, {
    get: (target, name, receiver) => {
      if (isOpen()) return Reflect.get(target, name, receiver) as unknown
      throw new EnsembleError('engine.draining', 'The server is shutting down; its Journal is closed.')
    },
  })

/** The Journal on SQLite (ARCHITECTURE.md, Engine port): this process is the file's only writer. */
export const createSqliteJournal = (db: Db, options: SqliteJournalOptions = {}): SqliteJournal => {
  let isClosed = false
  const prepared = prepareStatements(db)
  const statements = whileOpen(prepared, () => !isClosed)
  const commit = createGroupCommit(db, () => !isClosed)
  const tails = createTails()
  const listeners = new Set<(run: Run) => void>()
  const removalListeners = new Set<(run: string) => void>()
  const encoder = new TextEncoder()

  const redact = options.redact ?? ((text: string) => text)

  const live = createLiveRedaction({ redact, openEnd: options.openEnd ?? (() => 0) })

  const store = (run: string, sealed: readonly Sealed[]): void => {
    // Within a commit the database is open.
    for (const { event, line, bodies } of sealed) {
      for (const { hash, text } of bodies) prepared.putBody(hash, encoder.encode(text))
      prepared.putEvent(run, event.seq, event.key, line)
      if (bodies.length > 0 || pinsOrNames(event))
        for (const hash of usedHashes(event, bodies)) prepared.putUse(hash, run)
    }
  }
  const announce = (run: Run, events: readonly JournalEvent[]): void => {
    tails.push(run.id, events)
    for (const listener of listeners) listener(run)
  }
  const fresh = createFreshHashes()
  /** Runs that the disk refuses to record at the moment, and why. */
  const stalled = new Map<string, string>()
  const read = createVerifiedReader(statements)
  const shown = (run: Run, annotation = run.annotation): Run => ({
    ...run,
    ...(read.isDamaged(run.id) && { damaged: true }),
    ...(stalled.has(run.id) && { stalled: stalled.get(run.id) }),
    ...(annotation && { annotation }),
  })

  return {
    create: async (start, idempotencyKey) => {
      // Kept to tell another body under the same key; a secret in it is as little written as anywhere.
      const request = redact(canonicalJson(start.request))
      const outcome = await commit(() => {
        const earlier = idempotencyKey === undefined ? undefined : statements.byKey(idempotencyKey)
        if (earlier !== undefined) {
          if (earlier.request === request) return { run: earlier.id, sealed: undefined }
          throw new EnsembleError(
            'run.conflict',
            `The idempotency key "${idempotencyKey}" belongs to run ${earlier.id}, which was started with another body.`,
          )
        }
        const [sealed] = sealEvents(start.id, { seq: 0, hash: GENESIS }, [start.created], options)
        if (sealed === undefined) throw new Error('sealing one event gives one line')
        const bodyOf = (hash: string): unknown =>
          JSON.parse(sealed.bodies.find((body) => body.hash === hash)?.text ?? 'null')
        const summary = foldRun(undefined, withFork(sealed.event, bodyOf), sealed.head.hash)
        statements.putRun(start.id, summary, request, idempotencyKey ?? null)
        store(start.id, [sealed])
        return { run: start.id, sealed: { event: sealed.event, summary } }
      })
      if (outcome.sealed !== undefined) announce(outcome.sealed.summary, [outcome.sealed.event])
      return { run: outcome.run, created: outcome.sealed !== undefined }
    },

    lease: (run) =>
      commit(() => {
        const epoch = statements.nextEpoch(run)
        if (epoch === undefined) throw unknownRun(run)
        return { run, epoch }
      }),

    append: async ({ run, epoch }, events) => {
      let done = 0
      while (done < events.length) {
        const { summary, annotation, recorded, size } = await commit(() => {
          const row = statements.run(run)
          if (row === undefined) throw unknownRun(run)
          if (row.epoch !== epoch)
            throw new EnsembleError('engine.lease', `Run ${run} is written by another holder now; this one stops.`)
          const sealed = sealSome(run, row.summary.head, events, done, options)
          store(run, sealed)
          const after = sealed.reduce((left, { event, head }) => foldRun(left, event, head.hash), row.summary)
          statements.updateRun(after)
          return {
            summary: after,
            annotation: row.annotation,
            recorded: sealed.map(({ event }) => event),
            size: sizeOf(sealed),
          }
        })
        done += recorded.length
        for (const { type, span } of recorded) if (type.startsWith('request.')) live.end(run, span)
        announce(shown(summary, annotation), recorded)
        // Whoever waits for it has as much to do with it again.
        if (isLarge(size) || recorded.length >= MOST_AT_ONCE) await rest()
      }
    },

    publish: (event) => {
      const clean = live.clean(event)
      if (clean !== undefined) tails.push(event.run, [clean])
    },

    signal: (run, key, body) =>
      commit(() => {
        if (statements.run(run) === undefined) throw unknownRun(run)
        return statements.putSignal(run, key, JSON.stringify(redactJson(body, redact))) ? 'accepted' : 'already'
      }),
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
      return hydrate ? hydrateEvents(events, (hash) => read.body(run, hash)) : events
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
          statements.putBody(hash, bytes)
          return hash
        })
      },
      get: async (hash) => {
        const bytes = statements.body(hash)
        return bytes !== undefined && sha256Bytes(bytes) === hash ? bytes : undefined
      },
    },

    runs: {
      get: async (run) => {
        const row = statements.run(run)
        return row && shown(row.summary, row.annotation)
      },
      list: async ({ idea, status, model, from, to, label, starred, q, cursor, limit = 50 }: AnnotatedQuery) => {
        const most = Math.min(Math.max(1, limit), MOST_LISTED)
        const found = statements.list({
          before: cursor ? Number(cursor) : Number.MAX_SAFE_INTEGER,
          idea: idea ?? null,
          status: status ?? null,
          model: model ?? null,
          from: from ?? null,
          to: to ?? null,
          label: label ?? null,
          isStarred: starred === true,
          match: toMatch(q ?? '') ?? null,
          limit: most + 1,
        })
        const page = found.slice(0, most)
        const last = page.at(-1)
        return {
          items: page.map(({ run }) => shown(run)),
          next: last && found.length > most ? String(last.n) : null,
        }
      },
      remove: async (run) => {
        const own = await commit(() => {
          const unused = statements.removeRun(run)?.filter((hash) => !fresh.has(hash))
          for (const hash of unused ?? []) statements.removeBody(hash)
          return unused
        })
        if (own === undefined) return false
        tails.end(run)
        read.forget(run)
        options.onUnused?.(own)
        for (const listener of removalListeners) listener(run)
        return true
      },
    },

    readType: async (run, type) => statements.linesOfType(run, type).map((line) => JSON.parse(line) as JournalEvent), // as above
    lines: (run) => statements.lines(run, 0, Number.MAX_SAFE_INTEGER),
    readLines: read.lines,
    importRun: async ({ summary, events, lines, bodies }) => {
      const isHere = (): boolean => {
        const known = statements.run(summary.id)
        if (known === undefined) return false
        if (known.summary.head.hash === summary.head.hash) return true
        throw new EnsembleError('run.conflict', `Another run ${summary.id} is in this workspace already.`)
      }
      if (isHere()) return
      // Values first, as they are put while a run goes on: all of them in one piece could be any length.
      const pace = createPace()
      for (const [hash, text] of Object.entries(bodies)) {
        fresh.add(hash)
        await commit(() => statements.putBody(hash, encoder.encode(text)))
        await pace(text.length)
      }
      const isNew = await commit(() => {
        if (isHere()) return false
        statements.putRun(summary.id, summary, 'null', null)
        for (const [index, line] of lines.entries())
          statements.putEvent(summary.id, index + 1, events[index]?.key ?? '', line)
        for (const hash of new Set(events.flatMap((event) => usedHashes(event)))) statements.putUse(hash, summary.id)
        return true
      })
      if (isNew) announce(summary, [])
    },
    annotate: async (run, annotation) => {
      const { star, labels, note } = annotation
      const saysNothing = !star && labels.length === 0 && note === ''
      const row = await commit(() => {
        if (statements.run(run) === undefined) throw unknownRun(run)
        statements.putAnnotation(run, saysNothing ? null : { star, labels, note })
        return statements.run(run)
      })
      if (row === undefined) throw unknownRun(run)
      const after = shown(row.summary, row.annotation)
      announce(after, [])
      return after
    },
    stall: (run, why) => {
      if (why === undefined) stalled.delete(run)
      else stalled.set(run, why)
      const row = isClosed ? undefined : statements.run(run)
      if (row !== undefined) announce(shown(row.summary, row.annotation), [])
    },
    labels: () => statements.labels(),
    unfinished: () => statements.unfinished(),
    size: () => statements.size(),
    outlived: (before, most) => statements.outlived(before, most),
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
        // A full disk: what was written stands in the log beside the file, and is read from there at the next start.
      }
      db.close()
    },
  }
}
