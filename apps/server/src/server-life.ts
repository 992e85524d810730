import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Executor } from '@ensemble/core'
import type { Comeback } from './engine/comeback.ts'
import type { Retention } from './engine/retention.ts'
import type { Storage } from './engine/storage.ts'
import type { Experiments } from './experiments/experiments.ts'
import type { Log } from './http/log.ts'
import type { McpServers } from './mcp/client/mcp-servers.ts'
import type { OtelExporter } from './otel/otel-exporter.ts'
import type { Schedules } from './use/schedules.ts'
import { isMadeHere, markMadeHere } from './workspace/made-here.ts'
import { MCP_FILE } from './workspace/names.ts'
import { tracksRecords } from './workspace/out-of-git.ts'
import { watchWorkspace } from './workspace/watch.ts'
import type { Workspace } from './workspace/workspace-types.ts'

/** The work of a server's parts after its start, and their end. */
export interface ServerLife {
  /**
   * Resumes interrupted Runs, follows the files, and deletes old Runs from now on. `trusted`: a person said that Runs which came with
   * the folder may continue.
   */
  readonly warmUp: (trusted?: boolean) => Promise<void>
  /** Checkpoints live Runs and ends the streams; `close` comes when no request is left. */
  readonly drain: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface LivingParts {
  readonly root: string
  readonly workspace: Workspace
  readonly storage: Pick<Storage, 'journal' | 'kept' | 'others'>
  readonly retention: Retention
  readonly mcp: McpServers
  /** Started by the first caller. */
  readonly executor: () => Promise<Executor>
  /** The started one; undefined before the first call. */
  readonly begun: () => Promise<Executor> | undefined
  readonly comeback: Comeback
  readonly experiments: Experiments
  readonly otel: OtelExporter
  readonly schedules: Schedules
  /** Ends the streams. */
  readonly stopping: AbortController
  readonly log: Log
}

/** How often Runs that are old enough are removed. */
const RETENTION_MS = 3_600_000
/** How often the database is looked for. */
const LOOK_MS = 5000

const TRACKED =
  "git tracks them, so they may come from someone else and would run code of this folder. If you trust them, run `git rm -rf --cached --ignore-unmatch .ensemble/ensemble.db .ensemble/experiments` in the workspace's folder and restart."
const COPIED =
  'this folder was copied or unpacked with them, so they may come from someone else and would run code of this folder. If you trust them, run `ensemble serve --continue` once.'

/** How often Runs of processes that died are looked for, and how many are taken over together. */
const TAKE_OVER_MS = 1000
const TAKEN_AT_ONCE = 100

/** Whether a start would continue anything that is in the folder. */
export const hasUnfinishedWork = async (
  root: string,
  { journal, kept }: Pick<Storage, 'journal' | 'kept'>,
): Promise<boolean> =>
  (kept !== undefined && (await journal.unfinished()).length > 0) || existsSync(join(root, '.ensemble/experiments'))

/** Nothing begins before `warmUp`, except that Runs which end are exported. */
export const createServerLife = (parts: LivingParts): ServerLife => {
  const { root, workspace, storage, retention, mcp, executor, comeback, experiments, stopping, log } = parts
  const { journal, kept, others } = storage
  const exporting = parts.otel.follow()
  let watching: ReturnType<typeof watchWorkspace> | undefined
  let warming: Promise<void> = Promise.resolve()
  let retaining: ReturnType<typeof setInterval> | undefined
  let looking: ReturnType<typeof setInterval> | undefined
  let takingOver: ReturnType<typeof setTimeout> | undefined
  let taking: Promise<void> = Promise.resolve()
  let isEnding = false

  const follow = (): void => {
    const report = (error: unknown): void => log.error('The workspace could not be followed', error)
    let hasGap = false
    watching = watchWorkspace({
      root,
      onGap: () => {
        hasGap = true
        workspace.followed(false)
      },
      onChange: (file, etag) => {
        const isCode = file.startsWith('activities/')
        if (file === MCP_FILE) mcp.reload().catch(report)
        if (workspace.changedOnDisk(file, etag) && isCode) workspace.rereadActivities().catch(report)
      },
    })
    watching.then(() => workspace.followed(!hasGap), report)
  }
  const resume = async (ids: readonly string[]): Promise<void> => {
    // Also where none waits: it reads the names of Activities, which experiments need.
    const running = await executor()
    for (const id of ids) await running.resume(id, 'restart').catch((error: unknown) => comeback.broken(id, error))
  }
  const resumeAll = async (): Promise<void> => {
    if (others === undefined) return resume((await journal.unfinished()).map(({ id }) => id))
    for (let hasMore = true; hasMore && !isEnding;) {
      const ids = await others.free(TAKEN_AT_ONCE)
      await resume(ids)
      hasMore = ids.length === TAKEN_AT_ONCE
    }
  }
  /** Takes over the Runs of processes that die from now on. Where Postgres does not answer, it is asked again. */
  const takeOver = (): void => {
    if (isEnding || others === undefined) return
    takingOver = setTimeout(() => {
      taking = resumeAll().then(takeOver, takeOver)
    }, TAKE_OVER_MS).unref()
  }
  /** A database that came with the folder would have its code run before anybody looked at it. */
  const isForeign = async (): Promise<boolean> => {
    if (!(await hasUnfinishedWork(root, storage))) return false
    const why = (await tracksRecords(root)) ? TRACKED : (await isMadeHere(root)) ? undefined : COPIED
    if (why !== undefined) log.warn(`Unfinished runs and experiments of this workspace do not continue: ${why}`)
    return why !== undefined
  }
  const retain = (): void =>
    void retention.apply().catch((error: unknown) => log.error('Old runs could not be removed', error))
  const lookAfterFile = (): void => {
    if (kept?.isGone() !== true) return
    clearInterval(looking)
    log.warn('.ensemble/ensemble.db was taken away while the server runs: stop the server, which writes it back.')
  }

  return {
    warmUp: (trusted = false) => {
      follow()
      retain()
      retaining = setInterval(retain, RETENTION_MS).unref()
      looking = setInterval(lookAfterFile, LOOK_MS).unref()
      const trusting = trusted ? markMadeHere(root) : Promise.resolve()
      // Changes from before the watcher started are read again: a reading that began earlier would be looked through twice.
      const inSight = watching?.then(() => workspace.readAnew()).catch(() => undefined)
      const resuming = Promise.all([trusting, inSight])
        .then(isForeign)
        .then(async (foreign) => (foreign ? undefined : resumeAll().then(takeOver).then(experiments.resume)))
        .catch((error: unknown) => log.error('The engine could not start', error))
      // Schedules have their own yes, and wait for Runs that continue.
      void resuming.then(() => (stopping.signal.aborted ? undefined : parts.schedules.begin()))
      const caughtUp = watching?.then(() => mcp.reload())
      warming = Promise.all([resuming, inSight, caughtUp]).then(
        () => undefined,
        () => undefined,
      )
      return warming
    },
    drain: async () => {
      isEnding = true
      clearTimeout(takingOver)
      experiments.stop()
      parts.schedules.stop()
      clearInterval(retaining)
      clearInterval(looking)
      comeback.stop()
      await warming
      await taking
      await (await parts.begun()?.catch(() => undefined))?.drain()
      exporting.stop()
      await exporting.idle()
      stopping.abort()
    },
    close: async () => {
      const followed = await watching?.catch(() => undefined)
      followed?.close()
      await mcp.close()
      try {
        const restored = kept?.restore()
        if (restored !== undefined) log.warn(restored)
      } catch (error) {
        log.error('The database, whose file is gone, could not be written back', error)
      }
      await journal.close()
    },
  }
}
