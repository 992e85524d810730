import { BASE, SERVER_BASE } from '../browser/base.ts'
import { problemText } from '../i18n/problem-text.ts'

/** A saved page shows a Run and changes nothing (saved/client.ts); this one has a server. */
export const IS_SAVED: boolean = false

/** The person's list and the templates belong to the server; it tells of them where a workspace does not open, too. */
const OF_SERVER = /^\/api\/(workspaces|templates)\b/

const isAddress = (path: string): boolean =>
  [BASE, SERVER_BASE].some((base) => base !== '' && path.startsWith(`${base}/`))

/** The address of what a route gives: for links and pictures. Such an address stays as it is. */
export const urlOf = (path: string): string =>
  isAddress(path) ? path : (OF_SERVER.test(path) ? SERVER_BASE : BASE) + path

/** One place in a request's body that the server refused (RFC 9457 extension). */
export interface FieldError {
  readonly path: string
  readonly message: string
}

/** The server's error, or that it was unreachable (`status` 0, code `server.away`). `detail` says what to do. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly status: number,
    readonly code: string,
    readonly title: string,
    readonly detail: string,
    readonly errors: readonly FieldError[] = [],
    /** The problem document itself: routes add their own members. */
    readonly body: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail === '' ? title : detail)
  }
  get isAway(): boolean {
    return this.status === 0
  }
}

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON; use `text` for bytes that must travel verbatim. */
  readonly json?: unknown
  readonly text?: string
  /** Bytes, sent as what they say they are. */
  readonly blob?: Blob
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

const away = (): ApiError => {
  const code = 'server.away'
  return new ApiError(0, code, problemText({ code, message: 'The server does not answer.' }), '')
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const asText = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise)

async function toApiError(response: Response): Promise<ApiError> {
  const parsed: unknown = await response.json().catch(() => null)
  const body = isRecord(parsed) ? parsed : {}
  const said = (message: string, code = ''): string => problemText({ code, message })
  const errors = Array.isArray(body.errors)
    ? body.errors.filter(isRecord).map((e) => ({ path: asText(e.path, ''), message: said(asText(e.message, '')) }))
    : []
  const code = asText(body.code, 'http.status')
  const title = said(asText(body.title, `${response.status} ${response.statusText}`))
  return new ApiError(response.status, code, title, said(asText(body.detail, ''), code), errors, body)
}

/** Throws ApiError for what the server is known to refuse: a browser writes each answer of 403 on its console. */
export type Guard = (method: string, path: string) => void
let guard: Guard | undefined
export const setGuard = (given: Guard | undefined): void => {
  guard = given
}

let session: Promise<Response> | null = null

function send(path: string, options: RequestOptions): Promise<Response> {
  const body = options.blob ?? options.text ?? (options.json === undefined ? undefined : JSON.stringify(options.json))
  const type = options.blob?.type ?? 'application/json'
  return fetch(urlOf(path), {
    method: options.method ?? 'GET',
    headers: { ...(body === undefined ? {} : { 'content-type': type }), ...options.headers },
    body,
    signal: options.signal,
    credentials: 'same-origin',
    cache: 'no-store',
  }).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause
    // A server that comes back is another process, which knows no cookie of before.
    session = null
    throw away()
  })
}

/** Asks for the page's cookie; every request waits for the first one, so that none is refused for want of it. */
function renewSession(): Promise<Response> {
  const asked = send('/api/session', {})
  session = asked
  asked.catch(() => {
    if (session === asked) session = null
  })
  return asked
}

/** The raw answer of a route; renews the page's cookie once after a server restart. Throws ApiError. */
export async function request(path: string, options: RequestOptions = {}): Promise<Response> {
  guard?.(options.method ?? 'GET', path)
  await (session ?? renewSession())
  let response = await send(path, options)
  if (response.status === 401 || response.status === 403) {
    const renewed = await renewSession()
    if (renewed.ok) response = await send(path, options)
  }
  if (!response.ok) throw await toApiError(response)
  return response
}

/** The JSON answer of a route. Its shape is docs/contract/api.md's: one program ships both ends, so it is believed, not parsed. */
export async function requestJson<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await request(path, options)
  if (response.status === 202 || response.status === 204) {
    const text = await response.text()
    return (text === '' ? undefined : JSON.parse(text)) as T // the caller names the shape that docs/contract/api.md gives the route
  }
  return (await response.json()) as T // the caller names the shape that docs/contract/api.md gives the route
}
