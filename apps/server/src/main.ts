import { setMaxListeners } from 'node:events'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EnsembleError } from '@ensemble/core'
import { createApp } from './app.ts'
import { createDeps } from './create-deps.ts'
import { catchStrayErrors } from './engine/stray-errors.ts'
import { listen } from './listen.ts'
import { redactOutput } from './secrets/redact-output.ts'
import { type Flags, type Settings, parseSettings } from './settings/settings.ts'
import { type Chosen, type Sample, chooseWorkspace } from './workspace/choose-workspace.ts'
import { asStorageTrouble } from './workspace/storage-trouble.ts'
import { type Owner, type ServerFile, takeOwnership } from './workspace/owner.ts'

// The same places seen from src/ and from dist/.
/** The bundled workspaces and the gallery of them. */
export const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url))
/** The built page. */
export const PAGE = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Streams and slow answers get this long when the server stops. */
const GRACE_MS = 1500

export interface Started {
  readonly started: true
  readonly url: string
  readonly workspace: string
  /** The user's own copy of the bundled workspace rather than a folder they named. */
  readonly bundled: boolean
  /** The folder cannot be written: it can be looked at, and nothing else. */
  readonly readOnly: boolean
  readonly settings: Settings
  /** Drains: live runs are checkpointed and resume at the next start. */
  readonly stop: () => Promise<void>
}
export interface AlreadyServed {
  readonly started: false
  readonly other: ServerFile | undefined
}

/** The only place that reads the environment. */
export const readSettings = (flags: Flags): Settings =>
  parseSettings(flags, process.env, homedir() || userInfo().homedir)

/** The bundled workspace and where the user's own copy of it is kept. */
const sampleFor = ({ dataHome }: Settings): Sample => ({ bundled: join(EXAMPLES, 'music'), dataHome })

/**
 * The workspace that flags and environment name, or the one here or above; with `mayBeSample`, else the user's copy of
 * the sample. Throws EnsembleError `workspace.missing`.
 */
export const findWorkspace = async (settings: Settings, mayBeSample = false): Promise<Chosen> =>
  chooseWorkspace(settings.workspace, process.cwd(), mayBeSample && !settings.isCi ? sampleFor(settings) : undefined)

export interface ServeOptions {
  /** Whether interrupted Runs resume now; a command that only reads starts nothing. */
  readonly resume: boolean
  /** Whether the sample may be opened where no workspace is named, here or above; false where it is left out. */
  readonly mayBeSample?: boolean
}

/** Environment → deps → listen. Throws EnsembleError with one sentence where it cannot start. */
export const serve = async (
  flags: Flags,
  options: ServeOptions = { resume: true },
): Promise<Started | AlreadyServed> => {
  // A Run's signal is heard by each of its Calls under way, and one turn may hold 128 of them.
  setMaxListeners(1024)
  const settings = readSettings(flags)
  const { root, bundled } = await findWorkspace(settings, options.mayBeSample)
  const ownership = await takeOwnership(root).catch((error: unknown) => {
    throw nameTrouble(error, root)
  })
  if (!ownership.owned) return { started: false, other: ownership.server }
  try {
    return await start(settings, root, bundled, ownership, options)
  } catch (error) {
    await ownership.release()
    throw nameTrouble(error, root)
  }
}

/** By the file that the error names, else as one of the workspace. */
const nameTrouble = (error: unknown, root: string): unknown => asStorageTrouble(asStorageTrouble(error), root)

const start = async (
  settings: Settings,
  root: string,
  bundled: boolean,
  owner: Owner,
  { resume }: ServeOptions,
): Promise<Started> => {
  const beside: Started[] = []
  const serveBeside = async (workspace: string): Promise<{ readonly url: string }> => {
    const served = await serve({ workspace, port: '0', host: settings.host, open: false })
    if (!served.started) throw new EnsembleError('workspace.busy', `Another process holds ${workspace}.`)
    beside.push(served)
    return { url: served.url }
  }
  const deps = await createDeps({
    settings,
    root,
    pageRoot: PAGE,
    examples: EXAMPLES,
    serveBeside,
    readOnly: owner.readOnly,
  })
  const app = createApp(deps)
  const listening = await listen((request) => app.fetch(request), settings).catch(async (error: unknown) => {
    await deps.close()
    throw error
  })
  deps.setPort(listening.port)
  const letStray = catchStrayErrors(root, deps.log)
  const showOutput = redactOutput(deps.redact)
  const { url } = listening
  const { token } = settings
  const end = async (): Promise<void> => {
    await Promise.all(beside.map((served) => served.stop()))
    await deps.drain()
    await listening.stop(GRACE_MS)
    await deps.close()
    letStray()
    showOutput()
  }
  const announced = { url, pid: process.pid, version: deps.version, ...(token !== undefined && { token }) }
  await owner.announce(announced).catch(async (error: unknown) => {
    // Open handles would keep a failed command from ending.
    await end()
    throw error
  })
  if (resume && !owner.readOnly) void deps.warmUp()
  return {
    started: true,
    url,
    workspace: root,
    bundled,
    settings,
    readOnly: owner.readOnly,
    stop: async () => {
      await end()
      await owner.release()
    },
  }
}
