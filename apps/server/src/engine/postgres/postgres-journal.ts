import { type JournalEvent, type Run, type Sha256, sha256Bytes } from '@ensemble/core'
import { createLiveRedaction } from '../../secrets/live-redaction.ts'
import { createRunListeners } from '../run-listeners.ts'
import type { SqliteJournalOptions } from '../sqlite-journal-types.ts'
import { createTails } from '../tails.ts'
import type { WorkspaceJournal } from '../workspace-journal.ts'
import { type OtherProcesses, createAsks } from './asks.ts'
import { getBodies, putBodies } from './bodies.ts'
import { type ChangesOptions, openChanges } from './changes.ts'
import { type HolderOptions, openHolder } from './holder.ts'
import { importRun } from './import-run.ts'
import type { PostgresDatabase } from './postgres-database.ts'
import type { PostgresParts } from './postgres-parts.ts'
import { RUN_COLUMNS, type RunColumns, withNotes } from './postgres-types.ts'
import { createReads } from './read-runs.ts'
import { createRecorder } from './record-runs.ts'
import { createNotes } from './notes.ts'
import { createLists } from './run-lists.ts'
import { createSpace, removeRun } from './space-of.ts'

export interface PostgresJournalOptions
  extends Pick<SqliteJournalOptions, 'redact' | 'openEnd' | 'onUnused'>, Pick<ChangesOptions, 'connect' | 'channel'> {
  readonly database: PostgresDatabase
  readonly holder: HolderOptions
}

/** The engine on Postgres: any number of processes, of which one at a time writes a Run. */
export interface PostgresJournal extends WorkspaceJournal {
  readonly others: OtherProcesses
}

const asItIs = (text: string): string => text

/** The Journal on Postgres, whose tables are there. */
export const openPostgresJournal = async (options: PostgresJournalOptions): Promise<PostgresJournal> => {
  const { database, redact = asItIs, openEnd = () => 0 } = options
  const { query } = database
  const tails = createTails()
  const { changed, removed, onRun, onRemoved } = createRunListeners()
  const live = createLiveRedaction({ redact, openEnd })
  const damaged = new Set<string>()
  /** Runs that Postgres refuses to record at the moment, and why. */
  const stalled = new Map<string, string>()

  const shown = (run: Run): Run => ({
    ...run,
    ...(damaged.has(run.id) && { damaged: true }),
    ...(stalled.has(run.id) && { stalled: stalled.get(run.id) }),
  })
  const get = async (run: string): Promise<Run | undefined> => {
    const [row] = await query<RunColumns>(`select ${RUN_COLUMNS} from runs where id = $1`, [run])
    return row && shown(withNotes(row))
  }
  const gone = (run: string): void => {
    tails.end(run)
    damaged.delete(run)
    recorder.forget(run)
    removed(run)
  }
  const holder = await openHolder(database, options.holder)
  const changes = await openChanges({
    ...options,
    id: holder.id,
    listeners: {
      changed: (run) => {
        tails.catchUp(run)
        void get(run).then(
          (now) => now && changed(now),
          () => undefined,
        )
      },
      removed: gone,
      asked: (kind, id) => asks.heard(kind, id),
      missed: () => tails.catchUp(),
    },
  })
  const asks = createAsks({ query, own: holder.id, tell: (kind, id) => changes.tell(id, kind), redact })
  const announce = (run: Run, events: readonly JournalEvent[]): void => {
    for (const { type, span } of events) if (type.startsWith('request.')) live.end(run.id, span)
    tails.push(run.id, events)
    changed(run)
    changes.tell(run.id, run.head.seq)
  }
  const parts: PostgresParts = { database, redact, announce, shown }
  const recorder = createRecorder(parts, holder)
  const reads = createReads(database, tails, (run) => damaged.add(run))
  const space = createSpace(database)
  const { forget: _, ...recording } = recorder

  return {
    ...recording,
    ...reads,
    ...space,
    gathers: true,
    publish: (event) => {
      const clean = live.clean(event)
      if (clean !== undefined) tails.push(event.run, [clean])
    },
    bodies: {
      put: async (bytes) => {
        const hash = sha256Bytes(bytes)
        await putBodies(query, new Map([[hash, bytes]]))
        return hash
      },
      get: async (hash: Sha256) => {
        const bytes = (await getBodies(query, [hash])).get(hash)
        return bytes !== undefined && sha256Bytes(bytes) === hash ? new Uint8Array(bytes) : undefined
      },
    },
    runs: {
      ...createLists(query, shown),
      get,
      remove: async (run) => {
        const { journal: bytes } = await space.ownContent(run)
        const own = await removeRun(database, run)
        if (own === undefined) return false
        space.freed(bytes)
        options.onUnused?.(own)
        gone(run)
        changes.tell(run, 'gone')
        return true
      },
    },
    ...createNotes(parts),
    importRun: (imported) => importRun(parts, imported),
    unfinished: async () =>
      (
        await query<RunColumns>(
          `select ${RUN_COLUMNS} from runs where status in ('queued', 'running', 'waiting') order by n`,
        )
      ).map(withNotes),
    stall: (run, why) => {
      if (why === undefined) stalled.delete(run)
      else stalled.set(run, why)
      void get(run).then(
        (now) => now && changed(now),
        () => undefined,
      )
    },
    others: { ...asks, free: holder.free },
    onRun,
    onRemoved,
    close: async () => {
      await changes.close()
      await holder.close()
      await database.close()
    },
  }
}
