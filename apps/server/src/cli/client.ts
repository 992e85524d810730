import { EnsembleError, isObject } from '@ensemble/core'
import { findWorkspace, readSettings, serve } from '../main.ts'
import type { Flags } from '../settings/settings.ts'
import { tellUnusedVariables } from './other-settings.ts'

/** The server of a workspace, as a command talks to it. */
export interface Client {
  readonly url: string
  /** Served by this very command, so that nobody else answers what it asks. */
  readonly isOwn: boolean
  /** JSON of a route; throws EnsembleError with the server's own sentence. */
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<unknown>
  stream(path: string): Promise<Response>
  /** JSON of a route that takes bytes of a type. */
  upload(path: string, bytes: Uint8Array, type: string): Promise<unknown>
}

/** Speaks to the routes at `url` through `ask`; `headers` let it in. */
export const createClient = (
  url: string,
  headers: Readonly<Record<string, string>>,
  isOwn: boolean,
  ask: (address: string, init: RequestInit) => Response | Promise<Response> = fetch,
): Client => {
  const send = async (method: string, path: string, extra: RequestInit = {}): Promise<Response> => {
    const init = { ...extra, method, headers: { ...headers, ...extra.headers } }
    let response: Response
    try {
      response = await ask(url + path, init)
    } catch (cause) {
      throw new EnsembleError('server.away', `The server at ${url} does not answer: is it still running?`, { cause })
    }
    if (response.ok) return response
    const problem: unknown = await response.json().catch(() => undefined)
    const { code, detail } = isObject(problem) ? problem : {}
    throw new EnsembleError(
      typeof code === 'string' ? code : 'server.status',
      typeof detail === 'string' ? detail : `The server answered ${response.status}.`,
    )
  }
  return {
    url,
    isOwn,
    call: async (method, path, body, own = {}) => {
      const response = await send(method, path, {
        headers: {
          ...own,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return text === '' ? undefined : JSON.parse(text)
    },
    stream: (path) => send('GET', path),
    upload: async (path, bytes, type) =>
      (await send('POST', path, { headers: { 'content-type': type }, body: new Uint8Array(bytes) })).json(),
  }
}

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
