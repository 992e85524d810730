import { createMcpHandler, isInitializeRequest } from '@modelcontextprotocol/server'
import { createClient } from '../../cli/client.ts'
import { decodeUtf8, readBytes } from '../../http/read-body.ts'
import { createMcpServer } from './create-mcp-server.ts'
import { createSessions } from './sessions.ts'

export interface McpEndpoint {
  /** Answers one request that the guard let through. */
  readonly fetch: (request: Request) => Promise<Response>
  /** The Ideas changed: clients that listen are notified. */
  readonly toolsChanged: () => void
  readonly close: () => Promise<void>
}

export interface McpEndpointOptions {
  readonly version: string
  /** The routes of this very server. */
  readonly ask: (request: Request) => Response | Promise<Response>
  /** The credentials of the endpoint itself: its caller was checked already. */
  readonly cookie: () => string
  readonly onError: (error: unknown) => void
}

/** The request with its body read, within the limit of every route. Throws HttpProblem 413 for one too large. */
const withBody = async (request: Request): Promise<{ readonly request: Request; readonly text: string }> => {
  if (request.method !== 'POST') return { request, text: '' }
  const { url, method, headers, signal } = request
  const text = decodeUtf8(await readBytes(request))
  return { request: new Request(url, { method, headers, signal, body: text }), text }
}

/** Whether a message begins a session of the older era; the protocol answers a message that isn't JSON. */
const beginsSession = (text: string): boolean => {
  try {
    return isInitializeRequest(JSON.parse(text))
  } catch {
    return false
  }
}

/** `/mcp`: both eras of the protocol over streamable HTTP; the older one with sessions, so that it can ask its person. */
export const createMcpEndpoint = ({ version, ask, cookie, onError }: McpEndpointOptions): McpEndpoint => {
  const makeServer = (request: Request | undefined) => {
    const { origin, host } = new URL(request?.url ?? 'http://127.0.0.1')
    const api = createClient(origin, { host, cookie: cookie() }, true, (url, init) => ask(new Request(url, init)))
    return createMcpServer({ api, version })
  }
  const sessions = createSessions(makeServer)
  // A message of the older era without a session is answered by itself.
  const handler = createMcpHandler(({ requestInfo }) => makeServer(requestInfo), {
    legacy: 'stateless',
    onerror: onError,
  })
  return {
    fetch: async (asked) => {
      const { request, text } = await withBody(asked)
      return (await sessions.answer(request, beginsSession(text))) ?? (await handler.fetch(request))
    },
    toolsChanged: () => {
      handler.notify.toolsChanged()
      for (const server of sessions.servers()) server.sendToolListChanged().catch(onError)
    },
    close: async () => {
      await Promise.allSettled([sessions.close(), handler.close()])
    },
  }
}
