import { randomUUID } from 'node:crypto'
import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'

/** Connections of the older era: what a client said at its beginning holds until it leaves. */
export interface Sessions {
  /** Answers a request that belongs to a session or begins one; undefined for any other. */
  readonly answer: (request: Request, isBeginning: boolean) => Promise<Response | undefined>
  readonly servers: () => readonly Server[]
  readonly close: () => Promise<void>
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly server: Server
  /** Milliseconds since the epoch. */
  usedAt: number
}

/** A client that came and never left is forgotten when others come. */
const MOST_SESSIONS = 100

const unknownSession = (): Response =>
  new Response(
    JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found: begin again.' } }),
    { status: 404, headers: { 'content-type': 'application/json' } },
  )

export const createSessions = (makeServer: (request: Request) => Server): Sessions => {
  const sessions = new Map<string, Session>()

  const makeRoom = async (): Promise<void> => {
    if (sessions.size < MOST_SESSIONS) return
    const [oldest] = [...sessions].toSorted(([, left], [, right]) => left.usedAt - right.usedAt)
    if (oldest === undefined) return
    sessions.delete(oldest[0])
    await oldest[1].server.close()
  }

  const begin = async (request: Request): Promise<Response> => {
    await makeRoom()
    const server = makeServer(request)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, { transport, server, usedAt: Date.now() }),
      onsessionclosed: (id) => void sessions.delete(id),
    })
    await server.connect(transport)
    return transport.handleRequest(request)
  }

  return {
    answer: async (request, isBeginning) => {
      const id = request.headers.get('mcp-session-id')
      if (id === null) return isBeginning ? begin(request) : undefined
      const session = sessions.get(id)
      if (session === undefined) return unknownSession()
      session.usedAt = Date.now()
      return session.transport.handleRequest(request)
    },
    servers: () => [...sessions.values()].map(({ server }) => server),
    close: async () => {
      const all = [...sessions.values()]
      sessions.clear()
      await Promise.allSettled(all.map(({ server }) => server.close()))
    },
  }
}
