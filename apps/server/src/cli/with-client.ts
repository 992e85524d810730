import { setTimeout as sleep } from 'node:timers/promises'
import { EnsembleError } from '@ensemble/core'
import { type Started, findWorkspace, readSettings, serve } from '../main.ts'
import type { Flags } from '../settings/settings.ts'
import { type Client, createClient } from './client.ts'
import { tellUnusedVariables } from './other-settings.ts'
import { tellDamage } from './tell-damage.ts'

const withToken = (token: string | undefined): Readonly<Record<string, string>> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

export interface ClientFlags extends Flags {
  /** Whether interrupted Runs resume while this server is up; false by default. */
  readonly resume?: boolean
}

/** A process that ends needs a moment between its last answer and letting go of the workspace. */
const LETTING_GO_MS = 5000
const ASK_AGAIN_MS = 50

type Connected = { readonly client: Client; readonly own: Started | undefined }

/** The server that owns the workspace, or undefined while it is ending. */
const connect = async (flags: Flags, workspace: string, resume: boolean): Promise<Connected | undefined> => {
  const served = await serve({ ...flags, workspace, port: '0', host: '127.0.0.1', open: false }, { resume })
  if (served.started) return { client: createClient(served.url, withToken(served.settings.token), true), own: served }
  if (served.other === undefined)
    throw new EnsembleError('workspace.busy', 'Another process uses this workspace, but its address is unknown.')
  const client = createClient(served.other.url, withToken(served.other.token), false)
  try {
    await client.call('GET', '/api/health')
    return { client, own: undefined }
  } catch (error) {
    if (error instanceof EnsembleError && error.code === 'server.away') return undefined
    throw error
  }
}

/** Works with the server that owns the workspace, or becomes the owner until the command ends. */
export const withClient = async <T>(
  { resume = false, ...flags }: ClientFlags,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const settings = readSettings(flags)
  const { root } = await findWorkspace(settings)
  let connected = await connect(flags, root, resume)
  for (let waited = 0; connected === undefined; waited += ASK_AGAIN_MS) {
    if (waited >= LETTING_GO_MS)
      throw new EnsembleError(
        'server.away',
        'Another process uses this workspace and does not answer. Wait for it, or end it.',
      )
    await sleep(ASK_AGAIN_MS)
    connected = await connect(flags, root, resume)
  }
  const { client, own } = connected
  if (own === undefined) {
    // `--model` goes along with each question and is used.
    await tellUnusedVariables(client, { ...settings, ...(flags.model !== undefined && { model: undefined }) })
    await tellDamage(client)
    return work(client)
  }
  try {
    return await work(client)
  } finally {
    await own.stop()
  }
}
