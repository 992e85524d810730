import { createHash, randomBytes } from 'node:crypto'
import { homedir, hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import { setSha256 } from '@ensemble/core'
import manifest from '../package.json' with { type: 'json' }
import { createApp } from './app.ts'
import { createGuard } from './http/guard.ts'
import { createLog } from './http/pino-log.ts'
import { listen } from './listen.ts'
import { type Flags, type Settings, parseSettings } from './settings/settings.ts'
import { chooseWorkspace } from './workspace/choose-workspace.ts'
import { type ServerFile, takeOwnership } from './workspace/owner.ts'
import { openWorkspace } from './workspace/workspace.ts'

// The same places seen from src/ and from dist/.
const BUNDLED = fileURLToPath(new URL('../../../examples/music', import.meta.url))
const PAGE = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Streams and slow answers get this long when the server stops. */
const GRACE_MS = 2000

/** The only place that reads the environment. */
export const readSettings = (flags: Flags): Settings => parseSettings(flags, process.env, homedir())

export type Served =
  | {
      readonly started: true
      readonly url: string
      readonly workspace: string
      readonly bundled: boolean
      readonly stop: () => Promise<void>
    }
  | { readonly started: false; readonly pid: number; readonly other: ServerFile | undefined }

/** Environment → deps → listen. Throws EnsembleError with one sentence where it cannot start. */
export const serve = async (flags: Flags): Promise<Served> => {
  const settings = readSettings(flags)
  setSha256((data) => createHash('sha256').update(data).digest('hex'))
  const { root, bundled } = await chooseWorkspace(settings.workspace, BUNDLED, settings.dataHome)
  const ownership = await takeOwnership(root)
  if (!ownership.owned) return { started: false, pid: ownership.pid, other: ownership.server }
  try {
    const workspace = await openWorkspace(root)
    const secrets = [settings.openai?.apiKey, settings.token].filter((secret) => secret !== undefined)
    const log = createLog(secrets)
    let port = settings.port
    const guard = createGuard({
      host: settings.host,
      machine: hostname(),
      port: () => port,
      token: settings.token,
      sessionToken: randomBytes(32).toString('base64url'),
    })
    const app = createApp({
      version: manifest.version,
      workspace,
      validator: async () => (await import('@ensemble/core/validate')).createValidator(),
      defaults: () => ({ model: 'simulated', profile: 'offline' }),
      guard,
      pageRoot: PAGE,
      log,
    })
    const listening = await listen((request) => app.fetch(request), settings)
    port = listening.port
    await ownership.announce({
      url: listening.url,
      pid: process.pid,
      version: manifest.version,
      ...(settings.token !== undefined && { token: settings.token }),
    })
    return {
      started: true,
      url: listening.url,
      workspace: root,
      bundled,
      stop: async () => {
        await listening.stop(GRACE_MS)
        await ownership.release()
      },
    }
  } catch (error) {
    await ownership.release()
    throw error
  }
}
