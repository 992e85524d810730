import type { IncomingMessage } from 'node:http'

/** What one request needs of `fetch`'s arguments. */
export interface Outgoing {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** A text goes out with the headers in one piece. */
  readonly body: string | Buffer | undefined
  readonly signal: AbortSignal | undefined
  readonly redirect: RequestRedirect
}

/** Reads `fetch`'s arguments. A text to an address goes past the platform's Request, which costs more than the sending. */
export async function readOutgoing(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Outgoing> {
  const { body, method = 'GET', signal, redirect = 'follow' } = init
  const isText = typeof body === 'string'
  if (!(input instanceof Request) && (isText || body === undefined || body === null)) {
    const headers = init.headers instanceof Headers ? init.headers : new Headers(init.headers)
    if (isText && !headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8')
    return {
      url: new URL(input),
      method: method.toUpperCase(),
      headers: Object.fromEntries(headers),
      body: isText ? body : undefined,
      signal: signal ?? undefined,
      redirect,
    }
  }
  const request = new Request(input, init)
  return {
    url: new URL(request.url),
    method: request.method,
    headers: Object.fromEntries(request.headers),
    body: request.body === null ? undefined : Buffer.from(await request.arrayBuffer()),
    signal: request.signal,
    redirect: request.redirect,
  }
}

/** A message of node:http as what `fetch` returns; its body is read as fast as it is consumed. */
export function toResponse(message: IncomingMessage): Response {
  const status = message.statusCode ?? 502
  const headers: [string, string][] = []
  for (const [name, value] of Object.entries(message.headers))
    if (value !== undefined) headers.push([name, Array.isArray(value) ? value.join(', ') : value])
  const isEmpty = status === 204 || status === 304
  return new Response(isEmpty ? null : bodyOf(message), { status, statusText: message.statusMessage ?? '', headers })
}

const bodyOf = (message: IncomingMessage): ReadableStream<Uint8Array> => {
  let isOpen = true
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const end = (how: () => void): void => {
        if (isOpen) how()
        isOpen = false
      }
      message.on('data', (chunk: Buffer) => {
        if (!isOpen) return
        controller.enqueue(chunk)
        if ((controller.desiredSize ?? 0) <= 0) message.pause()
      })
      message.on('end', () => end(() => controller.close()))
      message.on('error', (error) => end(() => controller.error(error)))
      message.on('close', () =>
        end(() => controller.error(new Error('The connection closed before the answer was complete.'))),
      )
      message.pause()
    },
    pull() {
      message.resume()
    },
    cancel() {
      // The stream is closed already; what the message still says is nobody's.
      isOpen = false
      message.destroy()
    },
  })
}
