import { EnsembleError, isObject } from '@ensemble/core'
import type { Answers } from '../http/answers.ts'

type NamesIn<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | NamesIn<Rest> : never

interface Asked {
  /** The names in the path, not encoded. */
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly headers?: Readonly<Record<string, string>>
}
interface AskedWithBody extends Asked {
  /** Sent as JSON. */
  readonly body?: unknown
}

/** Fills each name in the path; the values may be left out if there are none. */
type Given<P extends string, A extends Asked> = [NamesIn<P>] extends [never]
  ? [asked?: Omit<A, 'path'>]
  : [asked: A & { readonly path: Readonly<Record<NamesIn<P>, string>> }]

/** The server of a workspace, as a command or another program's question talks to it. */
export interface Client {
  readonly url: string
  /** Served by this command, so that no other process answers. */
  readonly isOwn: boolean
  /**
   * The JSON of a route, typed by `Answers`: both ends ship in one program. Throws the server's EnsembleError or
   * `server.away`.
   * @example const run = await client.call('GET', '/api/runs/{id}', { path: { id } })
   */
  call<M extends keyof Answers, P extends keyof Answers[M] & string>(
    method: M,
    path: P,
    ...asked: Given<P, AskedWithBody>
  ): Promise<Answers[M][P]>
  /** An answer that isn't JSON, or a stream. Throws as `call` does. */
  stream<P extends string>(path: P, ...asked: Given<P, Asked>): Promise<Response>
  /** The JSON of a route that takes bytes of a type. Throws as `call` does. */
  upload<P extends keyof Answers['POST']>(path: P, bytes: Uint8Array, type: string): Promise<Answers['POST'][P]>
}

/** An address on the server: names of the path in their places, and the query. */
const addressOf = (path: string, { path: names = {}, query = {} }: Asked): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
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
    call: async (method, path, ...[asked = {}]) => {
      const { body, headers: own }: AskedWithBody = asked
      const response = await send(method, addressOf(path, asked), {
        headers: { ...own, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return response.json()
    },
    stream: (path, ...[asked = {}]) => send('GET', addressOf(path, asked), { headers: { ...asked.headers } }),
    upload: async (path, bytes, type) =>
      (await send('POST', path, { headers: { 'content-type': type }, body: new Uint8Array(bytes) })).json(),
  }
}
