import { type LookupAddress, lookup as lookupHost } from 'node:dns'
import type { Agent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { type LookupFunction, isIP } from 'node:net'
import { EnsembleError } from '@ensemble/core'
import { createFetch, type Reach } from '@ensemble/core/node'
import { HttpProxyAgent } from 'http-proxy-agent'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { isPrivateAddress } from './addresses.ts'
import type { Trust } from './own-authority.ts'

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
  /** The authorities of an endpoint that has its own. Throws EnsembleError. */
  readonly trustOf?: (url: URL) => Trust | undefined
  /** Gets each request that is not sent. */
  readonly onRefused?: (refusal: Refusal) => void
  /** The system's resolver, unless a test brings its own. */
  readonly resolve?: Resolve
}

const nameOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()

/** Kept connections through the proxy of an address, or under its own authority; nothing where there is neither. */
const createWays = ({ proxyOf, trustOf }: EgressOptions): ((url: URL) => Reach) => {
  const known = new Map<string, Agent>()
  const create = ({ protocol }: URL, proxy: string): Agent => {
    const kept = { keepAlive: true }
    if (proxy === '') return new HttpsAgent(kept)
    return protocol === 'https:' ? new HttpsProxyAgent(proxy, kept) : new HttpProxyAgent(proxy, kept)
  }
  return (url) => {
    const proxy = proxyOf === undefined ? '' : proxyOf(url)
    const trust = url.protocol === 'https:' ? trustOf?.(url) : undefined
    if (proxy === '' && trust === undefined) return {}
    const key = `${url.protocol} ${proxy} ${trust?.key ?? ''}`
    const agent = known.get(key) ?? create(url, proxy)
    known.set(key, agent)
    return { agent, secureContext: trust?.context }
  }
}

/** The one function through which anything leaves this machine (docs/reliability.md#ssrf). Throws EnsembleError `egress.refused` or `egress.answer`. */
export const createEgressFetch = (options: EgressOptions): typeof globalThis.fetch => {
  const { endpoints, hosts, mostBytes, onRefused = () => undefined, resolve = lookupHost as Resolve } = options // of its many overloads, this one
  const wayTo = createWays(options)

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

  const isEndpoint = ({ host }: URL): boolean => endpoints().some((base) => hostOf(base) === host)

  /** An endpoint is reached as it is. Another name must be listed, and is looked at when it is resolved. */
  const reach = (url: URL): Reach => {
    if (isEndpoint(url)) return wayTo(url)
    const { host } = url
    const name = nameOf(url)
    if (!isListed(name) && !isListed(host))
      throw refused({ host, message: `${host} is not in egress.hosts of ensemble.json.`, allow: host })
    // A listed address needs no second look.
    return isIP(name) !== 0 || name === 'localhost' ? wayTo(url) : { lookup: checked }
  }

  return createFetch({
    reach,
    refuse: (host, message) => refused({ host, message }),
    ...(mostBytes !== undefined && { mostBytes }),
  })
}
