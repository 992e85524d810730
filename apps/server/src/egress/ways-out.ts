import { getProxyForUrl } from 'proxy-from-env'
import { USUAL_PORTS, addressOf } from '../models/find-local.ts'
import { isLoopback } from '../settings/settings.ts'
import { type EgressOptions, type Refusal, createEgressFetch } from './egress-fetch.ts'
import type { Trust } from './own-authority.ts'

/** One streamed answer of a model: some 200,000 tokens, one event each. */
const MOST_ANSWER_BYTES = 64 * 1024 * 1024

type Fetch = typeof globalThis.fetch
type Addresses = () => readonly string[]

/** The addresses that a person configured, as they are when something is sent. */
export interface Configured {
  readonly models: Addresses
  /** The authorities of a model's endpoint that has its own. */
  readonly trustOf: (url: URL) => Trust | undefined
  readonly mcp: Addresses
  readonly collector: Addresses
  /** `egress.hosts` of ensemble.json. */
  readonly hosts: Addresses
  /** Gets each request that the listed hosts refuse. */
  readonly onRefused: (refusal: Refusal) => void
}

/** Every way out of this machine. Each reaches what was configured for it and nothing else. */
export interface WaysOut {
  readonly toModels: Fetch
  readonly toMcp: Fetch
  readonly toCollector: Fetch
  /** Everything else: only to hosts that ensemble.json lists. */
  readonly toHosts: Fetch
  /** Model servers on the default ports of this machine. */
  readonly toLocal: Fetch
}

/** By HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY; a server of this machine is never reached through a proxy. */
export const proxyOf = ({ href, hostname }: URL): string =>
  isLoopback(hostname.replace(/^\[(.*)\]$/, '$1')) ? '' : getProxyForUrl(href)

export const createWaysOut = ({ models, trustOf, mcp, collector, hosts, onRefused }: Configured): WaysOut => {
  const only = (endpoints: Addresses, more: Pick<EgressOptions, 'mostBytes' | 'trustOf'> = {}): Fetch =>
    createEgressFetch({ endpoints, hosts: () => [], proxyOf, ...more })
  return {
    toModels: only(models, { mostBytes: MOST_ANSWER_BYTES, trustOf }),
    toMcp: only(mcp),
    toCollector: only(collector),
    toHosts: createEgressFetch({ endpoints: () => [], hosts, onRefused }),
    toLocal: only(() => USUAL_PORTS.map(({ port }) => addressOf(port))),
  }
}
