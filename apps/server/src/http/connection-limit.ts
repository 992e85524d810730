import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { HttpProblem, problemResponse } from './http-problem.ts'
import { secure } from './page-headers.ts'

/** A connection over the limit is closed after so long, whether its request arrived or not. */
const LEAVE_MS = 5000
const MOST = 5000

/** How many files this process may open; the rest of its connections and files need some, too. */
const openFiles = (): number => {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    // Other systems than Linux tell nothing; Node.js raises their limit to the highest allowed.
    return Number.POSITIVE_INFINITY
  }
}

/** Beyond the limit of open files the system itself would reset connections. */
export const mostConnections = (): number => Math.min(MOST, Math.floor(openFiles() / 2))

const tooMany = (most: number): Response => {
  const detail = `There are ${most} connections open already: close some, reuse them, or try again later.`
  const response = problemResponse(
    new HttpProblem(503, 'connections.tooMany', detail, { headers: { 'retry-after': '5' } }),
  )
  secure(response)
  return response
}

/**
 * Answers requests of connections over the limit with 503, and closes these: a reset would look like a fault of the
 * network. Returns the listener for all requests.
 */
export const limitConnections = (server: Server, listener: RequestListener, most: number): RequestListener => {
  const over = new WeakSet<Socket>()
  const refuse = getRequestListener(() => tooMany(most))
  let open = 0
  server.on('connection', (socket) => {
    open += 1
    socket.once('close', () => (open -= 1))
    if (open <= most) return
    over.add(socket)
    const leave = setTimeout(() => socket.destroy(), LEAVE_MS).unref()
    socket.once('close', () => clearTimeout(leave))
  })
  return (request, response) => {
    if (!over.has(request.socket)) return listener(request, response)
    response.setHeader('connection', 'close')
    whenRead(request, () => void refuse(request, response))
  }
}

/** Bytes that are left unread turn the end of a connection into a reset, which takes the answer with it. */
const whenRead = (request: IncomingMessage, then: () => void): void => {
  request.once('end', then)
  request.resume()
}
