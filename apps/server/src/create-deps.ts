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
  const storage = openStorage({ root, readOnly, redactor, log, onDamage })
  const { journal, artifacts, losses, kept } = storage
  const otel = createOtelExporter({ journal, version, settings: telemetry, egress: waysOut.toCollector, redact, log })
  const running = createRunning({ workspace, storage, models, egress: waysOut.toHosts, version, log })
  const totals = followTotals(journal)
  const keepFor = () => workspace.manifest().retention
  const retention = createRetention({ journal, artifacts, retention: keepFor, now: systemClock.now })
  const stopping = new AbortController()
  // Runs that begin from now on begin here.
  if (!readOnly && !hasUnfinishedWork(root, journal)) await markMadeHere(root)
  const life = createServerLife({ root, workspace, journal, kept, retention, mcp, ...running, otel, stopping, log })

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
    // Tries have their own threads, so that they never block a Run.
    sandbox: createSandbox(),
    httpActivity,
    trials: running.trials,
    experiments: running.experiments,
    validator: running.validator,
    executor: running.executor,
    otel,
    refusals,
    redact,
    log,
    pageRoot,
    streams: createStreamLimit(),
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
