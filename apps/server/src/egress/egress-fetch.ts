import { lookup as resolve } from 'node:dns'
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { type LookupFunction, isIP } from 'node:net'
import { EnsembleError } from '@ensemble/core'
import { isPrivateAddress } from './addresses.ts'
import { type Outgoing, readOutgoing, toResponse } from './node-message.ts'

export interface EgressOptions {
  /** Base addresses a person configured: allowed as they are, private or not. */
  readonly endpoints: () => readonly string[]
  /** `egress.hosts` of ensemble.json: names must lead to public addresses, an address stands for itself. */
  readonly hosts: () => readonly string[]
}

const MOST_REDIRECTS = 5

const refused = (message: string): EnsembleError => new EnsembleError('egress.refused', message)
const nameOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()

/** Connects to an address only after it was looked at; what was checked is what is connected to. */
const publicOnly: LookupFunction = (host, options, callback) => {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 0)
    const found = addresses.filter(({ address }) => !isPrivateAddress(address))
    const [first] = found
    if (first === undefined)
      return callback(refused(`${host} leads to an address of this machine's own network, which is not listed.`), '', 0)
    return options.all === true ? callback(null, found) : callback(null, first.address, first.family)
  })
}

/** The one function through which anything leaves this machine (RELIABILITY.md, SSRF). Throws EnsembleError `egress.refused`. */
export const createEgressFetch = ({ endpoints, hosts }: EgressOptions): typeof globalThis.fetch => {
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }

  /** Whether the name may lead anywhere, or to public addresses only. */
  const checkHost = (url: URL): 'any' | 'public' => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw refused(`Only http and https addresses are fetched, not ${url.protocol}`)
    const configured = endpoints().some((base) => URL.canParse(base) && new URL(base).host === url.host)
    if (configured) return 'any'
    const name = nameOf(url)
    const listed = hosts().find((host) => host.toLowerCase() === name || host.toLowerCase() === url.host)
    if (listed === undefined) throw refused(`${url.host} is not in egress.hosts of ensemble.json.`)
    return isIP(name) !== 0 || name === 'localhost' ? 'any' : 'public'
  }

  const send = (url: URL, request: Outgoing): Promise<IncomingMessage> =>
    new Promise((found, fail) => {
      const reach = checkHost(url)
      const secure = url.protocol === 'https:'
      const { method, headers, body, signal } = request
      const options = {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-length': String(body.byteLength) }) },
        agent: secure ? agents.https : agents.http,
        signal,
        ...(reach === 'public' && { lookup: publicOnly }),
      }
      const sent: ClientRequest = secure ? httpsRequest(url, options, found) : httpRequest(url, options, found)
      sent.on('error', fail)
      sent.end(body)
    })

  return async (input, init) => {
    const request = await readOutgoing(input, init)
    let { url } = request
    for (let redirects = 0; ; redirects++) {
      const message = await send(url, request)
      const { location } = message.headers
      const isRedirect = [301, 302, 303, 307, 308].includes(message.statusCode ?? 0) && location !== undefined
      if (!isRedirect || request.redirect === 'manual') return toResponse(message)
      message.resume()
      const next = new URL(location, url)
      if (redirects >= MOST_REDIRECTS) throw refused(`${url.host} redirects without end.`)
      // A key never follows to another host, nor a body by another method.
      if (next.host !== url.host) throw refused(`${url.host} redirects to ${next.host}; configure that address itself.`)
      url = next
    }
  }
}
