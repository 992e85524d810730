import { BASE } from '../browser/base.ts'
import { canTell } from '../browser/tell.ts'
import * as pageLife from '../browser/page-life.ts'
import { urlOf } from './client.ts'

/** The page's one stream (GET /api/events): files, Activities, runs, approvals; distinguished by `type`. */
export interface ServerEvent {
  readonly type: string
  readonly [member: string]: unknown
}
/** `resting` while the page is hidden: events are missed, and reloaded later. */
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

/** Messages between the stream's window, the others, and newly opened ones. */
type Said = { readonly connection: Connection } | { readonly data: string } | { readonly asks: true }

const SHARED = `ensemble.events${BASE}`

/**
 * The workspace's one stream: one visible window holds it and relays to the others (a browser has six connections per
 * server). It reconnects with a renewed session. Hidden windows rest, except for one if a person wants notices.
 */
export function createServerEvents(
  life: Pick<typeof pageLife, 'canShare' | 'inOneTab' | 'onBack' | 'onLeft' | 'untilBack'> = pageLife,
): ServerEvents {
  const events = listeners<ServerEvent>()
  const connections = listeners<Connection>()
  let started = false
  let source: EventSource | null = null
  let channel: BroadcastChannel | undefined
  /** As this window last sent or received it. */
  let connection: Connection = 'connecting'
  /** Ends taking part; undefined while the page rests. */
  let leave: (() => void) | undefined

  const tell = (now: Connection): void => {
    connection = now
    connections.tell(now)
  }
  const hear = (said: Said): void => {
    if ('connection' in said) tell(said.connection)
    else if ('data' in said) {
      const parsed: unknown = JSON.parse(said.data)
      for (const event of Array.isArray(parsed) ? parsed : [parsed]) if (isEvent(event)) events.tell(event)
    } else if (source !== null) channel?.postMessage({ connection })
  }
  const say = (said: Said): void => {
    channel?.postMessage(said)
    hear(said)
  }

  const close = (): void => {
    source?.close()
    source = null
  }
  const open = (): void => {
    const opened = new EventSource(urlOf('/api/events'))
    source = opened
    opened.addEventListener('open', () => say({ connection: 'connected' }))
    opened.addEventListener('message', ({ data }: MessageEvent<string>) => say({ data }))
    opened.addEventListener('error', () => {
      say({ connection: 'away' })
      close()
      setTimeout(() => {
        // A restarted server knows no cookie of before; asking for a session sets a new one.
        void fetch(urlOf('/api/session'), { cache: 'no-store' })
          .catch(() => undefined)
          .then(() => {
            if (isLeading && source === null) open()
          })
      }, RETRY_MS)
    })
  }

  let isLeading = false
  const join = (): void => {
    if (leave !== undefined) return
    const joined = life.canShare() ? new BroadcastChannel(SHARED) : undefined
    channel = joined
    joined?.addEventListener('message', ({ data }: MessageEvent<Said>) => hear(data))
    joined?.postMessage({ asks: true } satisfies Said)
    let hasLeft = false
    const untilLeft = new Promise<void>((resolve) => {
      leave = () => {
        hasLeft = true
        leave = undefined
        isLeading = false
        close()
        joined?.close()
        channel = undefined
        resolve()
      }
    })
    void life.inOneTab(SHARED, untilLeft, () => {
      if (hasLeft) return
      isLeading = true
      // Events were missed since the previous window left: all reload once this one is connected.
      channel?.postMessage({ connection: 'resting' } satisfies Said)
      if (connection !== 'connecting' && connection !== 'resting') tell('resting')
      open()
    })
  }

  return {
    onEvent: events.add,
    onConnection: connections.add,
    start() {
      if (started) return
      started = true
      join()
      life.onLeft((why) => {
        leave?.()
        tell('resting')
        if (why === 'hidden' && canTell()) void life.inOneTab('ensemble.tells', life.untilBack(), join)
      })
      life.onBack(join)
    },
  }
}

export const serverEvents = createServerEvents()
