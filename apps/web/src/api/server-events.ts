import { canTell } from '../ui/tell.ts'
import * as pageLife from './page-life.ts'

/** What the page's one stream says (GET /api/events): files, Activities, runs, approvals; told apart by `type`. */
export interface ServerEvent {
  readonly type: string
  readonly [member: string]: unknown
}
/** `resting` while nobody sees the page: what happens is not heard, and read again when it is back. */
export type Connection = 'connecting' | 'connected' | 'away' | 'resting'

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

/**
 * One EventSource for the whole page; a closed one is opened again, with a renewed session. While nobody sees the page it
 * rests, but for one of all hidden tabs where a person wants to be told of what happens.
 */
export function createServerEvents(
  life: Pick<typeof pageLife, 'inOneTab' | 'onBack' | 'onLeft' | 'untilBack'> = pageLife,
): ServerEvents {
  const events = listeners<ServerEvent>()
  const connections = listeners<Connection>()
  let started = false
  let source: EventSource | null = null
  let isResting = false

  const close = (): void => {
    source?.close()
    source = null
  }
  const open = (): void => {
    close()
    const opened = new EventSource('/api/events')
    source = opened
    opened.addEventListener('open', () => connections.tell('connected'))
    opened.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const parsed: unknown = JSON.parse(data)
      for (const event of Array.isArray(parsed) ? parsed : [parsed]) if (isEvent(event)) events.tell(event)
    })
    opened.addEventListener('error', () => {
      connections.tell('away')
      close()
      setTimeout(() => {
        // A restarted server knows no cookie of before; asking for a session sets a new one.
        void fetch('/api/session', { cache: 'no-store' })
          .catch(() => undefined)
          .then(() => {
            if (!isResting && source === null) open()
          })
      }, RETRY_MS)
    })
  }

  const listen = (): void => {
    isResting = false
    open()
  }

  return {
    onEvent: events.add,
    onConnection: connections.add,
    start() {
      if (started) return
      started = true
      open()
      life.onLeft((why) => {
        isResting = true
        close()
        connections.tell('resting')
        if (why === 'hidden' && canTell()) void life.inOneTab('ensemble.tells', life.untilBack(), listen)
      })
      life.onBack(listen)
    },
  }
}

export const serverEvents = createServerEvents()
