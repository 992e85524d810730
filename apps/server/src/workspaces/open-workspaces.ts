import { EnsembleError } from '@ensemble/core'
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
  answer(name: string, request: Request): Promise<Response>
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

export const createOpenWorkspaces = (options: OpenWorkspacesOptions): OpenWorkspaces => {
  const { list, first, origin, now } = options
  /** By folder; a failed one is gone again. */
  const opened = new Map<string, Promise<Opened>>()
  const ready = new Map<string, Opened>()
  const closing = new Map<string, Promise<void>>()
  /** Names from before a rename, in lower case. */
  const formerly = new Map<string, string>()
  let isStopped = false

  const open = async (entry: ListEntry): Promise<Opened> => {
    const { name, folder } = entry
    await closing.get(folder)
    if (isStopped) throw stopping()
    await checkFolder(entry)
    const ownership = await takeOwnership(folder)
    if (!ownership.owned) throw new BusyWorkspace(name, ownership.server?.url)
    const served = await options.serve(folder, ownership)
    const one: Opened = { name, served, inUse: 0, usedAt: now() }
    // One that was opened while the server stops must not stay.
    if (isStopped) {
      await stop(served)
      throw stopping()
    }
    await served.announce(`${origin()}/w/${name}`).catch((error: unknown) => {
      served.deps.log.error('Other commands cannot find this workspace', error)
    })
    served.warmUp()
    ready.set(folder, one)
    return one
  }
  const openOnce = (entry: ListEntry): Promise<Opened> => {
    const known = opened.get(entry.folder)
    if (known !== undefined) return known
    const opening = open(entry).catch((error: unknown) => {
      opened.delete(entry.folder)
      throw asStorageTrouble(asStorageTrouble(error), entry.folder)
    })
    opened.set(entry.folder, opening)
    return opening
  }
  const entryOf = async (name: string): Promise<ListEntry> => {
    const entry = (await list.find(name)) ?? (await list.find(formerly.get(name.toLowerCase()) ?? ''))
    if (entry === undefined) throw unknownWorkspace(name)
    return entry
  }
  const end = (folder: string, { served }: Opened): Promise<void> => {
    opened.delete(folder)
    ready.delete(folder)
    const ending = stop(served).finally(() => closing.delete(folder))
    closing.set(folder, ending)
    return ending
  }
  /** A Run that waits for a person or a time counts: it has to notice both. */
  const isIdle = (one: Opened): boolean => {
    if (one.inUse > 0 || one.served.deps.journal.unfinished().length > 0) one.usedAt = now()
    return now() - one.usedAt >= IDLE_MS
  }

  return {
    answer: async (name, request) => {
      const entry = await entryOf(name)
      if (entry.folder === first().folder) return first().fetch(request)
      const one = await openOnce(entry)
      one.inUse += 1
      const done = (): void => {
        one.inUse -= 1
        one.usedAt = now()
      }
      try {
        return whenRead(await one.served.fetch(request), done)
      } catch (error) {
        done()
        throw error
      }
    },
    peek: (folder) => (folder === first().folder ? first() : ready.get(folder)?.served),
    rename: async (from, to) => {
      formerly.set(from.name.toLowerCase(), to.name)
      formerly.delete(to.name.toLowerCase())
      const one = ready.get(to.folder)
      if (one === undefined) return
      one.name = to.name
      await one.served.announce(`${origin()}/w/${to.name}`)
    },
    close: async (folder) => {
      const one = await opened.get(folder)?.catch(() => undefined)
      if (one !== undefined) await end(folder, one)
    },
    closeIdle: async () => {
      for (const [folder, one] of ready) if (isIdle(one)) await end(folder, one)
    },
    drain: async () => {
      isStopped = true
      await Promise.all(
        [...opened.values()].map((one) => one.then(({ served }) => served.drain()).catch(() => undefined)),
      )
    },
    closeAll: async () => {
      await Promise.all(closing.values())
      await Promise.all([...ready.values()].map(({ served }) => served.close()))
    },
  }
}
