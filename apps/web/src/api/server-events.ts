import { onLeft, untilBack } from './page-life.ts'

/** What the page's one stream says (GET /api/events): files, Activities, runs, approvals; told apart by `type`. */
export interface ServerEvent {
  readonly type: string
  readonly [member: string]: unknown
}
export type Connection = 'connecting' | 'connected' | 'away'

export interface ServerEvents {
  onEvent(listener: (event: ServerEvent) => void): () => void
  onConnection(listener: (connection: Connection) => void): () => void
  start(): void
}

const RETRY_MS = 1500

const isEvent = (value: unknown): value is ServerEvent =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function listeners<T>(): { add(listener: (value: T) => void): () => void; tell(value: T): void } {
  const all = new Set<(value: T) => void>()
  return {
    add(listener) {
      all.add(listener)
      return () => all.delete(listener)
    },
    tell(value) {
      for (const listener of all) listener(value)
    },
  }
}

/** One EventSource for the whole page; a closed one is opened again, with a renewed session. */
export function createServerEvents(): ServerEvents {
  const events = listeners<ServerEvent>()
  const connections = listeners<Connection>()
  let started = false

  const open = (): void => {
    const source = new EventSource('/api/events')
    source.addEventListener('open', () => connections.tell('connected'))
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const parsed: unknown = JSON.parse(data)
      for (const event of Array.isArray(parsed) ? parsed : [parsed]) if (isEvent(event)) events.tell(event)
    })
    const stopMinding = onLeft(() => {
      source.close()
      stopMinding()
      void untilBack().then(() => {
        // What happened meanwhile was not heard.
        connections.tell('away')
        open()
      })
    })
    source.addEventListener('error', () => {
      connections.tell('away')
      source.close()
      stopMinding()
      setTimeout(() => {
        // A restarted server knows no cookie of before; asking for a session sets a new one.
        void fetch('/api/session', { cache: 'no-store' })
          .catch(() => undefined)
          .then(untilBack)
          .then(open)
      }, RETRY_MS)
    })
  }

  return {
    onEvent: events.add,
    onConnection: connections.add,
    start() {
      if (started) return
      started = true
      open()
    },
  }
}

export const serverEvents = createServerEvents()
