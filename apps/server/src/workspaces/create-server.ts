import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }
import { belowBasePath } from '../http/base-path.ts'
import { callerOf } from '../http/caller.ts'
import { createGuard } from '../http/guard.ts'
import { type Settings, isLoopback } from '../settings/settings.ts'
import type { Owner } from '../workspace/owner.ts'
import { createFront } from './front.ts'
import { type OpenWorkspaces, createOpenWorkspaces } from './open-workspaces.ts'
import { type ServedWorkspace, serveWorkspace } from './served-workspace.ts'
import { createWorkspaceList } from './workspace-list.ts'
import { createWorkspaces } from './workspaces.ts'
import type { Workspaces } from './workspaces-types.ts'

/** A server of one workspace at `/`, and of those in the person's list at `/w/NAME/`. */
export interface Server {
  readonly first: ServedWorkspace
  readonly workspaces: Workspaces
  readonly open: OpenWorkspaces
  /** `peer`: the address at the other end of the connection. */
  readonly fetch: (request: Request, peer?: string) => Response | Promise<Response>
  /** Where it listens; until then it answers as if it listened on the port of the settings. */
  readonly listensAt: (listening: { readonly url: string; readonly port: number }) => void
  /** Checkpoints live Runs and ends the streams; `close` comes when no request is left. */
  readonly drain: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface ServerOptions {
  readonly settings: Settings
  /** The workspace that is served at `/`, and its lock. */
  readonly root: string
  readonly owner: Owner
  readonly pageRoot: string
  /** The folder of the bundled workspaces. */
  readonly examples: string
  readonly now: () => number
}

/** How often unused workspaces are looked for. */
const LOOK_FOR_IDLE_MS = 60_000

/** Opens the first workspace. Throws EnsembleError with one sentence; its lock is freed then. */
export const createServer = async (options: ServerOptions): Promise<Server> => {
  const { settings, root, owner, pageRoot, examples, now } = options
  const { basePath } = settings
  let at = { url: '', port: settings.port }
  const guard = createGuard({
    host: settings.host,
    machine: hostname(),
    port: () => at.port,
    token: settings.token,
    publicOrigin: settings.publicOrigin,
    basePath,
    sessionToken: randomBytes(32).toString('base64url'),
  })
  const data = join(settings.dataHome, 'ensemble')
  const copies = join(data, 'workspaces')
  const list = createWorkspaceList({ folder: join(data, 'list'), copies, now })
  const serve = (folder: string, lock: Owner): Promise<ServedWorkspace> =>
    // A Postgres holds the Runs of one workspace, that of the start.
    serveWorkspace(
      {
        settings: folder === root ? settings : { ...settings, database: undefined },
        root: folder,
        pageRoot,
        examples,
        copies,
        guard,
        workspaces,
      },
      lock,
    )
  const open = createOpenWorkspaces({ list, first: () => first, serve, origin: () => at.url, now })
  const workspaces = createWorkspaces({
    list,
    open,
    home: settings.home,
    copies,
    basePath,
    canReveal: isLoopback(settings.host) && settings.hasDesktop,
  })
  const first = await serve(root, owner)
  const answer = belowBasePath(
    basePath,
    createFront({
      guard,
      open,
      first: first.fetch,
      version: packageFile.version,
      log: () => first.deps.log,
      basePath,
    }),
  )
  const idle = setInterval(() => {
    open.closeIdle().catch((error: unknown) => first.deps.log.error('A workspace could not be closed', error))
  }, LOOK_FOR_IDLE_MS).unref()
  return {
    first,
    workspaces,
    open,
    fetch: (request, peer) => answer(request, { caller: callerOf(request, peer, settings.publicOrigin !== undefined) }),
    listensAt: ({ url, port }) => {
      at = { url, port }
    },
    drain: async () => {
      clearInterval(idle)
      await Promise.all([first.drain(), open.drain()])
    },
    close: async () => {
      await open.closeAll()
      await first.close()
    },
  }
}
