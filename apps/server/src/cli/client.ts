import { EnsembleError, isObject } from '@ensemble/core'

/** The server of a workspace, as a command or another program's question talks to it. */
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
