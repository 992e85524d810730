/** Writes one message; resolves once the client took it. */
export type Send = (message: StreamMessage) => Promise<void>

export interface StreamMessage {
  readonly data: string
  readonly event?: string
  readonly id?: number
}

export interface EventStreamOptions {
  /** Milliseconds of silence before a comment keeps the connection open. */
  readonly keepAliveMs?: number
  /** A client that takes nothing for this long is dropped; it resumes by id. */
  readonly blockedMs?: number
  /** Called once, when the stream is over, for any reason. */
  readonly onEnd?: () => void
}

const encoder = new TextEncoder()

const toText = ({ data, event, id }: StreamMessage): string =>
  `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`

/**
 * A `text/event-stream` answer. `produce` writes until it is done or `stop` aborts; if it throws, the stream ends and
 * the client reconnects.
 */
export const eventStream = (
  request: Request,
  produce: (send: Send, stop: AbortSignal) => Promise<void>,
  { keepAliveMs = 15_000, blockedMs = 30_000, onEnd }: EventStreamOptions = {},
): Response => {
  const ended = new AbortController()
  const stop = AbortSignal.any([request.signal, ended.signal])
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, { highWaterMark: 4 })
  const writer = writable.getWriter()
  const leave = (): void => ended.abort()
  writer.closed.then(leave, leave)
  const aborted = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }))

  const write = async (text: string): Promise<void> => {
    if (stop.aborted) return
    const blocked = setTimeout(leave, blockedMs)
    try {
      await Promise.race([writer.ready, aborted])
      if (!stop.aborted) void writer.write(encoder.encode(text)).catch(leave)
    } finally {
      clearTimeout(blocked)
    }
  }

  const keepAlive = setInterval(() => void write(': keep-alive\n\n').catch(leave), keepAliveMs)
  const run = async (): Promise<void> => {
    try {
      // Something at once, so that the client knows the stream is open.
      await write(': open\n\n')
      await produce((message) => write(toText(message)), stop)
    } finally {
      clearInterval(keepAlive)
      onEnd?.()
      await (stop.aborted ? writer.abort() : writer.close()).catch(leave)
    }
  }
  void run().catch(leave)

  return new Response(readable, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}
