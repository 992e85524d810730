/** The parts of `fetch`'s arguments that one request needs. */
export interface Outgoing {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** A short text goes out with the headers in one piece; a long one is counted and encoded at once. */
  readonly body: string | Buffer | undefined
  readonly signal: AbortSignal | undefined
  readonly redirect: RequestRedirect
}

/** Reads `fetch`'s arguments. A text to an address goes past the platform's Request, which costs more than the sending. */
export async function readOutgoing(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Outgoing> {
  const { body, method = 'GET', signal, redirect = 'follow' } = init
  const isText = typeof body === 'string'
  if (!(input instanceof Request) && (isText || body === undefined || body === null)) {
    const headers = readHeaders(init.headers)
    const isTyped = !isText || headers['content-type'] !== undefined
    return {
      url: readUrl(input),
      method: method.toUpperCase(),
      headers: isTyped ? headers : { ...headers, 'content-type': 'text/plain;charset=UTF-8' },
      body: isText ? toBody(body) : undefined,
      signal: signal ?? undefined,
      redirect,
    }
  }
  const request = new Request(input, init)
  return {
    url: new URL(request.url),
    method: request.method,
    headers: Object.fromEntries(request.headers),
    body: request.body === null ? undefined : Buffer.from(await request.arrayBuffer()),
    signal: request.signal,
    redirect: request.redirect,
  }
}

let last: URL | undefined
/** Questions to one endpoint go to one address: it is read once. */
function readUrl(input: string | URL): URL {
  const text = String(input)
  if (last?.href !== text) last = new URL(text)
  return last
}

/** By name in lower case. A plain record goes past the platform's Headers: node:http looks at each name and value anyway. */
function readHeaders(given: RequestInit['headers'] = {}): Readonly<Record<string, string>> {
  if (given instanceof Headers) return Object.fromEntries(given)
  if (Symbol.iterator in given) return Object.fromEntries(new Headers(given))
  // Two spellings of one name are joined, as the platform does it.
  for (const name in given) if (name !== name.toLowerCase()) return Object.fromEntries(new Headers(given))
  return given as Readonly<Record<string, string>> // no list, and no member of it is undefined
}

const WITH_BODY = ['POST', 'PUT', 'PATCH']

/** All headers of a request as node:http takes them with the least work: names and values by turns. */
export function rawHeaders({ url, method, headers, body }: Outgoing): readonly string[] {
  const raw: string[] = []
  for (const name in headers) if (name !== 'content-length') raw.push(name, headers[name] ?? '')
  if (headers['host'] === undefined) raw.push('host', url.host)
  if (headers['authorization'] === undefined && url.username + url.password !== '')
    raw.push('authorization', basic(url))
  if (body !== undefined) raw.push('content-length', String(Buffer.byteLength(body)))
  else if (WITH_BODY.includes(method)) raw.push('content-length', '0')
  return raw
}

/** RFC 7617, for credentials in an address. */
const basic = ({ username, password }: URL): string =>
  `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`

/** Characters beyond which encoding a text twice, to count its bytes and to send them, costs more than a second piece. */
const LONG_TEXT = 16_384
const toBody = (text: string): string | Buffer => (text.length > LONG_TEXT ? Buffer.from(text) : text)
