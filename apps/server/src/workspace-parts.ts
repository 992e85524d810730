import { join } from 'node:path'
import { type RegisteredActivity, createSimulatedModel, systemClock } from '@ensemble/core'
import packageFile from '../package.json' with { type: 'json' }
import { createHttpActivity } from './activities/http-activity.ts'
import type { HttpDefinition } from './activities/http-definition.ts'
import { type Refusals, createRefusals } from './egress/refusals.ts'
import { createTrustOf } from './egress/own-authority.ts'
import { type WaysOut, createWaysOut } from './egress/ways-out.ts'
import type { Log } from './http/log.ts'
import { createLog } from './http/pino-log.ts'
import { type McpServers, openMcpServers } from './mcp/client/mcp-servers.ts'
import { createApprovedCommands } from './models/approved-commands.ts'
import { openExaminations } from './models/examinations.ts'
import { type Models, createModels } from './models/models.ts'
import { isFileAddress } from './workspace/file-address.ts'
import { createTokens } from './models/token-command.ts'
import { type OtelSettings, otelSettings } from './otel/otel-settings.ts'
import { loadSandboxed } from './sandbox/load-sandboxed.ts'
import { createSandbox } from './sandbox/sandbox.ts'
import { type Redactor, createRedactor } from './secrets/redactor.ts'
import { type SecretStore, openSecretStore } from './secrets/secret-store.ts'
import type { Settings } from './settings/settings.ts'
import { finishEdits } from './workspace/edits.ts'
import { removeLeftovers } from './workspace/leftovers.ts'
import type { Manifest } from './workspace/manifest.ts'
import { createWorkspaceFiles } from './workspace/workspace-files.ts'
import type { Workspace } from './workspace/workspace-types.ts'
import { openWorkspace } from './workspace/workspace.ts'

/** A workspace's files, with the models, servers and keys that its Runs reach. */
export interface WorkspaceParts {
  readonly version: string
  readonly redactor: Redactor
  readonly log: Log
  readonly secrets: SecretStore
  readonly refusals: Refusals
  readonly waysOut: WaysOut
  readonly mcp: McpServers
  readonly httpActivity: (name: string, definition: HttpDefinition) => RegisteredActivity
  readonly workspace: Workspace
  readonly models: Models
  /** Where Runs are sent as spans; undefined where nowhere. */
  readonly telemetry: () => OtelSettings | undefined
}

export interface WorkspacePartsOptions {
  readonly settings: Settings
  readonly root: string
  /** The folder of the bundled workspaces. */
  readonly examples: string
  /** Nothing of the workspace is written; false by default. */
  readonly readOnly?: boolean
  /** Activities of the program around; they come before those of the workspace. */
  readonly given?: readonly RegisteredActivity[]
}

const OPENAI = 'https://api.openai.com/v1'

/** Where models are asked: the address in the environment, and the endpoints of ensemble.json. */
const modelAddresses = ({ openai }: Settings, { endpoints }: Manifest): readonly string[] => [
  ...(openai === undefined ? [] : [openai.baseUrl ?? OPENAI]),
  ...[...endpoints.values()].map(({ baseUrl }) => baseUrl).filter((baseUrl) => !isFileAddress(baseUrl)),
]

/** Redacts the secrets of the environment from the start. */
const redactorFor = ({ openai, token }: Settings): Redactor => {
  const redactor = createRedactor()
  for (const secret of [openai?.apiKey, token]) if (secret !== undefined) redactor.know(secret)
  return redactor
}

/** Completes the edits that a crash cut short, and removes its half-written files. */
const repairFolder = async (root: string): Promise<void> => {
  await finishEdits(createWorkspaceFiles(root))
  await removeLeftovers(root)
}

interface ModelParts {
  readonly workspace: Workspace
  readonly redactor: Redactor
  readonly secrets: SecretStore
  readonly fetch: typeof globalThis.fetch
}

/** The models of a workspace: its endpoints, the tokens that commands give them, and the simulated one. */
const openModels = async (
  { settings, root, readOnly = false }: WorkspacePartsOptions,
  { workspace, redactor, secrets, fetch }: ModelParts,
): Promise<Models> => {
  const { know, redact } = redactor
  const file = join(settings.dataHome, 'ensemble', 'approved-commands.json')
  const approved = createApprovedCommands({ file, root })
  return createModels({
    approved,
    tokens: createTokens({ root, approved, know, redact, now: systemClock.now }),
    settings,
    root,
    manifest: workspace.manifest,
    fetch,
    secret: secrets.resolve,
    createSimulated: () => createSimulatedModel({ pace: settings.simulatedPace, sleep: systemClock.sleep }),
    examinations: await openExaminations(root, readOnly),
  })
}

/** Redacts secrets named in ensemble.json from now on: the workspace's code may read one before it is first sent. */
const followManifest = (workspace: Workspace, secrets: SecretStore, models: Models, log: Log): void => {
  const knowSecrets = (): void => {
    for (const reference of workspace.manifest().secrets) secrets.resolve(reference)
  }
  knowSecrets()
  workspace.events.on((event) => {
    if (event.type !== 'file.changed' || event.file !== 'ensemble.json') return
    knowSecrets()
    models.refresh().catch((error: unknown) => log.error('What talks to endpoints could not be loaded', error))
  })
}

/** Opens the files of a workspace; no code of it runs. Throws EnsembleError `workspace.invalid` with one sentence. */
export const openParts = async (options: WorkspacePartsOptions): Promise<WorkspaceParts> => {
  const { settings, root, readOnly = false, given } = options
  const { version } = packageFile
  const redactor = redactorFor(settings)
  const { redact } = redactor
  const log = createLog(redact)
  // Before anything of the workspace is read: ensemble.json may be among them.
  if (!readOnly) await repairFolder(root)
  const secrets = await openSecretStore({ root, fromEnvironment: settings.secret, redactor, readOnly })
  const telemetry = () => otelSettings(settings.otel, workspace.manifest().otel, secrets.resolve)
  const refusals = createRefusals(systemClock.now)
  const waysOut = createWaysOut({
    models: () => modelAddresses(settings, workspace.manifest()),
    trustOf: createTrustOf(root, () => workspace.manifest().endpoints),
    mcp: () => mcp.urls(),
    collector: () => [telemetry()?.url ?? []].flat(),
    hosts: () => workspace.manifest().egressHosts,
    onRefused: (refusal) => {
      refusals.add(refusal)
      workspace.events.emit({ type: 'egress.refused', ...refusal })
    },
  })
  const mcp = await openMcpServers({
    root,
    version,
    secret: secrets.resolve,
    redact,
    fetch: waysOut.toMcp,
    now: systemClock.now,
    sleep: systemClock.sleep,
    onChange: (server) => {
      workspace.forget()
      workspace.events.emit({ type: 'mcp.changed', server })
    },
  })
  const httpActivity = (name: string, definition: HttpDefinition): RegisteredActivity =>
    createHttpActivity(name, definition, { egress: waysOut.toHosts, secret: secrets.resolve, redact })
  const sandbox = createSandbox()
  const workspace = await openWorkspace(root, {
    activeProfile: () => models.defaults().profile,
    examples: options.examples,
    httpActivities: ({ httpActivities }) =>
      [...httpActivities].map(([name, definition]) => httpActivity(name, definition)),
    loadSandboxed: () => loadSandboxed(root, sandbox),
    remote: mcp.activities,
    given,
  })
  const models = await openModels(options, { workspace, redactor, secrets, fetch: waysOut.toModels })
  followManifest(workspace, secrets, models, log)

  return { version, redactor, log, secrets, refusals, waysOut, mcp, httpActivity, workspace, models, telemetry }
}
