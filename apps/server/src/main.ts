import { createHash, randomBytes } from 'node:crypto'
import { homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Executor, type Validator, createSimulatedModel, setSha256 } from '@ensemble/core'
import packageFile from '../package.json' with { type: 'json' }
import { createApp } from './app.ts'
import { createEgressFetch } from './egress/egress-fetch.ts'
import { createArtifactFiles } from './engine/artifact-files.ts'
import { systemClock } from './engine/clock.ts'
import { openDatabase } from './engine/database.ts'
import { createEngine } from './engine/executor.ts'
import { createSqliteJournal } from './engine/sqlite-journal.ts'
import { createGuard } from './http/guard.ts'
import { createLog } from './http/pino-log.ts'
import { listen } from './listen.ts'
import { createModels } from './models/models.ts'
import { once } from './once.ts'
import { type Flags, type Settings, parseSettings } from './settings/settings.ts'
import { chooseWorkspace } from './workspace/choose-workspace.ts'
import { finishEdits } from './workspace/edits.ts'
import { type ServerFile, takeOwnership } from './workspace/owner.ts'
import { watchWorkspace } from './workspace/watch.ts'
import { openWorkspace } from './workspace/workspace.ts'

// The same places seen from src/ and from dist/.
const BUNDLED = fileURLToPath(new URL('../../../examples/music', import.meta.url))
const PAGE = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Streams and slow answers get this long when the server stops. */
const GRACE_MS = 1500

/** The only place that reads the environment. */
export const readSettings = (flags: Flags): Settings => parseSettings(flags, process.env, homedir())

export interface Started {
  readonly started: true
  readonly url: string
  readonly workspace: string
  readonly bundled: boolean
  readonly settings: Settings
  /** Drains: live runs are checkpointed and go on at the next start. */
  readonly stop: () => Promise<void>
}
export type Served = Started | { readonly started: false; readonly pid: number; readonly other: ServerFile | undefined }

/** Environment → deps → listen. Throws EnsembleError with one sentence where it cannot start. */
export const serve = async (flags: Flags): Promise<Served> => {
  const settings = readSettings(flags)
  setSha256((data) => createHash('sha256').update(data).digest('hex'))
  const { root, bundled } = await chooseWorkspace(settings.workspace, BUNDLED, settings.dataHome)
  const ownership = await takeOwnership(root)
  if (!ownership.owned) return { started: false, pid: ownership.pid, other: ownership.server }
  try {
    return await start(settings, root, bundled, ownership)
  } catch (error) {
    await ownership.release()
    throw error
  }
}

type Owner = Extract<Awaited<ReturnType<typeof takeOwnership>>, { readonly owned: true }>

const start = async (settings: Settings, root: string, bundled: boolean, owner: Owner): Promise<Started> => {
  const secrets = [settings.openai?.apiKey, settings.token].flatMap((secret) => (secret ? [secret] : []))
  const log = createLog(secrets)
  // A key is at least this long; a shorter word would be found in ordinary text.
  const redacted = secrets.filter((secret) => secret.length >= 8)
  const redact = (text: string): string => redacted.reduce((left, secret) => left.replaceAll(secret, '[secret]'), text)

  const workspace = await openWorkspace(root, () => models.defaults().profile)
  const endpoints = (): readonly string[] => [
    settings.openai?.baseUrl ?? 'https://api.openai.com/v1',
    ...[...workspace.manifest().endpoints.values()].map(({ baseUrl }) => baseUrl),
  ]
  const models = createModels({
    settings,
    manifest: workspace.manifest,
    fetch: createEgressFetch({ endpoints, hosts: () => workspace.manifest().egressHosts }),
    secret: settings.secret,
    createSimulated: () => createSimulatedModel({ pace: settings.simulatedPace, sleep: systemClock.sleep }),
  })
  await finishEdits(workspace.files)
  const journal = createSqliteJournal(openDatabase(join(root, '.ensemble', 'ensemble.db')), { redact })
  const artifacts = createArtifactFiles(root)
  const validator = once(async (): Promise<Validator> => (await import('@ensemble/core/validate')).createValidator())
  const { version } = packageFile
  const executor = once((): Promise<Executor> =>
    createEngine({ workspace, journal, artifacts, models, validator, version }),
  )
  const stopping = new AbortController()
  let port = settings.port
  const guard = createGuard({
    host: settings.host,
    machine: hostname(),
    port: () => port,
    token: settings.token,
    sessionToken: randomBytes(32).toString('base64url'),
  })
  const app = createApp({
    ...{ version, workspace, journal, artifacts, models, validator, executor, guard, log },
    pageRoot: PAGE,
    stopping: stopping.signal,
  })
  const listening = await listen((request) => app.fetch(request), settings).catch((error: unknown) => {
    journal.close()
    throw error
  })
  port = listening.port
  await owner.announce({
    url: listening.url,
    pid: process.pid,
    version,
    ...(settings.token !== undefined && { token: settings.token }),
  })

  const watching = watchWorkspace({
    root,
    onChange: (file, etag) => {
      const isCode = file.startsWith('activities/')
      if (workspace.changedOnDisk(file, etag) && isCode) workspace.loadActivities().catch(report)
    },
  })
  const report = (error: unknown): void => log.error('The workspace could not be followed', error)
  watching.catch(report)

  /** What a person's first Run needs is loaded, and what a stop interrupted goes on. */
  const warmUp = async (): Promise<void> => {
    const engine = await executor()
    for (const run of journal.unfinished())
      await engine
        .resume(run.id, 'restart')
        .catch((error: unknown) => log.error(`Run ${run.id} could not go on`, error))
  }
  const warming = warmUp().catch((error: unknown) => log.error('The engine could not start', error))

  return {
    started: true,
    url: listening.url,
    workspace: root,
    bundled,
    settings,
    stop: async () => {
      await warming
      await (await executor().catch(() => undefined))?.drain()
      stopping.abort()
      await listening.stop(GRACE_MS)
      await (await watching.catch(() => undefined))?.close()
      journal.close()
      await owner.release()
    },
  }
}
