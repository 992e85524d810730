import { type LookupAddress, lookup as lookupHost } from 'node:dns'
import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  type RequestOptions,
  maxHeaderSize,
  request as httpRequest,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { type LookupFunction, isIP } from 'node:net'
import { EnsembleError } from '@ensemble/core'
import { HttpProxyAgent } from 'http-proxy-agent'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { onAbort } from '@ensemble/core/host'
import { isPrivateAddress } from './addresses.ts'
import { toResponse } from './message-response.ts'
import { type Outgoing, rawHeaders, readOutgoing } from './outgoing.ts'

/** Something that was not let out, and the entry of `egress.hosts` that would let it. */
export interface Refusal {
  readonly host: string
  readonly message: string
  /** Absent where nothing in ensemble.json would allow it. */
  readonly allow?: string
}

/** All addresses of a name. */
export type Resolve = (
  host: string,
  options: { readonly all: true; readonly family?: number },
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void

export interface EgressOptions {
  /** Base addresses a person configured: allowed as they are, private or not. */
  readonly endpoints: () => readonly string[]
  /** `egress.hosts` of ensemble.json: names must resolve to public or listed addresses. */
  readonly hosts: () => readonly string[]
  /** The limit of one answer in bytes; undefined if the reader has its own limit. */
  readonly mostBytes?: number
  /** The proxy that reaches an endpoint; an empty text where there is none. No proxy reaches `hosts`: it would resolve their names unchecked. */
  readonly proxyOf?: (url: URL) => string
  /** Gets each request that is not sent. */
  readonly onRefused?: (refusal: Refusal) => void
  /** The system's resolver, unless a test brings its own. */
  readonly resolve?: Resolve
}

const MOST_REDIRECTS = 5
/** Nothing here asks for them: what unpacks to far more than it weighs is never unpacked. */
const PACKINGS = /\b(?:gzip|br|deflate|zstd|compress)\b/i
const REDIRECTS = [301, 302, 303, 307, 308]

const nameOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()

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

/** Headers that tell of a body (Fetch standard, HTTP-redirect fetch). */
const OF_BODY = ['content-encoding', 'content-language', 'content-location', 'content-type']

/** The action succeeded, and its answer is at another address (303). */
const toLook = (request: Outgoing, url: URL): Outgoing => {
  if (request.method === 'HEAD') return { ...request, url }
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !OF_BODY.includes(name)))
  return { ...request, url, method: 'GET', body: undefined, headers }
}

const pairsOf = (raw: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : [])))

/** Kept connections: straight, or through the proxy of an address. */
const createAgents = (proxyOf: EgressOptions['proxyOf']): ((url: URL, mayProxy: boolean) => HttpAgent) => {
  const straight = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }
  const proxied = new Map<string, HttpAgent>()
  return (url, mayProxy) => {
    const secure = url.protocol === 'https:'
    const proxy = mayProxy && proxyOf !== undefined ? proxyOf(url) : ''
    if (proxy === '') return secure ? straight.https : straight.http
    const key = `${url.protocol} ${proxy}`
    const Agent = secure ? HttpsProxyAgent : HttpProxyAgent
    const agent = proxied.get(key) ?? new Agent(proxy, { keepAlive: true })
    proxied.set(key, agent)
    return agent
  }
}

/** The one function through which anything leaves this machine (docs/reliability.md#ssrf). Throws EnsembleError `egress.refused` or `egress.answer`. */
export const createEgressFetch = (options: EgressOptions): typeof globalThis.fetch => {
  const { endpoints, hosts, mostBytes, onRefused = () => undefined, resolve = lookupHost as Resolve } = options // of its many overloads, this one
  const agents = createAgents(options.proxyOf)

  const refused = (refusal: Refusal): EnsembleError => {
    onRefused(refusal)
    return new EnsembleError('egress.refused', refusal.message)
  }
  const isListed = (name: string): boolean => hosts().some((host) => host.toLowerCase() === name)

  /** Connects to an address only after it was looked at; what was checked is what is connected to. */
  const checked: LookupFunction = (host, { family, all }, done) => {
    resolve(host, { all: true, ...(typeof family === 'number' && { family }) }, (error, addresses) => {
      if (error !== null) return done(error, '', 0)
      const found = addresses.filter(({ address }) => !isPrivateAddress(address) || isListed(address))
      const [first] = found
      if (first !== undefined) return all === true ? done(null, found) : done(null, first.address, first.family)
      const [inside] = addresses
      const message = `${host} leads to ${inside?.address ?? 'no address'}, inside this machine's own network, which is not in egress.hosts of ensemble.json.`
      done(refused({ host, message, ...(inside !== undefined && { allow: inside.address }) }), '', 0)
    })
  }

  const hostOfBase = new Map<string, string | undefined>()
  const hostOf = (base: string): string | undefined => {
    const known = hostOfBase.get(base) ?? (URL.canParse(base) ? new URL(base).host : undefined)
    hostOfBase.set(base, known)
    return known
  }

  /** Whether the name may lead anywhere, or must be looked at when it is resolved. */
  const checkHost = (url: URL): 'any' | 'checked' => {
    const { host, protocol } = url
    if (protocol !== 'http:' && protocol !== 'https:')
      throw refused({ host, message: `Only http and https addresses are fetched, not ${protocol}` })
    if (endpoints().some((base) => hostOf(base) === host)) return 'any'
    const name = nameOf(url)
    if (!isListed(name) && !isListed(host))
      throw refused({ host, message: `${host} is not in egress.hosts of ensemble.json.`, allow: host })
    return isIP(name) !== 0 || name === 'localhost' ? 'any' : 'checked'
  }

  const send = (request: Outgoing): Promise<IncomingMessage> =>
    new Promise((found, fail) => {
      const { url, method, body, signal } = request
      const reach = checkHost(url)
      const secure = url.protocol === 'https:'
      const agent = agents(url, reach === 'any')
      const headers = rawHeaders(request)
      // node:http makes fifteen options of a URL and copies them twice, which costs as much as the sending.
      const options: RequestOptions = {
        hostname: nameOf(url),
        port: url.port,
        path: url.pathname + url.search,
        method,
        // The agent of a proxy adds its own headers, which a list does not take.
        headers: agent instanceof HttpProxyAgent ? pairsOf(headers) : headers,
        agent,
        lookup: reach === 'checked' ? checked : undefined,
      }
      const sent: ClientRequest = secure ? httpsRequest(options) : httpRequest(options)
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

  /** A key never follows to another host nor out of encryption. */
  const redirected = (from: URL, to: URL): void => {
    const { host } = to
    if (to.protocol !== 'http:' && to.protocol !== 'https:')
      throw refused({ host, message: `${from.host} redirects to a ${to.protocol} address, which is not followed.` })
    if (host !== from.host)
      throw refused({ host, message: `${from.host} redirects to ${host}; configure that address itself.` })
    if (from.protocol === 'https:' && to.protocol !== 'https:')
      throw refused({ host, message: `${from.host} redirects from https to ${to.protocol.slice(0, -1)}.` })
  }

  /** The same request elsewhere. Fetch makes a GET of a POST that moved, whose answer would pass for that of a write. */
  const repeated = (request: Outgoing, to: URL, status: number): Outgoing => {
    const { host } = request.url
    if (request.method === 'POST' && (status === 301 || status === 302))
      throw refused({
        host,
        message: `${host} redirects this POST to ${to.origin}${to.pathname} by ${status}, which would make it a GET without its body; give that address itself.`,
      })
    return { ...request, url: to }
  }

  return async (input, init) => {
    let request = await readOutgoing(input, init)
    for (let redirects = 0; ; redirects++) {
      const { url } = request
      const message = await send(request)
      const { statusCode = 0, headers } = message
      const packing = headers['content-encoding'] ?? ''
      if (PACKINGS.test(packing)) {
        message.destroy()
        throw new EnsembleError(
          'egress.answer',
          `${url.host} packed its answer (${packing.slice(0, 40)}), which was not asked for.`,
        )
      }
      if (!REDIRECTS.includes(statusCode) || headers.location === undefined || request.redirect === 'manual')
        return toResponse(message, url.href, mostBytes)
      message.resume()
      if (!URL.canParse(headers.location, url.href) || redirects >= MOST_REDIRECTS)
        throw refused({ host: url.host, message: `${url.host} redirects without end.` })
      const next = new URL(headers.location, url)
      redirected(url, next)
      request = statusCode === 303 ? toLook(request, next) : repeated(request, next, statusCode)
    }
  }
}
