import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import {
  type Executor,
  type RegisteredActivity,
  type Validator,
  createSimulatedModel,
  systemClock,
} from '@ensemble/core'
import packageFile from '../package.json' with { type: 'json' }
import { createHttpActivity } from './activities/http-activity.ts'
import type { HttpDefinition } from './activities/http-definition.ts'
import type { AppDeps } from './app-deps.ts'
import { createEgressFetch } from './egress/egress-fetch.ts'
import { createRefusals } from './egress/refusals.ts'
import { createArtifactFiles } from './engine/artifact-files.ts'
import { createComeback } from './engine/comeback.ts'
import { copyDatabase } from './engine/copied-database.ts'
import { keepFile } from './engine/kept-file.ts'
import { noteLastCommit } from './engine/damage/last-commit.ts'
import { lossSentence, openLosses } from './engine/damage/losses.ts'
import { openOrSalvage } from './engine/salvage.ts'
import { createEngine } from './engine/executor.ts'
import { createSqliteJournal } from './engine/sqlite-journal.ts'
import { createTrials } from './engine/trials.ts'
import { createExperiments } from './experiments/experiments.ts'
import { createGuard } from './http/guard.ts'
import { createStreamLimit } from './http/stream-limit.ts'
import { createLog } from './http/pino-log.ts'
import { openMcpServers } from './mcp/client/mcp-servers.ts'
import { openExaminations } from './models/examinations.ts'
import { createModels } from './models/models.ts'
import { USUAL_PORTS, addressOf } from './models/find-local.ts'
import { once } from './once.ts'
import { loadSandboxed } from './sandbox/load-sandboxed.ts'
import { createSandbox } from './sandbox/sandbox.ts'
import { createOtelExporter } from './otel/otel-exporter.ts'
import { type OtelSettings, otelSettings } from './otel/otel-settings.ts'
import { createRedactor } from './secrets/redactor.ts'
import { openSecretStore } from './secrets/secret-store.ts'
import { type ServerLife, createServerLife } from './server-life.ts'
import type { Settings } from './settings/settings.ts'
import { finishEdits } from './workspace/edits.ts'
import { removeLeftovers } from './workspace/leftovers.ts'
import { createModuleSource } from './workspace/module-source.ts'
import { createTemplates } from './workspace/templates.ts'
import { createWorkspaceFiles } from './workspace/workspace-files.ts'
import { openWorkspace } from './workspace/workspace.ts'

/** The real parts of a server over one workspace, and how they start and end. */
export interface Deps extends AppDeps, ServerLife {
  /** Known once the server listens. */
  readonly setPort: (port: number) => void
}

export interface DepsOptions {
  readonly settings: Settings
  /** A folder that is a workspace and that this process owns. */
  readonly root: string
  readonly pageRoot: string
  /** Nothing of the workspace is written; false where it is left out. */
  readonly readOnly?: boolean
  /** The folder of the bundled workspaces. */
  readonly examples: string
  /** Serves another workspace from this process, until this server stops. */
  readonly serveBeside: (workspace: string) => Promise<{ readonly url: string }>
}

/** How often Runs that the disk refused to record are tried again. */
const COMEBACK_MS = 5000
const OPENAI = 'https://api.openai.com/v1'

/** One answer of a model as it travels: some 200,000 tokens, each in an event of its own. */
const MOST_ANSWER_BYTES = 64 * 1024 * 1024

/** Opens a workspace that this process owns. Throws EnsembleError `workspace.invalid` or `engine.newer` with one sentence. */
export const createDeps = async ({
  settings,
  root,
  pageRoot,
  examples,
  serveBeside,
  readOnly = false,
}: DepsOptions): Promise<Deps> => {
  const { version } = packageFile
  const redactor = createRedactor()
  for (const secret of [settings.openai?.apiKey, settings.token]) if (secret !== undefined) redactor.know(secret)
  const log = createLog(redactor.redact)
  // Before anything of the workspace is read: ensemble.json may be among them.
  if (!readOnly) {
    await finishEdits(createWorkspaceFiles(root))
    await removeLeftovers(root)
  }
  const secrets = await openSecretStore({ root, fromEnvironment: settings.secret, redactor, readOnly })

  const mcp = await openMcpServers({
    root,
    version,
    secret: secrets.resolve,
    redact: redactor.redact,
    fetch: (input, init) => toMcp(input, init),
    now: systemClock.now,
    sleep: systemClock.sleep,
    onChange: (server) => {
      workspace.forget()
      workspace.events.emit({ type: 'mcp.changed', server })
    },
  })
  const sandbox = createSandbox()
  const httpActivity = (name: string, definition: HttpDefinition): RegisteredActivity =>
    createHttpActivity(name, definition, { egress, secret: secrets.resolve, redact: redactor.redact })
  const workspace = await openWorkspace(root, {
    activeProfile: () => models.defaults().profile,
    httpActivities: ({ httpActivities }) =>
      [...httpActivities].map(([name, definition]) => httpActivity(name, definition)),
    loadSandboxed: () => loadSandboxed(root, sandbox),
    examples,
    remote: mcp.activities,
  })
  const endpoints = (): readonly string[] => [
    ...(settings.openai === undefined ? [] : [settings.openai.baseUrl ?? OPENAI]),
    ...[...workspace.manifest().endpoints.values()].map(({ baseUrl }) => baseUrl),
  ]
  /** Models and MCP servers are asked where a person configured one; everything else goes only to hosts that are listed. */
  const toModels = createEgressFetch({ endpoints, hosts: () => [], mostBytes: MOST_ANSWER_BYTES })
  const toMcp = createEgressFetch({ endpoints: mcp.urls, hosts: () => [] })
  const refusals = createRefusals(systemClock.now)
  const egress = createEgressFetch({
    endpoints: () => [],
    hosts: () => workspace.manifest().egressHosts,
    onRefused: (refusal) => {
      refusals.add(refusal)
      workspace.events.emit({ type: 'egress.refused', ...refusal })
    },
  })
  const models = createModels({
    settings,
    manifest: workspace.manifest,
    fetch: toModels,
    secret: secrets.resolve,
    createSimulated: () => createSimulatedModel({ pace: settings.simulatedPace, sleep: systemClock.sleep }),
    examinations: await openExaminations(root, readOnly),
  })
  /** A value that is named is taken out from now on, also where code of the workspace reads it before it is first sent. */
  const knowSecrets = (): void => {
    for (const reference of workspace.manifest().secrets) secrets.resolve(reference)
  }
  knowSecrets()
  workspace.events.on((event) => {
    if (event.type !== 'file.changed' || event.file !== 'ensemble.json') return
    knowSecrets()
    models.refresh().catch((error: unknown) => log.error('What talks to endpoints could not be loaded', error))
  })
  const ownDatabase = join(root, '.ensemble', 'ensemble.db')
  const copied = readOnly ? copyDatabase(ownDatabase) : undefined
  const databaseFile = copied?.path ?? ownDatabase
  const losses = openLosses(join(dirname(databaseFile), 'losses.json'))
  const { db, loss } = openOrSalvage(databaseFile, { onLoss: losses.add })
  if (loss !== undefined) log.warn(lossSentence(basename(databaseFile), loss))
  const kept = keepFile(db, databaseFile)
  const artifacts = createArtifactFiles(root, redactor.isIn)
  const journal = createSqliteJournal(db, {
    redact: redactor.redact,
    openEnd: redactor.openEnd,
    note: noteLastCommit(db, databaseFile),
    onUnused: (hashes) => void Promise.all(hashes.map(artifacts.remove)).catch(() => undefined),
  })
  const telemetry = (): OtelSettings | undefined =>
    otelSettings(settings.otel, workspace.manifest().otel, secrets.resolve)
  const toCollector = createEgressFetch({ endpoints: () => [telemetry()?.url ?? []].flat(), hosts: () => [] })
  const otel = createOtelExporter({
    journal,
    version,
    settings: telemetry,
    egress: toCollector,
    redact: redactor.redact,
    log,
  })
  const trials = createTrials(createModuleSource({ workspace: workspace.ideas, root, egress }))
  const validator = once(async (): Promise<Validator> => (await import('@ensemble/core/validate')).createValidator())
  let engine: Promise<Executor> | undefined
  const comeback = createComeback({
    log,
    every: COMEBACK_MS,
    tell: journal.stall,
    resume: async (run) => (await executor()).resume(run, 'storage'),
  })
  const executor = once(
    () =>
      (engine = createEngine({
        workspace,
        journal,
        artifacts,
        models,
        trials,
        validator,
        version,
        onBroken: comeback.broken,
      })),
  )
  const experiments = createExperiments({ workspace, journal, executor, trials })
  const stopping = new AbortController()
  let port = settings.port
  const guard = createGuard({
    host: settings.host,
    machine: hostname(),
    port: () => port,
    token: settings.token,
    sessionToken: randomBytes(32).toString('base64url'),
  })
  const life = createServerLife({
    root,
    workspace,
    journal,
    kept,
    mcp,
    executor,
    comeback,
    experiments,
    otel,
    stopping,
    log,
    begun: () => engine,
  })

  return {
    version,
    readOnly,
    workspace,
    journal,
    artifacts,
    models,
    mcp,
    secrets,
    // Tries hold up no Run: they have threads of their own.
    sandbox: createSandbox(),
    httpActivity,
    trials,
    experiments,
    validator,
    executor,
    guard,
    log,
    pageRoot,
    refusals,
    losses,
    streams: createStreamLimit(),
    redact: redactor.redact,
    otel,
    templates: createTemplates({
      folder: examples,
      home: join(settings.dataHome, 'ensemble', 'workspaces'),
      serve: serveBeside,
    }),
    localFetch: createEgressFetch({ endpoints: () => USUAL_PORTS.map(({ port }) => addressOf(port)), hosts: () => [] }),
    stopping: stopping.signal,
    setPort: (bound) => {
      port = bound
    },
    ...life,
    close: async () => {
      await life.close()
      copied?.remove()
    },
  }
}
