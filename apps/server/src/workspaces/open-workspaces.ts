import { EnsembleError } from '@ensemble/core'
import type { Asked } from '../http/app-type.ts'
import { schedulesOf } from '../use/use-settings.ts'
import { asStorageTrouble } from '../workspace/storage-trouble.ts'
import { type Owner, takeOwnership } from '../workspace/owner.ts'
import { stateOf } from './folder-state.ts'
import type { ServedWorkspace } from './served-workspace.ts'
import { whenRead } from './when-read.ts'
import { type ListEntry, type WorkspaceList, unknownWorkspace } from './workspace-list.ts'

/** The workspaces of the list that this process has open: each with its own lock, database, watchers and Runs. */
export interface OpenWorkspaces {
  /**
   * Answers a request to `/w/NAME/…`, opening the workspace for the first one. Throws EnsembleError `workspace.unknown`,
   * `workspace.missing`, BusyWorkspace, or why its files cannot be opened.
   */
  answer(name: string, request: Request, asked?: Asked): Promise<Response>
  /** Whether the one of this name is open. */
  isOpen(name: string): Promise<boolean>
  /** The open one of this folder; undefined if it is closed. */
  peek(folder: string): ServedWorkspace | undefined
  /** Its address is another one from now on; the old one keeps leading to it until the process ends. */
  rename(from: ListEntry, to: ListEntry): Promise<void>
  /** Ends it, live Runs checkpointed; the one the server was started with stays. */
  close(folder: string): Promise<void>
  /** Closes those that were not used for a while and in which nothing runs. */
  closeIdle(): Promise<void>
  /** Checkpoints the live Runs of all and ends their streams; nothing opens any more. */
  drain(): Promise<void>
  /** After `drain`. */
  closeAll(): Promise<void>
}

export interface OpenWorkspacesOptions {
  readonly list: WorkspaceList
  /** The workspace that the server was started with. */
  readonly first: () => ServedWorkspace
  readonly serve: (root: string, owner: Owner) => Promise<ServedWorkspace>
  /** Where this server answers, without a slash at the end. */
  readonly origin: () => string
  readonly now: () => number
}

/** Another process holds the lock of a workspace; `url` is where it answers, if it says so. */
export class BusyWorkspace extends EnsembleError {
  constructor(
    name: string,
    readonly url: string | undefined,
  ) {
    super(
      'workspace.busy',
      url === undefined
        ? `Another process has "${name}" open and does not say where it answers. End it, or wait a moment, and try again.`
        : `Another Ensemble process has "${name}" open. Use it at ${url}, or end that process and try again.`,
    )
  }
}

/** How long an unused workspace stays open. */
const IDLE_MS = 600_000

interface Opened {
  name: string
  readonly served: ServedWorkspace
  /** Requests and streams under way. */
  inUse: number
  usedAt: number
}

const stopping = (): EnsembleError =>
  new EnsembleError('engine.draining', 'The server is stopping: it opens no other workspace.')

const stop = async ({ drain, close, deps }: ServedWorkspace): Promise<void> => {
  await drain().catch((error: unknown) => deps.log.error('A workspace could not be drained', error))
  await close().catch((error: unknown) => deps.log.error('A workspace could not be closed', error))
}

const checkFolder = async ({ name, folder }: ListEntry): Promise<void> => {
  const state = await stateOf(folder)
  if (state === 'ready') return
  const what = state === 'gone' ? `The folder ${folder} is gone` : `${folder} has no ensemble.json any more`
  throw new EnsembleError('workspace.missing', `${what}. Put it back, or remove "${name}" from your list.`)
}

export const createOpenWorkspaces = (options: OpenWorkspacesOptions): OpenWorkspaces => new ListedWorkspaces(options)

class ListedWorkspaces implements OpenWorkspaces {
  readonly #options: OpenWorkspacesOptions
  /** By folder; a failed one is gone again. */
  readonly #opened = new Map<string, Promise<Opened>>()
  readonly #ready = new Map<string, Opened>()
  readonly #closing = new Map<string, Promise<void>>()
  /** Names from before a rename, in lower case. */
  readonly #formerly = new Map<string, string>()
  #isStopped = false

  constructor(options: OpenWorkspacesOptions) {
    this.#options = options
  }

  async answer(name: string, request: Request, asked?: Asked): Promise<Response> {
    const entry = await this.#entryOf(name)
    const first = this.#options.first()
    if (entry.folder === first.folder) return first.fetch(request, asked)
    const one = await this.#openOnce(entry)
    one.inUse += 1
    const done = (): void => {
      one.inUse -= 1
      one.usedAt = this.#options.now()
    }
    try {
      return whenRead(await one.served.fetch(request, asked), done)
    } catch (error) {
      done()
      throw error
    }
  }

  async isOpen(name: string): Promise<boolean> {
    const entry = await this.#options.list.find(name)
    return entry !== undefined && this.peek(entry.folder) !== undefined
  }

  peek(folder: string): ServedWorkspace | undefined {
    const first = this.#options.first()
    return folder === first.folder ? first : this.#ready.get(folder)?.served
  }

  async rename(from: ListEntry, to: ListEntry): Promise<void> {
    this.#formerly.set(from.name.toLowerCase(), to.name)
    this.#formerly.delete(to.name.toLowerCase())
    const one = this.#ready.get(to.folder)
    if (one === undefined) return
    one.name = to.name
    await one.served.announce(this.#urlOf(to.name))
  }

  async close(folder: string): Promise<void> {
    const one = await this.#opened.get(folder)?.catch(() => undefined)
    if (one !== undefined) await this.#end(folder, one)
  }

  async closeIdle(): Promise<void> {
    for (const [folder, one] of this.#ready) if (await this.#isIdle(one)) await this.#end(folder, one)
  }

  async drain(): Promise<void> {
    this.#isStopped = true
    await Promise.all(
      [...this.#opened.values()].map((one) => one.then(({ served }) => served.drain()).catch(() => undefined)),
    )
  }

  async closeAll(): Promise<void> {
    await Promise.all(this.#closing.values())
    await Promise.all([...this.#ready.values()].map(({ served }) => served.close()))
  }

  #urlOf(name: string): string {
    return `${this.#options.origin()}/w/${name}`
  }

  async #entryOf(name: string): Promise<ListEntry> {
    const { list } = this.#options
    const entry = (await list.find(name)) ?? (await list.find(this.#formerly.get(name.toLowerCase()) ?? ''))
    if (entry === undefined) throw unknownWorkspace(name)
    return entry
  }

  #openOnce(entry: ListEntry): Promise<Opened> {
    const known = this.#opened.get(entry.folder)
    if (known !== undefined) return known
    const opening = this.#open(entry).catch((error: unknown) => {
      this.#opened.delete(entry.folder)
      throw asStorageTrouble(asStorageTrouble(error), entry.folder)
    })
    this.#opened.set(entry.folder, opening)
    return opening
  }

  async #open(entry: ListEntry): Promise<Opened> {
    const { name, folder } = entry
    const { serve, now } = this.#options
    await this.#closing.get(folder)
    if (this.#isStopped) throw stopping()
    await checkFolder(entry)
    const ownership = await takeOwnership(folder)
    if (!ownership.owned) throw new BusyWorkspace(name, ownership.server?.url)
    const served = await serve(folder, ownership)
    const one: Opened = { name, served, inUse: 0, usedAt: now() }
    // One that was opened while the server stops must not stay.
    if (this.#isStopped) {
      await stop(served)
      throw stopping()
    }
    await served.announce(this.#urlOf(name)).catch((error: unknown) => {
      served.deps.log.error('Other commands cannot find this workspace', error)
    })
    served.warmUp()
    this.#ready.set(folder, one)
    return one
  }

  #end(folder: string, { served }: Opened): Promise<void> {
    this.#opened.delete(folder)
    this.#ready.delete(folder)
    const ending = stop(served).finally(() => this.#closing.delete(folder))
    this.#closing.set(folder, ending)
    return ending
  }

  /** A Run that waits for a person or a time counts, and a schedule: they have to notice both. */
  async #isIdle(one: Opened): Promise<boolean> {
    const hasRuns = (await one.served.deps.journal.unfinished()).length > 0
    const now = this.#options.now()
    const isScheduled = schedulesOf(one.served.deps.workspace.manifest().uses).size > 0
    if (one.inUse > 0 || hasRuns || isScheduled) one.usedAt = now
    return now - one.usedAt >= IDLE_MS
  }
}
