import { join } from 'node:path'
import { systemClock } from '@ensemble/core'
import type { AppDeps } from './app-deps.ts'
import { createRetention } from './engine/retention.ts'
import { createRunning } from './engine/running.ts'
import { openStorage } from './engine/storage.ts'
import type { Guard } from './http/guard.ts'
import { createStreamLimit } from './http/stream-limit.ts'
import { followTotals } from './metrics/run-totals.ts'
import { createOtelExporter } from './otel/otel-exporter.ts'
import { createSandbox } from './sandbox/sandbox.ts'
import { type ServerLife, createServerLife, hasUnfinishedWork } from './server-life.ts'
import type { Settings } from './settings/settings.ts'
import { createCallerCounts } from './use/caller-limits.ts'
import { createScheduleStates } from './use/schedule-states.ts'
import { createSchedules } from './use/schedules.ts'
import { startIdea } from './use/start-idea.ts'
import { schedulesOf } from './use/use-settings.ts'
import { markMadeHere } from './workspace/made-here.ts'
import { createTemplates } from './workspace/templates.ts'
import { openParts } from './workspace-parts.ts'
import type { Workspaces } from './workspaces/workspaces-types.ts'

/** The real parts of a server over one workspace, and how they start and end. */
export interface Deps extends AppDeps, ServerLife {}

export interface DepsOptions {
  readonly settings: Settings
  /** A folder that is a workspace and that this process owns. */
  readonly root: string
  readonly pageRoot: string
  /** Nothing of the workspace is written; false by default. */
  readonly readOnly?: boolean
  /** The folder of the bundled workspaces. */
  readonly examples: string
  /** Where a person's copies of them go. */
  readonly copies: string
  /** One for all workspaces of a server: they share an origin. */
  readonly guard: Guard
  readonly workspaces: Workspaces
}

/** Opens a workspace that this process owns. Throws EnsembleError `workspace.invalid` or `engine.newer` with one sentence. */
export const createDeps = async (options: DepsOptions): Promise<Deps> => {
  const { root, pageRoot, readOnly = false } = options
  const parts = await openParts(options)
  const { version, redactor, log, secrets, refusals, waysOut, mcp, httpActivity, workspace, models, telemetry } = parts
  const { redact } = redactor
  const onDamage = (): void => workspace.events.emit({ type: 'losses.changed' })
  const storage = await openStorage({ root, url: options.settings.database, readOnly, redactor, log, onDamage })
  const { journal, artifacts, losses } = storage
  const otel = createOtelExporter({ journal, version, settings: telemetry, egress: waysOut.toCollector, redact, log })
  // Tries have their own threads, so that they never block a Run.
  const sandbox = createSandbox()
  const running = createRunning({ workspace, storage, models, egress: waysOut.toHosts, version, sandbox, log })
  const totals = followTotals(journal)
  const keepFor = () => workspace.manifest().retention
  const retention = createRetention({ journal, artifacts, retention: keepFor, now: systemClock.now })
  const callers = createCallerCounts(systemClock.now)
  const schedules = createSchedules({
    schedules: () => schedulesOf(workspace.manifest().uses),
    states: createScheduleStates({ folder: join(options.settings.dataHome, 'ensemble', 'schedules'), root }),
    start: (idea, { input }, key) =>
      startIdea(
        { workspace, journal, callers, executor: running.executor },
        { idea, input, door: 'schedule', caller: '', key },
      ),
    now: systemClock.now,
    timer: (ms, then) => {
      const timer = setTimeout(then, ms).unref()
      return () => clearTimeout(timer)
    },
    warn: (sentence) => log.warn(sentence),
  })
  const stopping = new AbortController()
  // Runs that begin from now on begin here.
  if (!readOnly && !(await hasUnfinishedWork(root, storage))) await markMadeHere(root)
  const life = createServerLife({
    root,
    workspace,
    storage,
    retention,
    mcp,
    ...running,
    otel,
    schedules,
    stopping,
    log,
  })

  return {
    version,
    readOnly,
    workspace,
    journal,
    artifacts,
    losses,
    retention,
    totals,
    models,
    mcp,
    secrets,
    sandbox,
    httpActivity,
    trials: running.trials,
    experiments: running.experiments,
    validator: running.validator,
    executor: running.executor,
    approvals: running.approvals,
    otel,
    refusals,
    redact,
    log,
    pageRoot,
    basePath: options.settings.basePath,
    streams: createStreamLimit(),
    callers,
    schedules,
    localFetch: waysOut.toLocal,
    templates: createTemplates({ folder: options.examples, home: options.copies, add: options.workspaces.add }),
    workspaces: options.workspaces,
    guard: options.guard,
    stopping: stopping.signal,
    ...life,
    close: async () => {
      await life.close()
      storage.removeCopy()
    },
  }
}
