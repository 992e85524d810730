import { EnsembleError } from '@ensemble/core'
import { findWorkspace, readSettings, serve } from '../main.ts'
import type { Flags } from '../settings/settings.ts'
import { type Client, createClient } from './client.ts'
import { tellUnusedVariables } from './other-settings.ts'

const withToken = (token: string | undefined): Readonly<Record<string, string>> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

interface ClientFlags extends Flags {
  /** Whether Runs that a stop interrupted go on meanwhile; false where it is left out. */
  readonly resume?: boolean
}

/** Works with the server that owns the workspace, or becomes the owner for as long as the command takes. */
export const withClient = async <T>(
  { resume = false, ...flags }: ClientFlags,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const settings = readSettings(flags)
  const { root } = await findWorkspace(settings)
  const served = await serve({ ...flags, workspace: root, port: '0', host: '127.0.0.1', open: false }, { resume })
  if (!served.started) {
    if (served.other === undefined)
      throw new EnsembleError(
        'workspace.busy',
        'Another process holds this workspace but does not say where it answers.',
      )
    const client = createClient(served.other.url, withToken(served.other.token), false)
    // `--model` goes along with each question and is used.
    await tellUnusedVariables(client, { ...settings, ...(flags.model !== undefined && { model: undefined }) })
    return work(client)
  }
  try {
    return await work(createClient(served.url, withToken(served.settings.token), true))
  } finally {
    await served.stop()
  }
}
