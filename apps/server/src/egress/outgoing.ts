/** What one request needs of `fetch`'s arguments. */
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
    if (isText) headers['content-type'] ??= 'text/plain;charset=UTF-8'
    return {
      url: new URL(input),
      method: method.toUpperCase(),
      headers,
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

/** By name in lower case. A plain record goes past the platform's Headers: node:http looks at each name and value anyway. */
function readHeaders(given: RequestInit['headers']): Record<string, string> {
  if (given === undefined || given instanceof Headers || Symbol.iterator in given)
    return Object.fromEntries(given instanceof Headers ? given : new Headers(given))
  const headers: Record<string, string> = {}
  for (const name in given) {
    const lower = name.toLowerCase()
    // Two spellings of one name are joined, as the platform does it.
    if (Object.hasOwn(headers, lower)) return Object.fromEntries(new Headers(given))
    headers[lower] = given[name] ?? ''
  }
  return headers
}

/** Characters beyond which encoding a text twice, to count its bytes and to send them, costs more than a second piece. */
const LONG_TEXT = 16_384
const toBody = (text: string): string | Buffer => (text.length > LONG_TEXT ? Buffer.from(text) : text)
