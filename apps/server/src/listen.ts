import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { RequestError, getRequestListener } from '@hono/node-server'
import { EnsembleError } from '@ensemble/core'
import { limitConnections, mostConnections } from './http/connection-limit.ts'
import { HttpProblem, INTERNAL, problemResponse } from './http/http-problem.ts'
import { secure } from './http/page-headers.ts'

export interface Listening {
  readonly url: string
  readonly port: number
  /** Ends open connections, streams included, after `graceMs`. */
  readonly stop: (graceMs: number) => Promise<void>
}

const sentenceFor = (error: unknown, host: string, port: number): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop the other program, or choose another port with --port or PORT.`
  if (code === 'EACCES') return `This user may not listen on port ${port}: choose one above 1023 with --port or PORT.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `This machine has no address ${host}: choose another with --host or HOST.`
  return `The server could not listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}`
}

const UNREADABLE = new HttpProblem(421, 'host.refused', 'The request names no host and path that this server can read.')

/** A message that never became a Request gets an answer as any other: a problem, with the default headers. */
const refuse = (error: unknown): Response => {
  const response = problemResponse(error instanceof RequestError ? UNREADABLE : INTERNAL)
  secure(response)
  return response
}

export interface ListenLimits {
  /** Milliseconds that a client has to send its headers. */
  readonly headersMs: number
  /** The whole request, its body included. */
  readonly requestMs: number
  /** How often open connections are looked at. */
  readonly checkMs: number
  /** Connections at a time; requests of others are refused with 503. */
  readonly connections: number
}

const LIMITS = { headersMs: 20_000, requestMs: 120_000, checkMs: 5000 } as const satisfies Partial<ListenLimits>

/** Listens, with deadlines for slow headers and bodies. Throws EnsembleError `server.listen` with the remedy. */
export const listen = async (
  answer: (request: Request, peer?: string) => Response | Promise<Response>,
  { host, port }: { readonly host: string; readonly port: number },
  limits: Partial<ListenLimits> = {},
): Promise<Listening> => {
  const { headersMs, requestMs, checkMs, connections } = { connections: mostConnections(), ...LIMITS, ...limits }
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkMs,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 32 * 1024,
  })
  server.on(
    'request',
    limitConnections(
      server,
      getRequestListener((request, { incoming }) => answer(request, incoming.socket?.remoteAddress), {
        errorHandler: refuse,
      }),
      connections,
    ),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new EnsembleError('server.listen', sentenceFor(error, host, port))))
    server.listen(port, host, resolve)
  })
  // A server on a TCP port has an AddressInfo.
  const bound = (server.address() as AddressInfo).port
  const shown = host.includes(':') ? `[${host}]` : host
  return {
    port: bound,
    url: `http://${shown}:${bound}`,
    stop: (graceMs) =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), graceMs).unref()
      }),
  }
}
