import type { ActivityContext } from '@ensemble/core'
import { request } from 'node:http'
import { endpointOf, isLoopback, outside, rounded, roundTrip } from './fleet/loopback.ts'

interface Finding {
  /** null where it could not be looked at. */
  readonly ok: boolean | null
  readonly summary: string
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Without raw sockets, which take a privilege, a ping is the time a TCP connection takes. */
export const ping = async (
  { host }: { readonly host: string },
  { signal }: ActivityContext,
): Promise<Finding & { readonly host: string; readonly ms: number | null }> => {
  const endpoint = await endpointOf(host)
  if (endpoint === undefined) return { host, ms: null, ok: null, summary: outside(host) }
  try {
    const ms = rounded(await roundTrip(endpoint, signal))
    return { host, ms, ok: true, summary: `${host} is reachable: ${ms} ms.` }
  } catch (error) {
    return { host, ms: null, ok: false, summary: `${host} is not reachable: ${textOf(error)}.` }
  }
}

interface Hop {
  readonly hop: number
  readonly address: string
  readonly ms: number
}

/** On loopback every route is one hop long. */
export const traceroute = async (
  { host }: { readonly host: string },
  { signal }: ActivityContext,
): Promise<Finding & { readonly host: string; readonly hops: readonly Hop[] }> => {
  const endpoint = await endpointOf(host)
  if (endpoint === undefined) return { host, hops: [], ok: null, summary: outside(host) }
  const hop = { hop: 1, address: endpoint.host, ms: rounded(await roundTrip(endpoint, signal)) }
  return { host, hops: [hop], ok: true, summary: `${host} is one hop away: ${hop.address}, ${hop.ms} ms.` }
}

interface Answer {
  readonly code: number
  readonly contentType: string | null
  readonly ms: number
}

/** Asks a loopback address; undefined where the URL leads to another machine. */
const ask = async (url: string, signal: AbortSignal): Promise<Answer | undefined> => {
  const { hostname, port, pathname, search } = new URL(url)
  const endpoint = await endpointOf(hostname, port === '' ? undefined : Number(port))
  if (endpoint === undefined) return undefined
  const startedAt = performance.now()
  return await new Promise((resolve, reject) => {
    const asked = request({ ...endpoint, path: `${pathname}${search}`, signal, timeout: 5000 }, (response) => {
      response.resume()
      response.once('error', reject)
      response.once('end', () =>
        resolve({
          code: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? null,
          ms: rounded(performance.now() - startedAt),
        }),
      )
    })
    asked.once('timeout', () => asked.destroy(new Error('no answer within five seconds')))
    asked.once('error', reject)
    asked.end()
  })
}

export const check_http = async (
  { url }: { readonly url: string },
  { signal }: ActivityContext,
): Promise<Finding & { readonly url: string; readonly ms: number | null }> => {
  try {
    const answer = await ask(url, signal)
    if (answer === undefined) return { url, ms: null, ok: null, summary: outside(new URL(url).hostname) }
    const { code, ms } = answer
    return { url, ms, ok: code < 400, summary: `${url} answers in ${ms} ms with status ${code}.` }
  } catch (error) {
    return { url, ms: null, ok: false, summary: `${url} does not answer: ${textOf(error)}.` }
  }
}

export const check_http_status = async (
  { url }: { readonly url: string },
  { signal }: ActivityContext,
): Promise<Finding & { readonly url: string; readonly code: number | null; readonly contentType: string | null }> => {
  const nothing = { url, code: null, contentType: null }
  if (!isLoopback(new URL(url).hostname)) return { ...nothing, ok: null, summary: outside(new URL(url).hostname) }
  try {
    const { code, contentType } = (await ask(url, signal)) ?? nothing
    return { url, code, contentType, ok: code !== null && code < 400, summary: `${url} returns status ${code}.` }
  } catch (error) {
    return { ...nothing, ok: false, summary: `${url} does not answer: ${textOf(error)}.` }
  }
}
