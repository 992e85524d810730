import { setMaxListeners } from 'node:events'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import { listen } from './listen.ts'
import { EXAMPLES, PAGE } from './places.ts'
import { type Flags, type Settings, parseSettings } from './settings/settings.ts'
import { type Chosen, type Sample, chooseWorkspace } from './workspace/choose-workspace.ts'
import { asStorageTrouble } from './workspace/storage-trouble.ts'
import { type Owner, type ServerFile, takeOwnership } from './workspace/owner.ts'
import { type Server, createServer } from './workspaces/create-server.ts'

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
  /** Whether a person trusts Runs that were copied here with the folder; false by default. */
  readonly trusted?: boolean
  /** Whether the workspace joins the person's list; false by default. */
  readonly joins?: boolean
  /** Whether the sample may be opened where no workspace is named, here or above; false by default. */
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
  return start(settings, root, bundled, ownership, options).catch((error: unknown) => {
    throw nameTrouble(error, root)
  })
}

/** By the file that the error names, else as one of the workspace. */
const nameTrouble = (error: unknown, root: string): unknown => asStorageTrouble(asStorageTrouble(error), root)

const start = async (
  settings: Settings,
  root: string,
  bundled: boolean,
  owner: Owner,
  { resume, trusted = false, joins = false }: ServeOptions,
): Promise<Started> => {
  const server = await createServer({ settings, root, owner, pageRoot: PAGE, examples: EXAMPLES, now: Date.now })
  const { first } = server
  const listening = await listen(server.fetch, settings).catch(async (error: unknown) => {
    await server.close()
    throw error
  })
  const url = listening.url + settings.basePath
  server.listensAt({ url, port: listening.port })
  const stop = async (): Promise<void> => {
    await server.drain()
    await listening.stop(GRACE_MS)
    await server.close()
  }
  await first.announce(url).catch(async (error: unknown) => {
    // Open handles would keep a failed command from ending.
    await stop()
    throw error
  })
  if (joins) await joinList(server)
  if (resume) first.warmUp(trusted)
  return { started: true, url, workspace: root, bundled, settings, readOnly: owner.readOnly, stop }
}

/** A home that cannot be written keeps no list, and the workspace is served anyway. */
const joinList = async ({ first, workspaces }: Server): Promise<void> => {
  try {
    await workspaces.add(first.root)
    await workspaces.touch(first.root)
  } catch (error) {
    first.deps.log.warn('This workspace could not be put on your list', { why: String(error) })
  }
}
