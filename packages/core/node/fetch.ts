import { Agent, type ClientRequest, type IncomingMessage, maxHeaderSize, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { SecureContext } from 'node:tls'
import { EnsembleError } from '../src/schema/ensemble-error.ts'
import { onAbort } from '../src/schema/on-abort.ts'
import { toResponse } from './message-response.ts'
import { type Outgoing, rawHeaders, readOutgoing } from './outgoing.ts'

/** How one request reaches its address. */
export interface Reach {
  /** Replaces the kept connections: those through a proxy. */
  readonly agent?: Agent | undefined
  /** Resolves the name in place of the system. */
  readonly lookup?: LookupFunction | undefined
  /** The certificates that the address may show, in place of the well-known ones. */
  readonly secureContext?: SecureContext | undefined
}

export interface FetchOptions {
  /** Asked before each request, redirects too. Throws where nothing may be sent. */
  readonly reach?: (url: URL) => Reach
  /** The limit of one answer in bytes; undefined if the reader has its own limit. */
  readonly mostBytes?: number
  /** The error of a request that is not sent, or a redirect that is not followed. */
  readonly refuse?: (host: string, message: string) => Error
}

const MOST_REDIRECTS = 5
/** Nothing here asks for them: what unpacks to far more than it weighs is never unpacked. */
const PACKINGS = /\b(?:gzip|br|deflate|zstd|compress)\b/i
const REDIRECTS = [301, 302, 303, 307, 308]

/**
 * A `fetch` over node:http that keeps its connections and costs a fraction of the platform's. It unpacks nothing, and
 * follows redirects on one host only. Throws EnsembleError `egress.refused` or `egress.answer`.
 */
export const createFetch = (options: FetchOptions = {}): typeof globalThis.fetch => {
  const { mostBytes } = options
  const redirects = new Redirects(options.refuse ?? ((_, message) => new EnsembleError('egress.refused', message)))
  const send = createSend(options, redirects)
  return async (input, init) => {
    let request = await readOutgoing(input, init)
    for (let count = 0; ; count++) {
      const { url } = request
      const message = await send(request)
      refusePacked(url, message)
      const { location } = message.headers
      const isMoved = REDIRECTS.includes(message.statusCode ?? 0) && location !== undefined
      if (!isMoved || request.redirect === 'manual') return toResponse(message, url.href, mostBytes)
      message.resume()
      request = redirects.follow(request, location, message.statusCode ?? 0, count)
    }
  }
}

function createSend(
  { reach = () => ANYWHERE }: FetchOptions,
  redirects: Redirects,
): (request: Outgoing) => Promise<IncomingMessage> {
  const kept = { 'http:': new Agent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) }
  return (request) =>
    new Promise((found, fail) => {
      const { url, method, body, signal } = request
      const protocol = redirects.webProtocol(url)
      const { agent, lookup, secureContext } = reach(url)
      const headers = rawHeaders(request)
      // node:http makes fifteen options of a URL and copies them twice, which costs as much as the sending.
      const sent = (protocol === 'https:' ? httpsRequest : httpRequest)({
        // An IPv6 address without its brackets.
        hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
        port: url.port,
        path: url.pathname + url.search,
        method,
        // The agent of a proxy adds its own headers, which a list does not take.
        headers: agent === undefined ? headers : pairsOf(headers),
        agent: agent ?? kept[protocol],
        lookup,
        ...(secureContext && { secureContext }),
      })
      let answer: IncomingMessage | undefined
      sent.on('response', (message) => {
        answer = message
        found(message)
      })
      sent.on('error', (error) => fail(noHttp(url, error) ?? error))
      // Neither an answer nor an error: without this the request would never end.
      sent.on('upgrade', (_, socket) => {
        socket.destroy()
        fail(new EnsembleError('egress.answer', `${url.host} asks to speak another protocol (101).`))
      })
      if (signal) endWith(signal, sent, () => answer, fail)
      sent.end(body)
    })
}

const ANYWHERE: Reach = {}

/** An abort ends the request wherever it is, its answer's body included. node:http's own `signal` costs as much as the rest. */
const endWith = (
  signal: AbortSignal,
  sent: ClientRequest,
  answer: () => IncomingMessage | undefined,
  fail: (reason: unknown) => void,
): void => {
  const stop = (): void => {
    fail(signal.reason)
    const error = signal.reason instanceof Error ? signal.reason : undefined
    // The answer first: it would say only that its connection is gone.
    answer()?.destroy(error)
    sent.destroy(error)
  }
  if (signal.aborted) return stop()
  sent.on('close', onAbort(signal, stop))
}

/** The reason an answer is unreadable, in one sentence; undefined for other errors, such as a cut answer. */
const noHttp = ({ host }: URL, error: Error): EnsembleError | undefined => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (!code.startsWith('HPE_') || code === 'HPE_INVALID_EOF_STATE') return undefined
  const what =
    code === 'HPE_HEADER_OVERFLOW'
      ? `headers longer than the ${maxHeaderSize} bytes that are read.`
      : 'what is not HTTP; look at its address and port.'
  return new EnsembleError('egress.answer', `${host} answered with ${what}`, { cause: error })
}

function refusePacked({ host }: URL, message: IncomingMessage): void {
  const packing = message.headers['content-encoding'] ?? ''
  if (!PACKINGS.test(packing)) return
  message.destroy()
  throw new EnsembleError(
    'egress.answer',
    `${host} packed its answer (${packing.slice(0, 40)}), which was not asked for.`,
  )
}

const pairsOf = (raw: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : [])))

/** The redirects that are followed: on one host, encrypted if the first was, and none that changes a request. */
class Redirects {
  readonly #refuse: NonNullable<FetchOptions['refuse']>

  constructor(refuse: NonNullable<FetchOptions['refuse']>) {
    this.#refuse = refuse
  }

  webProtocol({ host, protocol }: URL): 'http:' | 'https:' {
    if (protocol === 'http:' || protocol === 'https:') return protocol
    throw this.#refuse(host, `Only http and https addresses are fetched, not ${protocol}`)
  }

  /** The request that follows this one; `count`: redirects so far. */
  follow(request: Outgoing, location: string, status: number, count: number): Outgoing {
    const { url } = request
    if (!URL.canParse(location, url.href) || count >= MOST_REDIRECTS)
      throw this.#refuse(url.host, `${url.host} redirects without end.`)
    const next = new URL(location, url)
    this.#check(url, next)
    return status === 303 ? toLook(request, next) : this.#repeat(request, next, status)
  }

  /** A key never follows to another host nor out of encryption. */
  #check(from: URL, { host, protocol }: URL): void {
    if (protocol !== 'http:' && protocol !== 'https:')
      throw this.#refuse(host, `${from.host} redirects to a ${protocol} address, which is not followed.`)
    if (host !== from.host)
      throw this.#refuse(host, `${from.host} redirects to ${host}; configure that address itself.`)
    if (from.protocol === 'https:' && protocol !== 'https:')
      throw this.#refuse(host, `${from.host} redirects from https to ${protocol.slice(0, -1)}.`)
  }

  /** The same request elsewhere. Fetch makes a GET of a POST that moved, whose answer would pass for that of a write. */
  #repeat(request: Outgoing, to: URL, status: number): Outgoing {
    const { host } = request.url
    if (request.method === 'POST' && (status === 301 || status === 302))
      throw this.#refuse(
        host,
        `${host} redirects this POST to ${to.origin}${to.pathname} by ${status}, which would make it a GET without its body; give that address itself.`,
      )
    return { ...request, url: to }
  }
}

/** Headers that tell of a body (Fetch standard, HTTP-redirect fetch). */
const OF_BODY = ['content-encoding', 'content-language', 'content-location', 'content-type']

/** The action succeeded, and its answer is at another address (303). */
const toLook = (request: Outgoing, url: URL): Outgoing => {
  if (request.method === 'HEAD') return { ...request, url }
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !OF_BODY.includes(name)))
  return { ...request, url, method: 'GET', body: undefined, headers }
}
